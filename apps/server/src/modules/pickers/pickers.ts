/** Public API of the module: pages on which a person shows where the chat is. */

export { startPickerWorker } from './picker-worker.ts';
export { pickersRoutes } from './pickers.routes.ts';
