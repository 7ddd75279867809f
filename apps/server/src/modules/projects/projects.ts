/** Public API of the module: folders for test suites, one level deep. */
export { createProject } from './create-project.ts';
export {
  addToSuiteCount,
  findProject,
  findProjectNamed,
  listProjectsAfter,
  type ProjectPlace,
  type ProjectRow,
  readTotals,
} from './projects.queries.ts';
export { projectsRoutes } from './projects.routes.ts';
