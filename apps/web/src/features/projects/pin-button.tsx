import type { Project } from '@parley/contract';
import { Pin, PinOff } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { pinsMax, pinsOf, useProjectStore } from './project-store.ts';

interface PinButtonProps {
  project: Pick<Project, 'id' | 'name'>;
  isPinned: boolean;
  className?: string;
}

export function PinButton({ project, isPinned, className }: PinButtonProps) {
  const { orgId } = useScope();
  const { pin, unpin } = useProjectStore.getState();
  const isFull = useProjectStore((state) => pinsOf(state, orgId).length >= pinsMax);
  const isRefused = !isPinned && isFull;
  const pinned = { organizationId: orgId, projectId: project.id };
  return (
    <IconButton
      size="sm"
      label={`${isPinned ? 'Unpin' : 'Pin'} ${project.name}`}
      tooltip={isRefused ? pinsFullText : isPinned ? 'Unpin' : 'Pin'}
      tooltipSide="right"
      data-pinned={isPinned || undefined}
      aria-disabled={isRefused || undefined}
      icon={isPinned ? <PinOff className="size-3.5" /> : <Pin className="size-3.5" />}
      onClick={({ currentTarget }) => {
        if (isPinned) unpin(pinned);
        else pin(pinned);
        // Pinning moves the button in the list, which loses the focus.
        requestAnimationFrame(() => currentTarget.focus());
      }}
      className={cx('[&_svg]:text-ink-faint', className)}
    />
  );
}

const pinsFullText = `At most ${pinsMax} projects can be pinned. Unpin one first.`;
