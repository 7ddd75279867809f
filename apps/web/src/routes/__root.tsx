import { createRootRoute, Outlet } from '@tanstack/react-router';

/** Nothing is drawn here: signed-out pages must not carry what only the shell needs. */
export const Route = createRootRoute({ component: Outlet });
