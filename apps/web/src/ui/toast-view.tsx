import * as Radix from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { cx } from './cx.ts';
import { closeToast, type ToastVariant, toastDurationMs, toastStore } from './toast.ts';

const looks: Record<ToastVariant, { Icon: LucideIcon; ink: string } | null> = {
  default: null,
  destructive: { Icon: CircleAlert, ink: 'text-failed' },
  success: { Icon: CircleCheck, ink: 'text-passed' },
  warning: { Icon: TriangleAlert, ink: 'text-error' },
  info: { Icon: Info, ink: 'text-accent-ink' },
};

/** Loaded by `Toaster`. Swiping more than 50 px to the right closes the toast. */
export default function ToastView() {
  const toast = useStore(toastStore, (state) => state.toast);
  if (!toast) return null;
  const look = looks[toast.variant];
  // Rendered at the end of the body, so that toasts are above dialogs, which are rendered there, too.
  return createPortal(
    <Radix.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={50}>
      <Radix.Root
        key={toast.id}
        open={toast.isOpen}
        onOpenChange={(isOpen) => !isOpen && closeToast(toast.id)}
        duration={toast.durationMs}
        type={toast.variant === 'destructive' ? 'foreground' : 'background'}
        className="flex touch-pan-y items-start gap-2.5 rounded-lg bg-raised py-3 pr-2 pl-3.5 shadow-dialog data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in"
      >
        {look && <look.Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', look.ink)} />}
        <div className="min-w-0 flex-1">
          <Radix.Title className="break-words font-medium text-ink text-sm">
            {toast.title}
          </Radix.Title>
          {toast.description && (
            <Radix.Description className="mt-0.5 break-words text-ink-muted text-sm">
              {toast.description}
            </Radix.Description>
          )}
        </div>
        {toast.action && (
          <Radix.Action
            altText={toast.action.label}
            onClick={toast.action.onPress}
            className="-my-1 h-7 shrink-0 rounded-md px-2 font-medium text-accent-ink text-sm hover:bg-hover"
          >
            {toast.action.label}
          </Radix.Action>
        )}
        <Radix.Close
          aria-label="Dismiss"
          className="-mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X className="size-3.5" aria-hidden />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport
        data-toasts
        className="fixed right-0 bottom-0 z-60 m-4 w-[calc(100%-2rem)] max-w-sm outline-none"
      />
    </Radix.Provider>,
    document.body,
  );
}
