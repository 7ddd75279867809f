import { lazyPart } from '#/ui/lazy-part.ts';

/** Lazy-loaded picker dialog. The route passes it to the editor, which does not import pickers. */
export const PickerDialog = lazyPart(
  async () => (await import('./picker-dialog.tsx')).PickerDialog,
);
