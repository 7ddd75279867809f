import { limits } from './limits.ts';

/** Total wait for a reply. It is longer than the timeout, so that a late reply is recognized. */
export const waitMsFor = (replyTimeoutMs: number): number =>
  replyTimeoutMs + Math.min(replyTimeoutMs, limits.lateReplyMs);

/** The reply timeout for a total wait: the inverse of `waitMsFor`. */
export const replyTimeoutMsOf = (waitMs: number): number =>
  Math.max(waitMs / 2, waitMs - limits.lateReplyMs);
