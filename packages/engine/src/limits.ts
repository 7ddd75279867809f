/**
 * Limits on what a bot can cause, so that no bot can exhaust the memory, the disk or the time of a run. A bot that exceeds one
 * gets a clear, specific error.
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
  /** Timeout of one request to a system of record. */
  requestMs: 10_000,
  /** Time of all requests after a test together. */
  cleanUpMs: 30_000,
  /** The same limit after the run was stopped. */
  stoppedCleanUpMs: 5_000,
  /** Wait before a check of the system of record is repeated; it grows up to `checkWaitMsMax`. */
  checkWaitMs: 250,
  checkWaitMsMax: 2_000,
  /** Delay before a busy bot that asks to be retried immediately is retried; doubled each time, up to `busyWaitMsMax`. */
  busyWaitMs: 100,
  busyWaitMsMax: 1_000,
  /** Most messages of one turn. Later ones belong to the next turn; additional ones that arrive together are dropped. */
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
  /** Most steps that `goto` repeats in one conversation. */
  repeatedStepsMax: 500,
  /**
   * Most additional time to wait for a reply, so that a late one counts as late and belongs to its own step. A shorter timeout
   * is doubled.
   */
  lateReplyMs: 2_000,
  /** Wait before the second attempt of a test; doubled before each further one. */
  retryWaitMs: 500,
  /** Time limit to open a conversation. */
  openMs: 15_000,
  /** The longest that a stream stays open. */
  conversationMs: 60 * 60_000,
  /** Pages that one process keeps open at a time, over all runs. */
  pagesMax: 6,
  /** Most pages of one party. */
  pagesPerPartyMax: 4,
  /** Longest wait for a page, a call or a recognizer that others use. */
  turnMs: 60 * 60_000,
  /** Most bytes that a page may load in one conversation. */
  pageBytesMax: 256 * 1024 * 1024,
  /** Time limit to open a page and its widget. */
  pageOpenMs: 30_000,
  /** Time limit for a page to close. */
  pageCloseMs: 5_000,
  /** Time limit for a page to answer a query about itself. */
  pageReactMs: 5_000,
  /** Most characters of one message in a page. */
  messageLengthMax: 64 * 1024,
} as const;
