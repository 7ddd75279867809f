import type { Egress } from '@parley/egress';
import { Client } from 'undici';
import { limits } from '../../limits.ts';
import { Exchange, type HttpAnswer, type HttpRequest } from './exchange.ts';

export interface HttpExchange {
  /** Undefined if the answer was not complete at the deadline. */
  answer: Promise<HttpAnswer | undefined>;
  abort(reason?: Error): void;
}

/** The kept-alive connections of one run. Runs never share connections, so organizations do not, either. */
export interface HttpConnections {
  /** Sends one request to one origin, without following redirects. */
  exchange(request: HttpRequest, deadline: number): HttpExchange;
  close(): Promise<void>;
}

/**
 * Idle connections of an origin are kept as a stack: the most recently used one is warm, and taking one costs the same with ten
 * thousand open connections as with one (undici's own pool searches all of them).
 */
export function openHttpConnections(egress: Egress): HttpConnections {
  const idle = new Map<string, Client[]>();
  const all = new Set<Client>();

  function take(origin: string): Client {
    const kept = idle.get(origin)?.pop();
    if (kept) return kept;
    const client = new Client(origin, {
      connect: egress.connect,
      maxHeaderSize: limits.headerBytesMax,
      // For servers that only support HTTP/2; see the egress.
      allowH2: true,
      // Each exchange has its own deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    all.add(client);
    return client;
  }

  function giveBack(origin: string, client: Client, isUsable: boolean) {
    if (!isUsable) {
      all.delete(client);
      client.destroy().catch(() => {});
      return;
    }
    const kept = idle.get(origin);
    if (kept) kept.push(client);
    else idle.set(origin, [client]);
  }

  return {
    exchange(request, deadline) {
      const client = take(request.origin);
      const release = (isUsable: boolean) => giveBack(request.origin, client, isUsable);
      request.traffic?.request(
        `${request.method} ${request.origin}${request.path}`,
        request.headers,
        request.body,
      );
      const exchange = new Exchange(deadline, release, request);
      client.dispatch(request, exchange);
      return exchange;
    },
    async close() {
      await Promise.all([...all].map((client) => client.destroy()));
    },
  };
}
