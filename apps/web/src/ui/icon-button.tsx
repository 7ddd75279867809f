import type { ReactNode } from 'react';
import { Button, type ButtonProps, type ButtonSize } from './button.tsx';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  /** Tooltip that says more than the label, for instance why the button is disabled; `false` for no tooltip. */
  tooltip?: string | false;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

const squares: Record<ButtonSize, string> = { sm: 'w-7 px-0!', md: 'w-8 px-0!', lg: 'w-10 px-0!' };

export function IconButton({
  label,
  icon,
  tooltip,
  tooltipSide,
  variant = 'ghost',
  size = 'md',
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <Button
      {...rest}
      variant={variant}
      size={size}
      icon={icon}
      aria-label={label}
      className={cx(squares[size], className)}
    />
  );
  if (tooltip === false) return button;
  return (
    <Tooltip text={tooltip ?? label} side={tooltipSide}>
      {button}
    </Tooltip>
  );
}
