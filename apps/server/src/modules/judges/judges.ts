/** Public API of the module: judges of projects, labels of people, and licences. */
export { createJudges, judgesJobs, judgesWork } from './judges.jobs.ts';
export { judgesRoutes } from './judges.routes.ts';
export { standingOf } from './licence-of-project.ts';
