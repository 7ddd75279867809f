/** Public API of the module: pages on which a person points out the parts of a chat widget. */

export { startPickerWorker } from './picker-worker.ts';
export { pickersRoutes } from './pickers.routes.ts';
