/**
 * The most that a bot may make us take, so that no bot can fill the memory, the disk or the time of
 * a run. A bot that goes beyond gets its own clear error.
 */
export const limits = {
  /** Largest answer or message, before and after decompression. */
  answerBytesMax: 1024 * 1024,
  /** Largest stream of events in one conversation. */
  streamBytesMax: 16 * 1024 * 1024,
  headerBytesMax: 16 * 1024,
  /** Deepest JSON; deeper values overflow the stack when printed. */
  jsonDepthMax: 100,
  redirectsMax: 3,
  /** Until a system of record has answered one request. */
  requestMs: 10_000,
  /** Time of all requests after a test together. */
  cleanUpMs: 30_000,
  /** Their time once the run was stopped. */
  stoppedCleanUpMs: 5_000,
  /** Before a check of the system of record is repeated; longer each time, up to the second figure. */
  checkWaitMs: 250,
  checkWaitMsMax: 2_000,
  /**
   * Delay before a busy bot that says "at once" is asked again; doubled each time, up to the second
   * figure.
   */
  busyWaitMs: 100,
  busyWaitMsMax: 1_000,
  /** Most messages of one turn. Later ones belong to the next turn; more at once are dropped. */
  messagesPerTurnMax: 100,
  /**
   * Maximum characters of one turn, including texts in addition to the answers that contain them,
   * because a result keeps several copies.
   */
  turnLengthMax: 4 * 1024 * 1024,
  /** Most characters of unread messages, counted alike. */
  unreadLengthMax: 16 * 1024 * 1024,
  /** Maximum messages of an answer that repeats the whole conversation. */
  messagesPerConversationMax: 10_000,
  /** Most events of a streamed answer: parts of a message, or typing indicators. */
  eventsPerAnswerMax: 100_000,
  /** Most events without text in one turn. Further ones are dropped, and the turn is marked as cut. */
  eventsPerTurnMax: 5_000,
  /** Most characters of their data. */
  eventsLengthMax: 1024 * 1024,
  /** Steps that `goto` plays again in one conversation. */
  repeatedStepsMax: 500,
  /** Extra time to wait for a reply (if that is longer), so that it counts as late and for its own step. */
  lateReplyMs: 2_000,
  /** Before the second attempt of a test; doubled before each further one. */
  retryWaitMs: 500,
  /** Until a conversation is open. */
  openMs: 15_000,
  /** The longest that a stream stays open. */
  conversationMs: 60 * 60_000,
  /** Pages that one process keeps open at a time, over all runs. */
  pagesMax: 6,
  /** Most pages of one party. */
  pagesPerPartyMax: 4,
  /** Until a page, a call or a recognizer that others use is free. */
  turnMs: 60 * 60_000,
  /** What a page may load in one conversation. */
  pageBytesMax: 256 * 1024 * 1024,
  /** Until a page and its widget are open. */
  pageOpenMs: 30_000,
  /** Until a page that is closed has gone. */
  pageCloseMs: 5_000,
  /** Until a page answers a query about itself. */
  pageReactMs: 5_000,
  /** Most characters of one message in a page. */
  messageLengthMax: 64 * 1024,
} as const;
