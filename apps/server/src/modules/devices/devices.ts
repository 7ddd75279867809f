/** The door of the module: who the tester is on a channel. */
export { findDevice, holdDevice } from './devices.queries.ts';
export { devicesRoutes } from './devices.routes.ts';
export { headersOfVisitor } from './visitor-headers.ts';
