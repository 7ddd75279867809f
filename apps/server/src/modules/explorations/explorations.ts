/** Public API of the module: conversations of people with bots, and maps of what they found. */

export { endOpenConversations } from './conversation-leases.ts';
export { startConversationWorker } from './conversation-worker.ts';
export { explorationsRoutes } from './explorations.routes.ts';
export { followExploration } from './follow-exploration.ts';
export { removeSomeExplorations } from './remove-some-explorations.ts';
export { explorationsJobs, explorationsWork } from './trim-evidence.ts';
