/** The door of the module: suites carried out against their bots, live and afterwards. */
export { mountLive } from './live.ts';
export { startRunWorker } from './run-worker.ts';
export { runsRoutes } from './runs.routes.ts';
export { queueRun } from './start-run.ts';
