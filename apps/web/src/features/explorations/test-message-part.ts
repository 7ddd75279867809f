import { lazyPart } from '#/ui/lazy-part.ts';

/** Lazily loaded dialog. The route passes it to the editor, so that the editor does not depend on explorations. */
export const TestMessageDialog = lazyPart(
  async () => (await import('./test-message-dialog.tsx')).TestMessageDialog,
);
