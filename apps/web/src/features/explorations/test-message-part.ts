import { lazyPart } from '#/ui/lazy-part.ts';

/** The dialog for the editor's connection. The route passes it to the editor, which does not depend on explorations. */
export const TestMessageDialog = lazyPart(
  async () => (await import('./test-message-dialog.tsx')).TestMessageDialog,
);
