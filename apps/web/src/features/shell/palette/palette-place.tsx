import { Suspense, useEffect, useState } from 'react';
import { ProjectDialogs } from '#/features/projects/project-dialogs.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';
import { useSingleKeys } from '#/ui/use-single-keys.ts';
import {
  closePaletteWindow,
  isPaletteShortcut,
  keepTyped,
  openPaletteWindow,
  usePalette,
} from './palette-store.ts';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);
const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet);

/** Opens the palette on Ctrl+K or ⌘K, and the list of shortcuts on `?`. */
export function PalettePlace() {
  const open = usePalette((state) => state.open);
  const [isDrawn, setDrawn] = useState({ palette: false, shortcuts: false });
  if (open === 'palette' && !isDrawn.palette) setDrawn({ ...isDrawn, palette: true });
  if (open === 'shortcuts' && !isDrawn.shortcuts) setDrawn({ ...isDrawn, shortcuts: true });
  useSingleKeys({ '?': () => openPaletteWindow('shortcuts') });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteShortcut(event)) {
        if (isAwaited() && keepTyped(event)) event.preventDefault();
        return;
      }
      event.preventDefault();
      if (usePalette.getState().open === 'palette') closePaletteWindow();
      else if (!isBehindWindow()) openPaletteWindow('palette');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Suspense>
        {isDrawn.palette && (
          <CommandPalette isOpen={open === 'palette'} onClose={closePaletteWindow} />
        )}
      </Suspense>
      <Suspense>
        {isDrawn.shortcuts && (
          <ShortcutsSheet isOpen={open === 'shortcuts'} onClose={closePaletteWindow} />
        )}
      </Suspense>
      <ProjectDialogs
        action={open === 'new-project' ? newProject : null}
        onClose={closePaletteWindow}
      />
    </>
  );
}

const newProject = { kind: 'create' } as const;

/** @returns true if the palette was requested but its field does not have the focus yet */
const isAwaited = () =>
  usePalette.getState().open === 'palette' && !document.activeElement?.closest('[role=dialog]');

/** @returns true if a dialog is open, because it can have unsaved changes that the palette would discard */
const isBehindWindow = () =>
  document.querySelector(
    '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])',
  ) !== null;
