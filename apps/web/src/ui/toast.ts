/** Toasts. Only one is visible at a time; a new toast replaces it. Call `toast({ … })` anywhere; `Toaster` renders it. */
import { createStore } from 'zustand/vanilla';

export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning' | 'info';

export interface ToastContent {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** Milliseconds on screen. Defaults to 5,000. */
  durationMs?: number;
  /** An action, for instance undo. Users must be able to do the same elsewhere. */
  action?: { label: string; onPress: () => void };
}

export interface Toast extends Required<Omit<ToastContent, 'description' | 'action'>> {
  id: number;
  description?: string;
  action?: ToastContent['action'];
  isOpen: boolean;
}

export const toastDurationMs = 5000;

/** Milliseconds until a closed toast is removed from memory. */
const toastRemovalDelayMs = 1_000_000;

export const toastStore = createStore<{ toast: Toast | null }>(() => ({ toast: null }));

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

export function toast({
  title,
  description,
  variant = 'default',
  durationMs = toastDurationMs,
  action,
}: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  toastStore.setState({
    toast: { id: lastId, title, description, variant, durationMs, action, isOpen: true },
  });
}

/** @returns true if the event came from a toast */
export function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null;
}

/** Closes the toast if it is still open. */
export function closeToast(id: number): void {
  const shown = toastStore.getState().toast;
  if (shown?.id !== id || !shown.isOpen) return;
  toastStore.setState({ toast: { ...shown, isOpen: false } });
  removal = setTimeout(() => toastStore.setState({ toast: null }), toastRemovalDelayMs);
}
