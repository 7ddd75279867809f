import { lazyPart } from '#/ui/lazy-part.ts';

/** The dialog of the editor's connection; the route gives it to the editor, which knows no pickers. */
export const PickerDialog = lazyPart(
  async () => (await import('./picker-dialog.tsx')).PickerDialog,
);
