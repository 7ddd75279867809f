import type { SuiteSummary } from '@parley/contract';
import { MessagesSquare, Phone } from 'lucide-react';
import { cx } from '#/ui/cx.ts';

export const platforms = {
  webchat: { label: 'Webchat', Icon: MessagesSquare },
  phone: { label: 'Phone', Icon: Phone },
} as const satisfies Record<SuiteSummary['platform'], unknown>;

interface PlatformLabelProps {
  platform: SuiteSummary['platform'];
  className?: string;
}

export function PlatformLabel({ platform, className }: PlatformLabelProps) {
  const { label, Icon } = platforms[platform];
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 align-middle text-ink-muted text-xs',
        className,
      )}
    >
      <Icon className="size-3.5 text-ink-faint" aria-hidden />
      {label}
    </span>
  );
}
