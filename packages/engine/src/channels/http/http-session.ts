/**
 * The requests of one conversation. A session follows redirects, keeps cookies, and repeats a request if a busy server asks to
 * retry later, so that all HTTP channels behave alike.
 */
import { hostAndPort } from '@parley/egress';
import { limits } from '../../limits.ts';
import { replyTimeoutMsOf } from '../../reply-window.ts';
import type { ConversationContext, WaitObservation } from '../channel.ts';
import { createHolds, type Holds } from '../holds.ts';
import { createWait, type Wait } from '../wait.ts';
import { httpSchemes } from './build-request.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { aborted, type HttpAnswer, type HttpRequest } from './exchange.ts';
import type { HttpExchange } from './http-connections.ts';
import { isRedirect, redirected, tooManyRedirects } from './redirect.ts';
import { isBusy, retryAfterMs } from './retry-after.ts';
import { failureOfStatus } from './status.ts';

export interface HttpSession {
  /**
   * Sends a request. `mayWait` returns true if the session may wait for a busy server until a given moment; by default, this is
   * within the reply timeout.
   */
  exchange(request: HttpRequest, deadline: number, mayWait?: MayWait): HttpExchange;
  /** Delay since a moment of `performance.now()`, in milliseconds. */
  heldMs(since: number): number;
  /** Aborts the current requests and prevents further ones. */
  close(): void;
}

type MayWait = (until: number) => boolean;

interface Session {
  context: SessionSurroundings;
  cookies: Cookies | undefined;
  underWay: Set<FollowedExchange>;
  holds: Holds;
  isClosed: boolean;
}

type SessionSurroundings = Pick<
  ConversationContext,
  | 'observe'
  | 'clock'
  | 'egress'
  | 'http'
  | 'waitsForBusyBots'
  | 'traffic'
  | 'traces'
  | 'pace'
  | 'paidHosts'
  | 'stop'
>;

/** Opens a session. With `measuresHolds`, it observes delays, so that they do not count as the bot's time. */
export function createHttpSession(
  context: SessionSurroundings,
  { keepsCookies = false, measuresHolds = false } = {},
): HttpSession {
  const session: Session = {
    context,
    cookies: keepsCookies ? createCookies() : undefined,
    underWay: new Set(),
    holds: createHolds(context, measuresHolds ? 'utterance' : undefined),
    isClosed: false,
  };
  return {
    exchange: (request, deadline, mayWait = withinReplyTime(deadline)) =>
      new FollowedExchange(session, request, deadline, mayWait),
    heldMs: session.holds.msSince,
    close() {
      session.isClosed = true;
      for (const exchange of session.underWay) exchange.abort();
    },
  };
}

/** Allows waits within the reply timeout. `deadline` also includes the extra time for late replies. */
function withinReplyTime(deadline: number): MayWait {
  const now = performance.now();
  return (until) => until < now + replyTimeoutMsOf(deadline - now);
}

/** Follows the redirects of an exchange. Like `Exchange`, this is a class for speed, because each turn needs one. */
class FollowedExchange implements HttpExchange {
  readonly answer: Promise<HttpAnswer | undefined>;

  #session: Session;
  #deadline: number;
  #mayWait: MayWait;
  #current: HttpExchange | undefined;
  #wait: Wait | undefined;
  #aborted: Error | undefined;

  constructor(session: Session, request: HttpRequest, deadline: number, mayWait: MayWait) {
    this.#session = session;
    this.#deadline = deadline;
    this.#mayWait = mayWait;
    if (session.isClosed) this.#aborted = aborted();
    session.underWay.add(this);
    this.answer = this.#follow(request);
  }

  abort(reason?: Error) {
    this.#aborted ??= reason ?? aborted();
    this.#current?.abort(reason);
    this.#wait?.end();
  }

  async #follow(first: HttpRequest): Promise<HttpAnswer | undefined> {
    const { egress } = this.#session.context;
    try {
      let request = first;
      for (let hops = 0; hops <= limits.redirectsMax; hops++) {
        // Cookies are sent only to the origin that set them, not to the targets of its redirects.
        const cookies = request.origin === first.origin ? this.#session.cookies : undefined;
        const answer = await this.#send(request, cookies, hops > 0);
        if (!answer || !isRedirect(answer)) return answer;
        request = redirected(request, answer, (url) => egress.checkUrl(url, httpSchemes));
      }
      throw tooManyRedirects();
    } finally {
      this.#session.underWay.delete(this);
    }
  }

  /** Sends a request, and repeats it while the server is busy and waiting is allowed. */
  async #send(
    request: HttpRequest,
    cookies: Cookies | undefined,
    isRedirected: boolean,
  ): Promise<HttpAnswer | undefined> {
    for (let retries = 0; ; retries++) {
      if (this.#session.context.pace) await this.#holdBack(request, isRedirected || retries > 0);
      if (this.#aborted) throw this.#aborted;
      const given = cookies ? cookies.addedTo(request.headers) : request.headers;
      const headers = request.isQuestion ? given : this.#traced(given);
      this.#current = this.#session.context.http.exchange({ ...request, headers }, this.#deadline);
      const answer = await this.#current.answer;
      if (!answer) return undefined;
      cookies?.store(answer.headers['set-cookie']);
      const waitMs = isBusy(answer) ? this.#waitMs(answer, retries) : undefined;
      if (waitMs === undefined) return retries > 0 ? { ...answer, retries } : answer;
      await this.#waitFor(answer, waitMs);
    }
  }

  /** Gives each request its own part of the turn's trace, if spans are used as evidence. */
  #traced(headers: Record<string, string>): Record<string, string> {
    const traceparent = this.#session.context.traces?.message();
    return traceparent === undefined ? headers : { ...headers, traceparent };
  }

  /** Waits for the host's request rate, unless the caller has already waited for the first request to this host. */
  async #holdBack({ origin }: HttpRequest, isFurther: boolean): Promise<void> {
    const host = hostAndPort(new URL(origin));
    if (!isFurther && this.#session.context.paidHosts?.includes(host)) return;
    this.#deadline += await this.#session.holds.wait(host);
  }

  /** @returns milliseconds to wait for a busy server; undefined if the request is not to be repeated */
  #waitMs({ headers }: HttpAnswer, retries: number): number | undefined {
    const askedMs = this.#session.context.waitsForBusyBots ? retryAfterMs(headers) : undefined;
    if (askedMs === undefined) return undefined;
    // A server that asks for an immediate retry but stays busy is asked at growing intervals.
    const leastMs = Math.min(limits.busyWaitMs * 2 ** retries, limits.busyWaitMsMax);
    const waitMs = Math.max(askedMs, leastMs);
    return this.#mayWait(performance.now() + waitMs) ? waitMs : undefined;
  }

  async #waitFor(answer: HttpAnswer, waitMs: number): Promise<void> {
    const { traffic, observe, clock } = this.#session.context;
    traffic?.note(`The bot is busy and is asked again in ${Number((waitMs / 1000).toFixed(1))} s.`);
    this.#wait = createWait();
    const wait: WaitObservation = {
      kind: 'wait',
      at: clock.now(),
      leg: 'sent',
      data: { why: 'busy', holds: 'utterance', failure: failureOfStatus(answer) },
    };
    observe(wait);
    await this.#wait.until(performance.now() + waitMs);
    observe({ kind: 'waited', at: clock.now(), leg: 'sent', data: { wait } });
  }
}
