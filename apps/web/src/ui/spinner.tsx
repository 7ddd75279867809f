import { cx } from './cx.ts';

interface SpinnerProps {
  /** Text for screen readers. Omit it if the same text is visible next to the spinner. */
  label?: string;
  className?: string;
}

export function Spinner({ label, className }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      className={cx('size-4 shrink-0 animate-spin', className)}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.75" opacity="0.25" />
      <path
        d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
