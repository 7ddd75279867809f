import type { Problem } from '@parley/suite';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { cx } from '#/ui/cx.ts';

interface ProblemLinesProps {
  problems: Pick<Problem, 'severity' | 'line' | 'message' | 'hint'>[];
  className?: string;
}

/** Lists problems next to what they concern. */
export function ProblemLines({ problems, className }: ProblemLinesProps) {
  if (problems.length === 0) return null;
  return (
    <ul className={cx('flex flex-col gap-1 text-xs', className)}>
      {problems.map(({ severity, line, message, hint }) => (
        <li key={`${line} ${message}`} className="flex items-start gap-1.5">
          {severity === 'error' ? (
            <CircleAlert
              role="img"
              aria-label="Error"
              className="mt-0.5 size-3.5 shrink-0 text-failed"
            />
          ) : (
            <TriangleAlert
              role="img"
              aria-label="Warning"
              className="mt-0.5 size-3.5 shrink-0 text-error"
            />
          )}
          <span className="min-w-0">
            <span className="text-ink">{message}</span>{' '}
            {hint && <span className="text-ink-muted">{hint}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
