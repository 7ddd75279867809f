/** The door of the module: how the installation is doing, for the people who operate it. */
export { operationsRoutes } from './operations.routes.ts';
export { operationsGauges } from './operations-gauges.ts';
