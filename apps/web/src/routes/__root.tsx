import { createRootRoute, Outlet } from '@tanstack/react-router';

/** Renders nothing itself, so that signed-out pages do not load code that only the shell needs. */
export const Route = createRootRoute({ component: Outlet });
