/**
 * The requests of one conversation. Redirects are followed here, cookies kept, and a server that is busy
 * and says until when is asked again, so that every channel that speaks HTTP does it alike.
 */
import { ConversationError, hostAndPort } from '@parley/egress';
import { createHolds, type Holds } from '../../host-pace.ts';
import { limits } from '../../limits.ts';
import { replyTimeoutMsOf } from '../../reply-window.ts';
import type { Heard, Surroundings } from '../channel.ts';
import { createWait, type Wait } from '../wait.ts';
import { httpSchemes } from './build-request.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { aborted, type HttpAnswer, type HttpRequest } from './exchange.ts';
import type { HttpExchange } from './http-connections.ts';
import { isRedirect, redirected, tooManyRedirects } from './redirect.ts';
import { isBusy, retryAfterMs } from './retry-after.ts';
import { failureOfStatus } from './status.ts';

export interface HttpSession {
  /** `mayWait` decides whether a busy server is waited for until a moment. Default: within the reply time-out. */
  exchange(request: HttpRequest, deadline: number, mayWait?: MayWait): HttpExchange;
  /** What was waited since a moment because the server was busy, in milliseconds; undefined for nothing. */
  waitedMs(since: number): number | undefined;
  /** What was held back since a moment, in milliseconds. */
  heldMs(since: number): number;
  /** The answer of a busy server that is currently waited for. */
  busyWith(): HttpAnswer | undefined;
  /** Ends what is under way; nothing more is sent. */
  close(): void;
}

type MayWait = (until: number) => boolean;

interface Session {
  surroundings: SessionSurroundings;
  cookies: Cookies | undefined;
  underWay: Set<FollowedExchange>;
  waits: { from: number; to: number }[];
  holds: Holds;
  isClosed: boolean;
}

type SessionSurroundings = Pick<
  Surroundings,
  'egress' | 'http' | 'waitsForBusyBots' | 'traffic' | 'pace' | 'paidHosts' | 'stop'
>;

/** Most waits of one turn; polling may find the bot busy for an hour. */
const waitsKept = 100;

export function createHttpSession(
  surroundings: SessionSurroundings,
  { keepsCookies = false } = {},
): HttpSession {
  const session: Session = {
    surroundings,
    cookies: keepsCookies ? createCookies() : undefined,
    underWay: new Set(),
    waits: [],
    holds: createHolds(surroundings),
    isClosed: false,
  };
  return {
    exchange: (request, deadline, mayWait = withinReplyTime(deadline)) =>
      new FollowedExchange(session, request, deadline, mayWait),
    waitedMs(since) {
      const sum = session.waits.reduce(
        (ms, { from, to }) => ms + Math.max(0, to - Math.max(from, since)),
        0,
      );
      return sum > 0 ? Math.round(sum) : undefined;
    },
    heldMs: session.holds.msSince,
    busyWith: () => [...session.underWay].find(({ busyWith }) => busyWith)?.busyWith,
    close() {
      session.isClosed = true;
      for (const exchange of session.underWay) exchange.abort();
    },
  };
}

/** `deadline` leaves time for a reply that comes late; a wait must leave it in time. */
function withinReplyTime(deadline: number): MayWait {
  const now = performance.now();
  return (until) => until < now + replyTimeoutMsOf(deadline - now);
}

/** A class for the same reason as the exchange itself: it is made once a turn. */
class FollowedExchange implements HttpExchange {
  readonly answer: Promise<HttpAnswer | undefined>;
  /** The answer of a server that is being waited for. */
  busyWith: HttpAnswer | undefined;

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
    const { egress } = this.#session.surroundings;
    try {
      let request = first;
      for (let hops = 0; hops <= limits.redirectsMax; hops++) {
        // Cookies belong to the origin that set them, wherever it redirects to.
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

  /** Sends a request, and again while the server is busy and may be waited for. */
  async #send(
    request: HttpRequest,
    cookies: Cookies | undefined,
    isRedirected: boolean,
  ): Promise<HttpAnswer | undefined> {
    for (let retries = 0; ; retries++) {
      if (this.#session.surroundings.pace)
        await this.#holdBack(request, isRedirected || retries > 0);
      if (this.#aborted) throw this.#aborted;
      const headers = cookies ? cookies.addedTo(request.headers) : request.headers;
      this.#current = this.#session.surroundings.http.exchange(
        { ...request, headers },
        this.#deadline,
      );
      const answer = await this.#current.answer;
      if (!answer) return undefined;
      cookies?.store(answer.headers['set-cookie']);
      const waitMs = isBusy(answer) ? this.#waitMs(answer, retries) : undefined;
      if (waitMs === undefined) return retries > 0 ? { ...answer, retries } : answer;
      await this.#waitFor(answer, waitMs);
    }
  }

  /** The first request to these was waited for by whoever makes it. */
  async #holdBack({ origin }: HttpRequest, isFurther: boolean): Promise<void> {
    const host = hostAndPort(new URL(origin));
    if (!isFurther && this.#session.surroundings.paidHosts?.includes(host)) return;
    this.#deadline += await this.#session.holds.wait(host);
  }

  /** Wait for a busy server; undefined to give up. */
  #waitMs({ headers }: HttpAnswer, retries: number): number | undefined {
    const askedMs = this.#session.surroundings.waitsForBusyBots ? retryAfterMs(headers) : undefined;
    if (askedMs === undefined) return undefined;
    // A server that says "at once" while it stays busy is asked less and less often.
    const leastMs = Math.min(limits.busyWaitMs * 2 ** retries, limits.busyWaitMsMax);
    const waitMs = Math.max(askedMs, leastMs);
    return this.#mayWait(performance.now() + waitMs) ? waitMs : undefined;
  }

  async #waitFor(answer: HttpAnswer, waitMs: number): Promise<void> {
    const { traffic } = this.#session.surroundings;
    traffic?.note(`The bot is busy and is asked again in ${Number((waitMs / 1000).toFixed(1))} s.`);
    this.busyWith = answer;
    this.#wait = createWait();
    const from = performance.now();
    await this.#wait.until(from + waitMs);
    this.busyWith = undefined;
    this.#session.waits.push({ from, to: performance.now() });
    if (this.#session.waits.length > waitsKept) this.#session.waits.shift();
  }
}

/** Silence says nothing of a bot that could not be asked: throws with what it answered instead. */
export async function unlessBusy(
  hearing: Promise<Heard | undefined>,
  { busyWith }: HttpSession,
): Promise<Heard | undefined> {
  const heard = await hearing;
  const busy = heard ? undefined : busyWith();
  const failure = busy && failureOfStatus(busy);
  if (failure) throw new ConversationError(failure);
  return heard;
}
