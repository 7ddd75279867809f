/** Public API of the module: signed messages about events, sent to URLs of an organization. */

export { webhooksConsumers } from './enqueue-messages.ts';
export { startWebhooks } from './start-webhooks.ts';
export { resealTargets as resealWebhooks } from './webhook-target.ts';
export { webhooksJobs, webhooksWork } from './webhooks.jobs.ts';
export { silenceWebhooks } from './webhooks.queries.ts';
export { webhooksRoutes } from './webhooks.routes.ts';
