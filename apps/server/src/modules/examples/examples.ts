/** Public API of the module: ready-made tests for somebody new. */
export { examplesRoutes } from './examples.routes.ts';
