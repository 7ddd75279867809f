import { createRootRoute, Outlet } from '@tanstack/react-router';

/** Renders nothing itself, because signed-out pages must not load what only the shell needs. */
export const Route = createRootRoute({ component: Outlet });
