/** Public API of the module: passes spans of agents from the receiver to the worker of their run. */
export { openRunSpans } from './open-run-spans.ts';
export { mountSpanReceiver } from './receive-spans.ts';
export { spansJobs, spansWork } from './spans.jobs.ts';
