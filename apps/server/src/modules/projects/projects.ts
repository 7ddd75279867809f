/** Public API of the module: projects, which contain test suites and one level of sub-projects. */
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
  listSubprojects,
  listWithAbove,
  lockProject,
  type ProjectPlace,
  type ProjectRow,
  readTotals,
  setExample,
} from './projects.queries.ts';
export { projectsRoutes } from './projects.routes.ts';
