import { createContext, use, useEffect, useRef } from 'react';

interface DialogClosing {
  /** Closes the dialog, after a question where something would be lost. */
  close: () => void;
  /** Registers what could be lost, until the returned call. */
  hold: (wouldLose: () => boolean) => () => void;
}

export const DialogClosingContext = createContext<DialogClosing | null>(null);

/**
 * Has the dialog around ask before it closes while `wouldLose` holds.
 * @returns how to close it
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
