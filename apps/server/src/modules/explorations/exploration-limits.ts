/** Limits that keep workers available to all organizations and explorations within a page. */
export const explorationLimits = {
  perOrganization: 1_000,
  openConversationsPerOrganization: 10,
  /** Most events of one exploration. */
  eventsMax: 20_000,
  /** Maximum number of unanswered messages in a conversation that a person leads. */
  unansweredMax: 20,
  /** Conversations end after this much inactivity. */
  idleMs: 10 * 60_000,
  /** The longest conversation. */
  conversationMs: 60 * 60_000,
  /** Time in which a bot must answer a connection test, less than pages wait for the server. */
  trialMs: 25_000,
  /** Conversations that one worker holds at a time. */
  perWorker: 200,
} as const;
