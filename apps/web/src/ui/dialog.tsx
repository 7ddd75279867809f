import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogClosingContext } from './dialog-closing.ts';
import { dialogPopupClass, dialogVeilClass, dialogViewportClass } from './dialog-frame.tsx';
import { IconButton } from './icon-button.tsx';
import { PopupPlace } from './popup-place.ts';
import { isToast } from './toast.ts';
import { useOpener } from './use-opener.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Width in pixels, limited by the width of the screen. */
  widthPx?: number;
  children: ReactNode;
}

/**
 * A modal dialog. It keeps the focus inside, closes on Escape, and then returns the focus. While a form in it has unsaved
 * changes, every way of closing it asks first.
 */
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
  const { wouldLose, hold } = useHolds();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (wouldLose() ? setIsAsking(true) : onOpenChange(false));
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next, { event, cancel }) => {
        // A toast lies above the dialog. Dismissing it does not count as a press outside.
        if (isToast(event.target)) cancel();
        else if (next) onOpenChange(true);
        else {
          if (wouldLose()) cancel();
          close();
        }
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
                  // No tooltip, because it would open with the focus and take the first Escape for itself.
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
            <DialogClosingContext value={{ close, hold }}>
              <PopupPlace value={popup}>{children}</PopupPlace>
            </DialogClosingContext>
            <ConfirmDialog
              isOpen={isAsking}
              onOpenChange={setIsAsking}
              title="Discard changes?"
              confirmLabel="Discard"
              cancelLabel="Keep editing"
              isDangerous
              onConfirm={() => onOpenChange(false)}
            >
              What you entered isn’t saved.
            </ConfirmDialog>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function useHolds() {
  const holds = useRef(new Set<() => boolean>());
  const hold = useCallback((wouldLose: () => boolean) => {
    holds.current.add(wouldLose);
    return () => void holds.current.delete(wouldLose);
  }, []);
  return { hold, wouldLose: () => [...holds.current].some((loses) => loses()) };
}

/** Selector for visible fields. It excludes the hidden input in which a select keeps its value. */
const fields =
  'input:not([type=hidden], [aria-hidden=true], :disabled), textarea:not(:disabled), [role=combobox]:not([data-disabled])';

/** Initial focus: the first field, so that users can type immediately, or the first button if there is no field. */
function firstField(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>(fields) ?? true;
}
