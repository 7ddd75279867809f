import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

interface Address {
  path?: string;
  /** Paths of pages that links may lead to; they render nothing. */
  others?: readonly string[];
}

/** Renders the page at an address, with a router that has only the named pages. */
export function renderPage(component: () => ReactNode, { path = '/', others = [] }: Address = {}) {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path, component });
  const rest = others.map((other) => createRoute({ getParentRoute: () => root, path: other }));
  const router = createRouter({
    routeTree: root.addChildren([page, ...rest]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  // The type of the router is that of the whole dashboard.
  render(<RouterProvider router={router as never} />);
  return router;
}
