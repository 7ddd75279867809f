import { limits } from './limits.ts';

/** How long a reply is waited for in all, so that one that comes late is still known as one. */
export const waitMsFor = (replyTimeoutMs: number): number =>
  replyTimeoutMs + Math.min(replyTimeoutMs, limits.lateReplyMs);

/** The reply time-out that is waited for so long: turns `waitMsFor` round. */
export const replyTimeoutMsOf = (waitMs: number): number =>
  Math.max(waitMs / 2, waitMs - limits.lateReplyMs);
