/** Public API of the module: current failures and the state of suites in all projects. */
export { createOverviewReader, overviewRoutes } from './overview.routes.ts';
