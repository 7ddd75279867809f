/**
 * The most that a bot may make us take, so that no bot can fill the memory, the disk or the time of
 * a run. A bot that goes beyond gets its own clear error.
 */
export const limits = {
  /** Of one answer or one message, before and after decompression. */
  answerBytesMax: 1024 * 1024,
  /** Of a stream of events in one conversation. */
  streamBytesMax: 16 * 1024 * 1024,
  headerBytesMax: 16 * 1024,
  /** Of an answer in JSON; deeper ones overflow the stack of what prints them. */
  jsonDepthMax: 100,
  redirectsMax: 3,
  /** Before a busy bot is asked again that says "at once"; doubled each time, up to the second figure. */
  busyWaitMs: 100,
  busyWaitMsMax: 1_000,
  /** Of one turn; a bot that talks on is heard in the next one, one that says more at once in none. */
  messagesPerTurnMax: 100,
  /** Of one turn, in characters, texts beside the answers that they stand in: a result keeps several copies. */
  turnLengthMax: 4 * 1024 * 1024,
  /** Of what was said and nobody has read yet, counted alike. */
  unreadLengthMax: 16 * 1024 * 1024,
  /** Of an answer that repeats all that was said before. */
  messagesPerConversationMax: 10_000,
  /** Of a stream that answers: pieces of a message, or signs that somebody types. */
  eventsPerAnswerMax: 100_000,
  /** Of what comes in one turn without text. More is left out, and marked as cut. */
  eventsPerTurnMax: 5_000,
  /** Of their data, in characters. */
  eventsLengthMax: 1024 * 1024,
  /** Steps that `goto` plays again in one conversation. */
  repeatedStepsMax: 500,
  /**
   * How long a reply is still waited for after its time (if that is longer), so that it counts as
   * late and for its own step.
   */
  lateReplyMs: 2_000,
  /** Before the second attempt of a test; doubled before each further one. */
  retryWaitMs: 500,
  /** Until a conversation is open. */
  openMs: 15_000,
  /** The longest that a stream stays open. */
  conversationMs: 60 * 60_000,
  /** Pages that one process keeps open at a time, over all runs. */
  pagesMax: 6,
  /** Of one party. */
  pagesPerPartyMax: 4,
  /** Until a page, a call or a recognizer that others use is free. */
  turnMs: 60 * 60_000,
  /** What a page may load in one conversation. */
  pageBytesMax: 256 * 1024 * 1024,
  /** Until a page and its widget are open. */
  pageOpenMs: 30_000,
  /** Until a page that is closed has gone. */
  pageCloseMs: 5_000,
  /** Until a page reacts to a question about itself. */
  pageReactMs: 5_000,
  /** Of the words of one message in a page. */
  messageLengthMax: 64 * 1024,
} as const;
