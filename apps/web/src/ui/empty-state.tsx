import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** Text that explains the first step. */
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3;
  className?: string;
}

export function EmptyState({
  icon,
  title,
  children,
  action,
  headingLevel = 2,
  className,
}: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={cx('wrap-anywhere flex flex-col items-center px-6 py-16 text-center', className)}
    >
      {icon && (
        <div className="mb-4 flex size-10 items-center justify-center rounded-lg bg-surface text-ink-faint shadow-card ring-1 ring-line [&>svg]:size-5">
          {icon}
        </div>
      )}
      <Heading className="font-semibold text-ink text-lg">{title}</Heading>
      {children && (
        <div className="mt-1 max-w-md text-balance text-ink-muted text-sm">{children}</div>
      )}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
