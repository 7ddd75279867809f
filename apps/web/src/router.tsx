import { createRouter, parseSearchWith } from '@tanstack/react-router';
import { ErrorFallback } from '#/features/session/error-fallback.tsx';
import { PendingPage } from '#/features/session/pending-page.tsx';
import { parseExactly } from '#/lib/search-values.ts';
import { routeTree } from './route-tree.gen.ts';

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchWith(parseExactly),
  defaultPreload: 'intent',
  // TanStack Query decides whether cached data is fresh, so the router always runs the loader.
  defaultPreloadStaleTime: 0,
  // The pending page appears after 300 ms and disappears as soon as the wait ends.
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
