/** Public API of the module: tests that may fail for a while without failing their run. */
export { presentQuarantine } from './present-quarantine.ts';
export { listInForce } from './quarantines.queries.ts';
export { quarantinesRoutes } from './quarantines.routes.ts';
