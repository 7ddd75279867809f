import { createContext, use, useEffect, useRef } from 'react';

interface DialogClosing {
  /** Closes the dialog. Asks first if input would be lost. */
  close: () => void;
  /** Registers a check for unsaved input. Returns a function that removes it. */
  hold: (wouldLose: () => boolean) => () => void;
}

export const DialogClosingContext = createContext<DialogClosing | null>(null);

/**
 * Makes the surrounding dialog ask before it closes while `wouldLose` is true.
 * @returns a function that closes the dialog
 */
export function useDialogClosing(wouldLose: boolean): () => void {
  const closing = use(DialogClosingContext);
  if (!closing) throw new Error('A form of a dialog stands outside of a dialog');
  const latest = useRef(wouldLose);
  latest.current = wouldLose;
  const { hold, close } = closing;
  useEffect(() => hold(() => latest.current), [hold]);
  return close;
}
