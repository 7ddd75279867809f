import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isFullWidth?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode;
  /** Shows a spinner and ignores presses. The button keeps the keyboard focus. */
  isLoading?: boolean;
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-control not-aria-disabled:hover:bg-accent-hover',
  secondary:
    'bg-surface text-ink shadow-control ring-1 ring-inset ring-line-control/60 not-aria-disabled:hover:bg-hover not-aria-disabled:hover:ring-line-control data-popup-open:bg-hover',
  ghost:
    'text-ink-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink data-popup-open:bg-hover',
  danger: 'bg-danger text-on-accent shadow-control not-aria-disabled:hover:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 px-2.5 text-sm',
  md: 'h-8 gap-2 px-3 text-sm',
  lg: 'h-10 gap-2 px-4 text-base',
};

/** Classes of a button, for links that look like one. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
  isFullWidth = false,
}: ButtonLook = {}): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors',
    'disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
    isFullWidth && 'w-full',
  );
}

export function Button({
  variant,
  size,
  isFullWidth,
  icon,
  isLoading = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isInert = isLoading || rest['aria-disabled'] === true;

  // Prevented instead of disabled, because pressing Enter in a form also causes a click on this button.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isInert) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isInert || undefined}
      aria-busy={isLoading || undefined}
      onClick={press}
      className={cx(buttonClass({ variant, size, isFullWidth }), className)}
    >
      {isLoading ? <Spinner /> : icon}
      {children}
    </button>
  );
}
