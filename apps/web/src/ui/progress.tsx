import { cx } from './cx.ts';

interface ProgressProps {
  label: string;
  /** 0 to 1; null if the progress is unknown. */
  value: number | null;
  /** Announced by screen readers instead of the percentage, for instance "3 of 12 tests". */
  valueText?: string;
  tone?: 'accent' | 'passed' | 'failed' | 'error' | 'running';
  className?: string;
}

const fills = {
  accent: 'bg-accent',
  passed: 'bg-passed-solid',
  failed: 'bg-failed-solid',
  error: 'bg-error-solid',
  running: 'bg-running-solid',
};

export function Progress({ label, value, valueText, tone = 'accent', className }: ProgressProps) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      className={cx('h-1.5 w-full overflow-hidden rounded-full bg-pressed', className)}
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width]',
          fills[tone],
          percent === undefined && 'w-1/3 animate-pulse',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
