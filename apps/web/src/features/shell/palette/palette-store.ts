import { create } from 'zustand';

/** The windows of the palette: itself, the sheet of shortcuts, and what an action of it opens. */
export type PaletteWindow = 'palette' | 'shortcuts' | 'new-project';

export const usePalette = create<{ open: PaletteWindow | null }>(() => ({ open: null }));

export function openPaletteWindow(open: PaletteWindow): void {
  typedEarly = '';
  askedAt = performance.now();
  usePalette.setState({ open });
}

export function closePaletteWindow(): void {
  usePalette.setState({ open: null });
}

/**
 * Keys between the shortcut and the moment when the field of the palette has the focus: its code may still be
 * loading, and who types fast would lose the first letters.
 */
let typedEarly = '';
let askedAt = 0;

/** A palette that takes longer has failed to load, and keys belong to the page again. */
const awaitedMs = 5000;

/** @returns true if the key was kept for the palette */
export function keepTyped({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  if (ctrlKey || metaKey || altKey || performance.now() - askedAt > awaitedMs) return false;
  if (key === 'Backspace') typedEarly = typedEarly.slice(0, -1);
  else if ([...key].length === 1) typedEarly += key;
  else return false;
  return true;
}

export function takeTyped(): string {
  const typed = typedEarly;
  typedEarly = '';
  return typed;
}

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
>;

/** A key press of Ctrl or Cmd with K that no text field has used for itself. */
export function isPaletteShortcut(event: KeyPress): boolean {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isCommand && event.key.toLowerCase() === 'k' && !event.defaultPrevented;
}
