import { lazyPart } from '#/ui/lazy-part.ts';

/** Lazily loaded picker dialog. The route passes it to the editor, so that the editor does not import pickers. */
export const PickerDialog = lazyPart(
  async () => (await import('./picker-dialog.tsx')).PickerDialog,
);
