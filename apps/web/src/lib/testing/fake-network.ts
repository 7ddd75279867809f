/**
 * A fake network for tests. Each request is looked up as "METHOD path", answered and recorded. It only replaces the network,
 * never Parley's own code.
 */
import { vi } from 'vitest';

interface SentRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Headers;
  body: unknown;
}

export type Answer =
  | { status?: number; statusText?: string; json?: unknown }
  | ((request: SentRequest) => Promise<Response> | Response);

export interface FakeNetwork {
  requests: SentRequest[];
  /** Number of times that a request was sent. */
  count(request: string): number;
  answer(request: string, answer: Answer): void;
}

export function fakeNetwork(answers: Record<string, Answer> = {}): FakeNetwork {
  const table = new Map(Object.entries(answers));
  const requests: SentRequest[] = [];
  const keyOf = ({ method, url }: SentRequest) => `${method} ${url.split('?')[0]}`;

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(request);
    const answer = table.get(keyOf(request));
    if (!answer) return new Response(null, { status: 404, statusText: 'Not Found' });
    if (typeof answer === 'function') return answer(request);
    const { status = 200, statusText = '', json } = answer;
    const content = json === undefined ? null : JSON.stringify(json);
    return new Response(content, { status, statusText });
  });

  return {
    requests,
    count: (wanted) => requests.filter((request) => keyOf(request) === wanted).length,
    answer: (request, answer) => void table.set(request, answer),
  };
}
