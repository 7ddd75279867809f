import { createFileRoute } from '@tanstack/react-router';
import { ContainedLayout } from '#/features/shell/page-layout.tsx';

/** Pages in a centered column. */
export const Route = createFileRoute('/_protected/_contained')({
  component: ContainedLayout,
});
