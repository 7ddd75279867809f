/** Public API of the module: spans of agents, from where they are received to the worker of their run. */
export { openRunSpans } from './open-run-spans.ts';
export { mountSpanReceiver } from './receive-spans.ts';
export { spansJobs, spansWork } from './spans.jobs.ts';
