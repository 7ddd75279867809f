/** The door of the module: what came of runs over time. */
export { historyRoutes } from './history.routes.ts';
