/** Public API of the module: judges of projects, people's labels, and licenses. */
export { createJudges, judgesJobs, judgesWork } from './judges.jobs.ts';
export { judgesRoutes } from './judges.routes.ts';
export { standingsOf } from './licence-of-project.ts';
