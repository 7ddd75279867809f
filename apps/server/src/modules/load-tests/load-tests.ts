/** Public API of the module: load tests and their results. */
export { interruptOpenLoadTests, shareLease } from './load-leases.ts';
export { provenHosts } from './load-target.ts';
export { loadTestsDeletions } from './load-tests.deletions.ts';
export { loadTestsRoutes } from './load-tests.routes.ts';
export { startLoadWorker } from './load-worker.ts';
export { loadTestsJobs, loadTestsWork } from './trim-load-tests.ts';
