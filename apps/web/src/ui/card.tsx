import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from './cx.ts';

interface CardProps {
  title?: ReactNode;
  subtitle?: ReactNode;
  /** Shown to the right of the title. */
  actions?: ReactNode;
  /** Removes the padding, so that a table or list reaches the edges. */
  isFlush?: boolean;
  headingLevel?: 2 | 3;
  className?: string;
  children: ReactNode;
}

/** A framed section. With a title, it is a landmark with that name. */
export function Card({
  title,
  subtitle,
  actions,
  isFlush = false,
  headingLevel = 2,
  className,
  children,
}: CardProps) {
  const titleId = useId();
  const Heading = `h${headingLevel}` as const;
  const frame = 'min-w-0 rounded-lg bg-surface shadow-card ring-1 ring-line';
  if (!title) return <div className={cx(frame, !isFlush && 'p-5', className)}>{children}</div>;
  return (
    <section aria-labelledby={titleId} className={cx(frame, className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-4 pb-4">
        <div className="min-w-0 flex-1 basis-56">
          <Heading id={titleId} className="font-semibold text-ink text-lg">
            {title}
          </Heading>
          {subtitle && <p className="mt-0.5 text-ink-muted text-sm">{subtitle}</p>}
        </div>
        {actions && <div className="flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className={isFlush ? undefined : 'px-5 pb-5'}>{children}</div>
    </section>
  );
}
