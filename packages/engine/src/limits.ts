/**
 * Limits on what a bot can cause, so that no bot can exhaust the memory, the disk or the time of a run. A bot that exceeds a
 * limit gets a clear, specific error.
 */
export const limits = {
  /** Largest answer or message, before and after decompression. */
  answerBytesMax: 1024 * 1024,
  /** Largest stream of events in one conversation. */
  streamBytesMax: 16 * 1024 * 1024,
  headerBytesMax: 16 * 1024,
  /** Maximum depth of JSON; deeper values overflow the stack when printed. */
  jsonDepthMax: 100,
  redirectsMax: 3,
  /** Timeout of one request to a system of record. */
  requestMs: 10_000,
  /** Total time for all requests after a test. */
  cleanUpMs: 30_000,
  /** The same limit for a run that was stopped. */
  stoppedCleanUpMs: 5_000,
  /** Wait before a check of the system of record is repeated; it grows up to `checkWaitMsMax`. */
  checkWaitMs: 250,
  checkWaitMsMax: 2_000,
  /** Delay before a request is repeated if a busy bot asks for an immediate retry; doubled each time, up to `busyWaitMsMax`. */
  busyWaitMs: 100,
  busyWaitMsMax: 1_000,
  /** Maximum messages per turn. Later messages belong to the next turn; excess messages that arrive together are dropped. */
  messagesPerTurnMax: 100,
  /**
   * Maximum characters of one turn. Partial texts count in addition to the answers that contain them, because a result keeps
   * several copies.
   */
  turnLengthMax: 4 * 1024 * 1024,
  /** Maximum characters of unread messages, counted like `turnLengthMax`. */
  unreadLengthMax: 16 * 1024 * 1024,
  /** Maximum messages of an answer that repeats the whole conversation. */
  messagesPerConversationMax: 10_000,
  /** Maximum events of a streamed answer: parts of a message, or typing indicators. */
  eventsPerAnswerMax: 100_000,
  /** Maximum events without text in one turn. Further events are dropped, and the turn is marked as cut. */
  eventsPerTurnMax: 5_000,
  /** Maximum characters of the data of these events. */
  eventsLengthMax: 1024 * 1024,
  /** Maximum steps that `goto` repeats in one conversation. */
  repeatedStepsMax: 500,
  /**
   * Maximum extra wait after the reply timeout, so that a late reply counts as late and belongs to its own step. A shorter
   * timeout is doubled.
   */
  lateReplyMs: 2_000,
  /** Wait before the second attempt of a test; doubled before each further one. */
  retryWaitMs: 500,
  /** Time limit to open a conversation. */
  openMs: 15_000,
  /** Maximum time that a stream stays open. */
  conversationMs: 60 * 60_000,
  /** Maximum number of pages that one process keeps open at a time, across all runs. */
  pagesMax: 6,
  /** Maximum pages of one party. */
  pagesPerPartyMax: 4,
  /** Maximum wait for a page, a call or a recognizer that is in use. */
  turnMs: 60 * 60_000,
  /** Maximum bytes that a page can load in one conversation. */
  pageBytesMax: 256 * 1024 * 1024,
  /** Time limit to open a page and its widget. */
  pageOpenMs: 30_000,
  /** Time limit for a page to close. */
  pageCloseMs: 5_000,
  /** Time limit for a page to answer a query about itself. */
  pageReactMs: 5_000,
  /** Maximum characters of one message in a page. */
  messageLengthMax: 64 * 1024,
} as const;
