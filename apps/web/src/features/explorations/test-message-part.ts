import { lazyPart } from '#/ui/lazy-part.ts';

/** The dialog of the editor's connection; the route gives it to the editor, which knows no explorations. */
export const TestMessageDialog = lazyPart(
  async () => (await import('./test-message-dialog.tsx')).TestMessageDialog,
);
