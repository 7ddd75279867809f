import { create } from 'zustand';

/** Windows of the palette: the palette itself, the list of shortcuts, and a dialog that an action opens. */
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
 * Keys typed after the shortcut and before the palette's field has the focus. While the palette is still loading, fast
 * typists would otherwise lose the first letters.
 */
let typedEarly = '';
let askedAt = 0;

/** Maximum wait for the palette in milliseconds. Later keys go to the page again, because loading must have failed. */
const awaitedMs = 5000;

/**
 * Keeps a key for the palette.
 * @returns true if the key was kept
 */
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

/** @returns true for Ctrl+K or ⌘K, unless a text field has handled the key */
export function isPaletteShortcut(event: KeyPress): boolean {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isCommand && event.key.toLowerCase() === 'k' && !event.defaultPrevented;
}
