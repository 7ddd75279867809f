/** The door of the module: who the tester is on a channel. */
export { devicesRoutes } from './devices.routes.ts';
