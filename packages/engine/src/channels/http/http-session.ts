/**
 * The requests of one conversation, in the form of the connections that carry them: redirects are
 * followed here and cookies kept, so that every channel that speaks HTTP does it alike.
 */
import { limits } from '../../limits.ts';
import type { Surroundings } from '../channel.ts';
import { httpSchemes } from './build-request.ts';
import type { Cookies } from './cookies.ts';
import { aborted, type HttpAnswer, type HttpRequest } from './exchange.ts';
import type { HttpConnections, HttpExchange } from './http-connections.ts';
import { isRedirect, redirected, tooManyRedirects } from './redirect.ts';

export type HttpSession = Pick<HttpConnections, 'exchange'>;

type Connections = Pick<Surroundings, 'egress' | 'http'>;

/** Without `cookies` none are kept. */
export function createHttpSession(connections: Connections, cookies?: Cookies): HttpSession {
  return {
    exchange: (request, deadline) => new FollowedExchange(request, deadline, connections, cookies),
  };
}

/** A class for the same reason as the exchange itself: it is made once a turn. */
class FollowedExchange implements HttpExchange {
  readonly answer: Promise<HttpAnswer | undefined>;
  #underWay: HttpExchange | undefined;
  #aborted: Error | undefined;

  constructor(
    request: HttpRequest,
    deadline: number,
    connections: Connections,
    cookies: Cookies | undefined,
  ) {
    this.answer = this.#follow(request, deadline, connections, cookies);
  }

  abort(reason?: Error) {
    this.#aborted ??= reason ?? aborted();
    this.#underWay?.abort(reason);
  }

  async #follow(
    first: HttpRequest,
    deadline: number,
    { egress, http }: Connections,
    cookies: Cookies | undefined,
  ): Promise<HttpAnswer | undefined> {
    let request = first;
    for (let hops = 0; hops <= limits.redirectsMax; hops++) {
      if (this.#aborted) throw this.#aborted;
      // Cookies belong to the origin that set them, wherever it redirects to.
      const jar = request.origin === first.origin ? cookies : undefined;
      const headers = jar ? jar.addedTo(request.headers) : request.headers;
      this.#underWay = http.exchange({ ...request, headers }, deadline);
      const answer = await this.#underWay.answer;
      if (!answer) return undefined;
      jar?.store(answer.headers['set-cookie']);
      if (!isRedirect(answer)) return answer;
      request = redirected(request, answer, (url) => egress.checkUrl(url, httpSchemes));
    }
    throw tooManyRedirects();
  }
}
