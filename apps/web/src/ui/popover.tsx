import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { PopupPlace } from './popup-place.ts';

interface PopoverProps {
  trigger: ReactElement;
  /** Heading of the popover. Without it, set `label` as the accessible name. */
  title?: string;
  label?: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}

export function Popover({
  trigger,
  title,
  label,
  align = 'start',
  side = 'bottom',
  isOpen,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            ref={popup}
            aria-label={title ? undefined : label}
            className={cx(
              'max-w-(--available-width) rounded-lg bg-raised shadow-popup outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              className ?? 'w-80 p-4',
            )}
          >
            {title && (
              <Base.Title className="mb-2 font-semibold text-base text-ink">{title}</Base.Title>
            )}
            <PopupPlace value={popup}>{children}</PopupPlace>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
