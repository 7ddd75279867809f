import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';
import { NotFoundPage } from '#/features/shell/not-found-page.tsx';

/** Page for unknown paths. Signed-in users always learn that the page does not exist, even without a subscription. */
export const Route = createFileRoute('/$')({
  ...guarded('unknown'),
  component: NotFoundPage,
});
