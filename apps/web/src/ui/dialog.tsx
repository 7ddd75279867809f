import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { PopupPlace } from './popup-place.ts';
import { isToast } from './toast.ts';
import { useOpener } from './use-opener.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  /** In pixels; a narrower screen wins. */
  widthPx?: number;
  children: ReactNode;
}

export const dialogVeilClass =
  'fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

export const dialogPopupClass =
  'flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-xl bg-raised shadow-dialog outline-none transition-[opacity,scale] data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const dialogViewportClass = 'fixed inset-0 z-40 flex items-center justify-center p-4';

/** A modal window. Focus stays inside, Escape closes, focus returns to where it came from. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  widthPx = 475,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useOpener();
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next, { event, cancel }) => {
        // A toast lies above the dialog; dismissing it is no press outside.
        if (isToast(event.target)) cancel();
        else onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={dialogVeilClass} />
        <Base.Viewport className={dialogViewportClass}>
          <Base.Popup
            ref={popup}
            initialFocus={(openedBy) => {
              opener.note();
              return openedBy === 'touch' || firstField(popup.current);
            }}
            finalFocus={opener.isThere}
            className={dialogPopupClass}
            style={{ maxWidth: widthPx }}
          >
            <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
              <div className="min-w-0">
                <Base.Title className="font-semibold text-ink text-lg">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-ink-muted text-sm">
                    {description}
                  </Base.Description>
                )}
              </div>
              <Base.Close
                render={
                  // A tooltip that opens with the focus would take the first Escape for itself.
                  <IconButton
                    label="Close"
                    tooltip={false}
                    icon={<X className="size-4" />}
                    size="sm"
                    className="-mr-1.5"
                  />
                }
              />
            </header>
            <PopupPlace value={popup}>{children}</PopupPlace>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A select keeps its value in an input that nobody sees. */
const fields =
  'input:not([type=hidden], [aria-hidden=true], :disabled), textarea:not(:disabled), [role=combobox]:not([data-disabled])';

/** Typing can begin at once; a window without a field starts at its first button. */
function firstField(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>(fields) ?? true;
}

interface DialogPartProps {
  className?: string;
  children: ReactNode;
}

/** The part that scrolls when the window is too low. */
export function DialogBody({ className, children }: DialogPartProps) {
  return (
    <div className={cx('flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5', className)}>
      {children}
    </div>
  );
}

export function DialogFooter({ className, children }: DialogPartProps) {
  return (
    <footer
      className={cx(
        'flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3',
        className,
      )}
    >
      {children}
    </footer>
  );
}
