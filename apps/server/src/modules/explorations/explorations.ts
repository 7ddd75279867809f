/** Public API of the module: exploratory conversations with bots, and maps of what they found. */

export { beginExample, checkedChannel } from './begin-exploration.ts';
export { conversationLease, endOpenConversations } from './conversation-leases.ts';
export { startConversationWorker } from './conversation-worker.ts';
export { removeExploration, startConversation } from './exploration-commands.ts';
export { explorationsDeletions } from './explorations.deletions.ts';
export { listExamples as listExampleExplorations } from './explorations.queries.ts';
export { explorationsRoutes } from './explorations.routes.ts';
export { followExploration } from './follow-exploration.ts';
export { explorationsJobs, explorationsWork } from './trim-evidence.ts';
