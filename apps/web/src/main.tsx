import './ui/theme.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseIdentity } from '#/lib/identity/current-identity.ts';
import { startSession } from '#/lib/session/session.ts';
import { router } from './router.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

chooseIdentity().then(
  () => {
    startSession({ onAccessChanged: () => void router.invalidate() });
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  },
  () => {
    container.textContent = 'The sign-in could not be loaded. Reload this page to try again.';
  },
);
