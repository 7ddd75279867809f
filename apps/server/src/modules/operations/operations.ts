/** Public API of the module: state of the installation, for its operators. */
export { operationsRoutes } from './operations.routes.ts';
export { operationsGauges } from './operations-gauges.ts';
