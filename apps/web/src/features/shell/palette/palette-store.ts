import { create } from 'zustand';

/** The windows of the palette: itself, the sheet of shortcuts, and what an action of it opens. */
export type PaletteWindow = 'palette' | 'shortcuts' | 'new-project';

export const usePalette = create<{ open: PaletteWindow | null }>(() => ({ open: null }));

export function openPaletteWindow(open: PaletteWindow): void {
  usePalette.setState({ open });
}

export function closePaletteWindow(): void {
  usePalette.setState({ open: null });
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
