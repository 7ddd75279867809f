import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode, useContext } from 'react';
import { PopupPlace } from './popup-place.ts';

interface TooltipProps {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  isDisabled?: boolean;
  /** The control that the tooltip explains. It needs its own accessible name. */
  children: ReactElement;
}

export function Tooltip({ text, side = 'top', isDisabled = false, children }: TooltipProps) {
  return (
    <Base.Root disabled={isDisabled}>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal container={useContext(PopupPlace)}>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-64 rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-popup transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
