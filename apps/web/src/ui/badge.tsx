import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'neutral' | 'accent' | 'passed' | 'failed' | 'error' | 'running';

interface BadgeProps {
  tone?: BadgeTone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-muted ring-line',
  accent: 'bg-accent-soft text-accent-ink ring-accent-line',
  passed: 'bg-passed-soft text-passed ring-passed-line',
  failed: 'bg-failed-soft text-failed ring-failed-line',
  error: 'bg-error-soft text-error ring-error-line',
  running: 'bg-running-soft text-running ring-running-line',
};

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded-md px-1.5 font-medium text-xs ring-1 ring-inset [&>svg]:size-3 [&>svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
