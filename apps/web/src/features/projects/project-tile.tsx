import { firstLetterOf } from '#/ui/avatar.tsx';
import { cx } from '#/ui/cx.ts';
import { tintOf } from '#/ui/hue-of.ts';

interface ProjectTileProps {
  id: string;
  name: string;
  size?: 'sm' | 'md';
}

/** A small icon for a project, which stands for the name where there is no room. */
export function ProjectTile({ id, name, size = 'sm' }: ProjectTileProps) {
  return (
    <span
      aria-hidden
      style={tintOf(id)}
      className={cx(
        'flex shrink-0 items-center justify-center font-semibold',
        size === 'sm' ? 'size-5 rounded-[0.3125rem] text-2xs' : 'size-8 rounded-lg text-sm',
      )}
    >
      {firstLetterOf(name)}
    </span>
  );
}
