/** Limits that keep workers available to all organizations, and explorations small enough to be shown on a page. */
export const explorationLimits = {
  perOrganization: 1_000,
  openConversationsPerOrganization: 10,
  /** Maximum number of events in an exploration. */
  eventsMax: 20_000,
  /** Maximum number of messages in a conversation that wait for a reply. */
  unansweredMax: 20,
  /** Conversations end after this much inactivity. */
  idleMs: 10 * 60_000,
  /** Maximum duration of a conversation. */
  conversationMs: 60 * 60_000,
  /** Time in which a bot must reply to a connection test; must be shorter than the time for which pages wait for the server. */
  trialMs: 25_000,
  /** Maximum number of conversations that a worker holds at the same time. */
  perWorker: 200,
} as const;
