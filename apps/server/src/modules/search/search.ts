/** Public API of the module: what an organization has, found by name. */
export { searchRoutes } from './search.routes.ts';
