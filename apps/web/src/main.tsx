import './ui/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseIdentity, identity } from '#/lib/identity/current-identity.ts';
import { startSession } from '#/lib/session/session.ts';
import { router } from './router.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

chooseIdentity().then(
  () => {
    if (identity.currentUser()) preloadPage();
    startSession({ onAccessChanged: () => void router.invalidate() });
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  },
  () => {
    container.textContent = 'Sign-in could not be loaded. Reload the page.';
  },
);

/** Preloads the shell and the page for returning users while the session loads. */
function preloadPage(): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    void router
      .loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])
      ?.catch(() => {});
  }
}
