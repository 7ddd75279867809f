/** Public API of the module: ready-made tests for new users. */
export { examplesRoutes } from './examples.routes.ts';
