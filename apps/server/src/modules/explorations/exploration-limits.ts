/** Limits that keep workers available to all organizations and explorations within a page. */
export const explorationLimits = {
  perOrganization: 1_000,
  openConversationsPerOrganization: 10,
  /** Most events of one exploration. */
  eventsMax: 20_000,
  /** Said and not answered yet, in one conversation that is led by hand. */
  unansweredMax: 20,
  /** Conversations end after this much inactivity. */
  idleMs: 10 * 60_000,
  /** The longest conversation. */
  conversationMs: 60 * 60_000,
  /** A bot that is only tried has to answer within this, which is less than pages wait for the server. */
  trialMs: 25_000,
  /** Conversations that one worker holds at a time. */
  perWorker: 200,
} as const;
