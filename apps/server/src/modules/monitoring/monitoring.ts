/** The door of the module: suites that run by themselves. */
export { startMonitoring } from './start-monitoring.ts';
