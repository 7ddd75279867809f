import { createRouter, parseSearchWith } from '@tanstack/react-router';
import { ErrorFallback } from '#/features/session/error-fallback.tsx';
import { PendingPage } from '#/features/session/pending-page.tsx';
import { parseExactly } from '#/lib/search-values.ts';
import { routeTree } from './route-tree.gen.ts';

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchWith(parseExactly),
  defaultPreload: 'intent',
  // TanStack Query decides what is fresh; the router only asks again.
  defaultPreloadStaleTime: 0,
  // A wait is shown after 300 ms, and not a moment longer than it lasts.
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorFallback,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
