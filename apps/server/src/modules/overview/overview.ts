/** Public API of the module: current failures and the state of suites in all projects. */
export { overviewDeletions } from './overview.deletions.ts';
export { overviewJobs, overviewWork } from './overview.jobs.ts';
export { overviewRoutes } from './overview.routes.ts';
export { readOverview } from './read-overview.ts';
