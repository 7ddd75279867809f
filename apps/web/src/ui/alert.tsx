import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type AlertTone = 'info' | 'success' | 'warning' | 'danger';

interface AlertProps {
  tone?: AlertTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links below the text. */
  actions?: ReactNode;
  className?: string;
}

const tones = {
  info: { Icon: Info, look: 'bg-accent-soft ring-accent-line', ink: 'text-accent-ink' },
  success: { Icon: CircleCheck, look: 'bg-passed-soft ring-passed-line', ink: 'text-passed' },
  warning: { Icon: TriangleAlert, look: 'bg-error-soft ring-error-line', ink: 'text-error' },
  danger: { Icon: CircleAlert, look: 'bg-failed-soft ring-failed-line', ink: 'text-failed' },
} as const;

/** A message in the page. Screen readers announce warnings and errors immediately, and other messages when they are idle. */
export function Alert({ tone = 'info', title, children, actions, className }: AlertProps) {
  const { Icon, look, ink } = tones[tone];
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={cx(
        'flex gap-2.5 rounded-md px-3 py-2.5 text-sm ring-1 ring-inset',
        look,
        className,
      )}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', ink)} aria-hidden />
      <div className="min-w-0 break-words flex-1 text-ink">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? 'text-ink-muted' : undefined}>{children}</div>}
        {actions && <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
