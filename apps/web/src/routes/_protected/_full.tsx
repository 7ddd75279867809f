import { createFileRoute } from '@tanstack/react-router';
import { ErrorFallback } from '#/features/session/error-fallback.tsx';
import { FullLayout } from '#/features/shell/page-layout.tsx';

/** Full-width pages; an error in one of them leaves the shell standing. */
export const Route = createFileRoute('/_protected/_full')({
  component: FullLayout,
  errorComponent: ErrorFallback,
});
