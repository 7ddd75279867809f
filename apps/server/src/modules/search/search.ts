/** Public API of the module: search by name in an organization. */
export { searchRoutes } from './search.routes.ts';
