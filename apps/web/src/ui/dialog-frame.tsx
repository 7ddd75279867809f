import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export const dialogVeilClass =
  'fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

export const dialogPopupClass =
  'flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-xl bg-raised shadow-dialog outline-none transition-[opacity,scale] data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const dialogViewportClass = 'fixed inset-0 z-40 flex items-center justify-center p-4';

interface DialogPartProps {
  className?: string;
  children: ReactNode;
}

/** The part of a dialog that scrolls if the window is too low. */
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
