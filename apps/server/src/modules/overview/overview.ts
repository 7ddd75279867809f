/** Public API of the module: what fails now, and how suites of all projects stand. */
export { createOverviewReader, overviewRoutes } from './overview.routes.ts';
