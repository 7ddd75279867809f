/**
 * Egress to services that the operator of an installation chose: files, identity providers, judge, speech and telephony. They
 * may be in a private network. Clouds' metadata services are refused. Destinations that tenants choose use guarded egress
 * instead.
 */
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { portOf } from './checked-url.ts';
import { createEgress, type Egress } from './egress.ts';

/** A host and port that is not derived from a URL, such as a trunk. */
interface Place {
  hostname: string;
  port: number;
}

/**
 * @param place the only private destination that is reachable; if absent, all are, for services that name further hosts, as
 * OpenID providers do
 */
export function createOperatorEgress(place?: URL | Place): Egress {
  if (place === undefined) return createEgress({ allow: ['0.0.0.0/0:*', '[::/0]:*'] });
  const port = place instanceof URL ? portOf(place) : place.port;
  return createEgress({ allow: [`${place.hostname}:${port}`] });
}

export interface OperatorService {
  /** Name of the service in log lines, for example `file storage`. */
  name: string;
  /** The service's address; absent if the service names further hosts itself. */
  url?: URL | undefined;
  /** Limit of one request, from the lookup to the last byte of the response. */
  timeoutMs: number;
  answerBytesMax: number;
  /** Called for each request that got no response. */
  onFailure?: ((failure: ServiceFailure) => void) | undefined;
}

export interface ServiceFailure {
  service: string;
  host: string;
  ms: number;
  error: unknown;
}

export interface OperatorClient {
  /** Works like the global `fetch`, but redirects are errors unless the request says otherwise. */
  fetch(url: string | URL, request?: RequestInit): Promise<Response>;
  /** Aborts active requests. */
  close(): Promise<void>;
}

export function createOperatorClient(service: OperatorService): OperatorClient {
  const { name, url: base, timeoutMs, answerBytesMax, onFailure } = service;
  const dispatcher = new Agent({
    connect: createOperatorEgress(base).connect,
    maxResponseSize: answerBytesMax,
  });
  return {
    async fetch(url, request = {}) {
      const from = performance.now();
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
      try {
        return await fetch(url, { redirect: 'error', ...request, dispatcher, signal });
      } catch (error) {
        const ms = Math.round(performance.now() - from);
        onFailure?.({ service: name, host: new URL(url).host, ms, error });
        throw error;
      }
    },
    close: () => dispatcher.destroy(),
  };
}
