import { createFileRoute } from '@tanstack/react-router';
import { ErrorFallback } from '#/features/session/error-fallback.tsx';
import { ContainedLayout } from '#/features/shell/page-layout.tsx';

/** Pages in a column; an error in one of them leaves the shell standing. */
export const Route = createFileRoute('/_protected/_contained')({
  component: ContainedLayout,
  errorComponent: ErrorFallback,
});
