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
  /** Paths of other pages, which render nothing, so that links to them work. */
  others?: readonly string[];
}

/** Renders a page at a path, with a router that only knows this page and `others`. */
export function renderPage(component: () => ReactNode, { path = '/', others = [] }: Address = {}) {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path, component });
  const rest = others.map((other) => createRoute({ getParentRoute: () => root, path: other }));
  const router = createRouter({
    routeTree: root.addChildren([page, ...rest]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  // The type of routers is that of the whole dashboard.
  render(<RouterProvider router={router as never} />);
  return router;
}
