import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface FieldFrameProps {
  label: ReactNode;
  /** Hides the label visually. Screen readers still announce it. */
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

/** Id of the element that describes a field, for its `aria-describedby`; undefined if there is none. */
export function describedBy(id: string, { hint, error }: Pick<FieldFrameProps, 'hint' | 'error'>) {
  if (error) return `${id}-message`;
  return hint ? `${id}-message` : undefined;
}

/** A control with its label above and one line below: the error, or the hint if there is no error. */
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
 * A message that is announced when it changes. The element is also rendered while it is empty, because otherwise screen
 * readers would not announce the change.
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
