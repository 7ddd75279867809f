/** Public API of the module: what fails now, and how suites of all projects stand. */
export { overviewRoutes } from './overview.routes.ts';
