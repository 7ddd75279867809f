import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { toastStore } from './toast.ts';

const ToastView = lazy(() => import('./toast-view.tsx'));

/** Container for toasts; render it once per page. The code of toasts is loaded with the first one. */
export function Toaster() {
  const hasToast = useStore(toastStore, (state) => state.toast !== null);
  if (!hasToast) return null;
  return (
    <Suspense>
      <ToastView />
    </Suspense>
  );
}
