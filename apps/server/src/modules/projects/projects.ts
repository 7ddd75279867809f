/** Public API of the module: folders for test suites, one level deep. */
export { createProject } from './create-project.ts';
export { presentProject } from './present-project.ts';
export {
  addToSuiteCount,
  addToTotals,
  deleteEmptyProject,
  findExampleProject,
  findProject,
  findProjectNamed,
  listProjectsAfter,
  listWithAbove,
  lockProject,
  type ProjectPlace,
  type ProjectRow,
  readTotals,
  setExample,
} from './projects.queries.ts';
export { projectsRoutes } from './projects.routes.ts';
