import { createFileRoute } from '@tanstack/react-router';
import { FullLayout } from '#/features/shell/page-layout.tsx';

/** Full-width pages. */
export const Route = createFileRoute('/_protected/_full')({
  component: FullLayout,
});
