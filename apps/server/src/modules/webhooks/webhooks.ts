/** Public API of the module: signed messages to addresses of an organization when something happens. */
export { webhooksConsumers } from './enqueue-messages.ts';
export { startWebhooks } from './start-webhooks.ts';
export { webhooksJobs, webhooksWork } from './webhooks.jobs.ts';
export { silenceWebhooks } from './webhooks.queries.ts';
export { webhooksRoutes } from './webhooks.routes.ts';
