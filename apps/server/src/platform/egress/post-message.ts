/**
 * Posts JSON to an address that an organization configured, for an alert channel or a webhook. The request goes through the
 * guarded egress, follows no redirects, and keeps no connection open.
 */
import type { Readable } from 'node:stream';
import type { Egress } from '@parley/egress';
import { Agent, request } from 'undici';
import type { WorkScope } from '../database/scope.ts';
import type { OrganizationEgress } from './organization-egress.ts';

/** Time limit of a delivery in milliseconds, from the connection to the response. */
const timeoutMs = 10_000;

/** Time limit for the body after the status has arrived, in milliseconds. */
const bodyTimeoutMs = 1000;

/** Maximum length of the body that is kept, in characters. */
const answerMax = 2000;

const schemes = ['http:', 'https:'] as const;

/** A response with any status. */
export interface PostAnswer {
  status: number;
  latencyMs: number;
  /** Beginning of the body, up to 2,000 characters. */
  text: string;
}

/** A failed delivery. `isFinal` means that trying again would not help. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  readonly isFinal: boolean;
  /** The response, if there was one. */
  readonly answer: PostAnswer | undefined;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions & { answer?: PostAnswer }) {
    super(message, options);
    this.isFinal = isFinal;
    this.answer = options?.answer;
  }
}

export interface MessagePost {
  /**
   * Checks an address before it is stored.
   * @returns what is wrong with it; undefined if it can be used
   */
  problemOf(scope: WorkScope, url: string): Promise<string | undefined>;
  /** @throws DeliveryError unless the status is 2xx */
  post(
    scope: WorkScope,
    url: string,
    message: { headers: Record<string, string>; body: string },
  ): Promise<PostAnswer>;
}

export function createMessagePost(egressOf: OrganizationEgress): MessagePost {
  return {
    async problemOf(scope, url) {
      try {
        checkUrl(await egressOf(scope), url);
        return undefined;
      } catch (error) {
        return (error as DeliveryError).message;
      }
    },

    async post(scope, url, { headers, body }) {
      const egress = await egressOf(scope);
      const checked = checkUrl(egress, url);
      // One agent per delivery, because a connection of one organization must not serve another.
      const agent = new Agent({
        connect: egress.connect,
        headersTimeout: timeoutMs,
      });
      const startedAt = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const response = await request(checked, {
          method: 'POST',
          dispatcher: agent,
          headers: { 'content-type': 'application/json', 'user-agent': 'Parley', ...headers },
          body,
          signal,
        }).catch((error) => {
          throw new DeliveryError(reasonOf(error), isRefusal(error), { cause: error });
        });
        const latencyMs = Math.round(performance.now() - startedAt);
        const text = await beginningOf(response.body);
        const answer = { status: response.statusCode, latencyMs, text };
        refuseStatus(answer);
        return answer;
      } finally {
        void agent.destroy();
      }
    },
  };
}

/**
 * Reads the beginning of the body. If the body breaks off or takes too long, what has arrived is returned, because the status
 * is already known.
 */
async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const tooLong = setTimeout(() => body.destroy(), bodyTimeoutMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      // A character takes up to four bytes.
      if (bytes >= 4 * answerMax) break;
    }
  } catch {
    // The part that has arrived is enough.
  } finally {
    clearTimeout(tooLong);
  }
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '');
  return [...text].slice(0, answerMax).join('');
}

function checkUrl(egress: Egress, url: string): URL {
  try {
    return new URL(egress.checkUrl(url, schemes).href);
  } catch (error) {
    throw new DeliveryError(reasonOf(error), true, { cause: error });
  }
}

function refuseStatus(answer: PostAnswer): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400)
    throw new DeliveryError(`It answered ${status}: redirects are not followed.`, true, { answer });
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw new DeliveryError(`It answered ${status}.`, isFinal, { answer });
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'It refused the connection.',
  ENOTFOUND: 'The host name does not exist (DNS).',
  EAI_AGAIN: 'The host name could not be looked up (DNS).',
  ECONNRESET: 'It dropped the connection.',
  UND_ERR_SOCKET: 'It dropped the connection.',
  ETIMEDOUT: 'It did not accept the connection in time.',
  UND_ERR_CONNECT_TIMEOUT: 'It did not accept the connection in time.',
};

interface Cause {
  failure?: { message: string; hint?: string };
  name?: string;
  code?: string;
  message?: string;
  cause?: unknown;
}

function reasonOf(error: unknown): string {
  const { failure, name, code, message, cause } = error as Cause;
  if (failure) return [failure.message, failure.hint].filter(Boolean).join(' ');
  if (name === 'TimeoutError' || name === 'HeadersTimeoutError')
    return `It did not answer within ${timeoutMs / 1000} s.`;
  const known = reasons[code ?? ''];
  if (known) return known;
  return cause === undefined ? (message ?? 'It failed.') : reasonOf(cause);
}

/** Tells if the egress policy refused the address, so that later attempts would be refused, too. */
function isRefusal(error: unknown): boolean {
  const { failure, cause } = error as Cause;
  return failure !== undefined || (cause !== undefined && isRefusal(cause));
}
