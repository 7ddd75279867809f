/** Public API of the module: exploratory conversations with bots, and maps of what they found. */

export { conversationLease, endOpenConversations } from './conversation-leases.ts';
export { startConversationWorker } from './conversation-worker.ts';
export { explorationsDeletions } from './explorations.deletions.ts';
export { explorationsRoutes } from './explorations.routes.ts';
export { followExploration } from './follow-exploration.ts';
export { explorationsJobs, explorationsWork } from './trim-evidence.ts';
