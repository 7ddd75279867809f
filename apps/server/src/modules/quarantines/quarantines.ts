/** Public API of the module: tests whose failures do not fail their run for a while. */
export { presentQuarantine } from './present-quarantine.ts';
export { listInForce } from './quarantines.queries.ts';
export { quarantinesRoutes } from './quarantines.routes.ts';
