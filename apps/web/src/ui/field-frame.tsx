import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface FieldFrameProps {
  label: ReactNode;
  /** Hides the label from sight, not from screen readers. */
  isLabelHidden?: boolean;
  isRequired?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
}

interface Props extends FieldFrameProps {
  id: string;
  children: ReactNode;
}

/** Ids of what describes a field, for its `aria-describedby`. */
export function describedBy(id: string, { hint, error }: Pick<FieldFrameProps, 'hint' | 'error'>) {
  if (error) return `${id}-message`;
  return hint ? `${id}-message` : undefined;
}

/** The label above a control and one line below it: the error, or else the hint. */
export function FieldFrame({ id, label, isLabelHidden, hint, error, className, children }: Props) {
  return (
    <div className={cx('flex flex-col', className)}>
      <label
        htmlFor={id}
        className={isLabelHidden ? 'sr-only' : 'mb-1.5 self-start font-medium text-ink text-sm'}
      >
        {label}
      </label>
      {children}
      <FieldMessage id={id} hint={hint} error={error} />
    </div>
  );
}

/**
 * Message that is announced when it changes. The element stays in the page while empty; otherwise the change would not be
 * announced.
 */
export function FieldMessage({ id, hint, error }: Pick<Props, 'id' | 'hint' | 'error'>) {
  return (
    <div
      id={`${id}-message`}
      aria-live="polite"
      className={cx(
        'wrap-anywhere text-xs empty:hidden',
        'mt-1.5',
        error ? 'text-failed' : 'text-ink-muted',
      )}
    >
      {error || hint}
    </div>
  );
}

/** Style shared by text fields, text areas and selects. */
export const controlClass =
  'w-full min-w-0 rounded-md bg-surface text-base text-ink shadow-control outline-none ring-1 ring-inset ring-line-control transition-shadow hover:ring-ink-faint focus-visible:ring-2 focus-visible:ring-accent-ink disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-muted aria-invalid:ring-failed-solid';
