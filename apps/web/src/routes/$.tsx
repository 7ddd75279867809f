import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';
import { NotFoundPage } from '#/features/shell/not-found-page.tsx';

/** Any other path. Signed-in people see that it leads nowhere, whatever else they may see. */
export const Route = createFileRoute('/$')({
  ...guarded('unknown'),
  component: NotFoundPage,
});
