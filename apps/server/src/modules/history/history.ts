/** Public API of the module: results of runs over time. */
export { historyRoutes } from './history.routes.ts';
export { readReliability } from './read-reliability.ts';
