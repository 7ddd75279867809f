import { lazyPart } from '#/ui/lazy-part.ts';

/** Loaded once somebody opens it. The route gives it to the editor, which knows no pickers. */
export const PickerDialog = lazyPart(
  async () => (await import('./picker-dialog.tsx')).PickerDialog,
);
