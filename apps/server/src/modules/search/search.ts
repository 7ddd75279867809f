/** Public API of the module: finds things in an organization by name. */
export { searchRoutes } from './search.routes.ts';
