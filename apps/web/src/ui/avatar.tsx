import { cx } from './cx.ts';
import { tintOf } from './hue-of.ts';

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: 'sm' | 'md' | 'lg';
  className?: string;
}

const sizes = { sm: 'size-6 text-2xs', md: 'size-8 text-xs', lg: 'size-12 text-lg' };

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** First letter in upper case. Combined characters such as flags count as one letter. */
export function firstLetterOf(text: string): string {
  const [first] = letters.segment(text.trim());
  return first?.segment.toUpperCase() ?? '';
}

/** First letters of the first two words of a name. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/).slice(0, 2);
  return parts.map(firstLetterOf).join('');
}

/** Decoration next to a displayed name. Its color is derived from the name. */
export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  const look = cx('inline-flex shrink-0 select-none rounded-full', sizes[size], className);
  if (src) return <img src={src} alt="" className={cx(look, 'object-cover')} />;
  return (
    <span
      aria-hidden
      style={tintOf(name)}
      className={cx(look, 'items-center justify-center font-semibold')}
    >
      {initialsOf(name)}
    </span>
  );
}
