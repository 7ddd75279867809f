/** Sends hostile requests to all endpoints, and reports responses that the contract does not allow. */
import { allEndpoints, type ErrorCode, errors, problemType } from '@parley/contract';
import fc from 'fast-check';
import { errorCodesOf } from '../platform/http/openapi-errors.ts';
import { createKey, fillOrganization } from './filled-organization.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import type { TestApp } from './test-app.ts';
import { nameOf } from './valid-requests.ts';

export interface FuzzReport {
  /** Number of responses by status. */
  statuses: Record<number, number>;
  /** Endpoints that responded to a request with success. */
  succeeded: Set<string>;
  endpoints: number;
  complaints: string[];
}

const atOnce = 8;
const answerTimeoutMs = 30_000;

/** Matches internals that no error response may contain. */
const internals =
  /node_modules|\n\s+at |file:\/\/|Failed query|violates \w+ constraint|syntax error at/;

/** Matches paths with an id such as `.`, which lead to another endpoint. */
const leadsElsewhere = /\/(\.|%2e){1,2}([/?]|$)/i;

/**
 * Fuzzes all endpoints. The app needs no worker. Requests that end sessions, remove accounts or delete things come last, so
 * that these exist until then.
 */
export async function fuzzContract(
  app: TestApp,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const own = await fillOrganization(app, 'Acme');
  const foreign = await fillOrganization(app, 'Other');
  await createKey(own.member);
  const made = fc.sample(hostileRequests(allEndpoints, own, foreign), { numRuns: requests, seed });
  const report: FuzzReport = {
    statuses: {},
    succeeded: new Set(),
    endpoints: allEndpoints.length,
    complaints: [],
  };
  const waiting = made.toSorted((a, b) => harmOf(a) - harmOf(b));
  const send = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await judge(app.url, next, report);
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  return report;
}

function harmOf({ endpoint: { method, path } }: HostileRequest): number {
  if (path === '/users/{id}') return 3;
  if (/sign-out|password|sessions|members\//.test(path)) return 2;
  return method === 'DELETE' ? 1 : 0;
}

async function judge(url: string, request: HostileRequest, report: FuzzReport): Promise<void> {
  const { endpoint, caller, path, body } = request;
  const complain = (what: string) =>
    report.complaints.push(
      `${nameOf(endpoint)} by ${caller}: ${what}\n  ${path.slice(0, 500)}\n  ${body?.slice(0, 700)}`,
    );
  try {
    const { status, type, text } = await send(url, request);
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (internals.test(text.slice(0, 5000)) && type.startsWith(problemType) && status >= 400)
      complain(`tells internals with ${status}: ${text.slice(0, 300)}`);
    if (status >= 500) complain(`${status} ${text.slice(0, 300)}`);
    else if (status < 400) {
      report.succeeded.add(nameOf(endpoint));
      const declared = endpoint.status ?? (endpoint.response === 'nothing' ? 204 : 200);
      if (status !== declared && !leadsElsewhere.test(path)) complain(`${status} is not declared`);
    } else if (!isError(status, type, text)) complain(`${status} ${type} ${text.slice(0, 300)}`);
    // An id such as `.` leads to the path of another endpoint.
    else if (status !== 405 && !errorCodesOf(endpoint).has(codeIn(text)))
      complain(`${status} ${codeIn(text)} is not declared`);
  } catch (error) {
    complain(String(error));
  }
}

async function send(url: string, { endpoint, token, path, body }: HostileRequest) {
  const response = await fetch(url + path, {
    method: endpoint.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && endpoint.method !== 'GET' && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
}

const codeIn = (text: string) => (JSON.parse(text) as { error: { code: ErrorCode } }).error.code;

/** Checks the format that all error responses share. */
function isError(status: number, type: string, text: string): boolean {
  if (!type.startsWith(problemType)) return false;
  const { error } = JSON.parse(text) as { error?: { code?: string; message?: unknown } };
  const known = Object.hasOwn(errors, error?.code ?? '')
    ? errors[error?.code as keyof typeof errors]
    : undefined;
  return known?.status === status && typeof error?.message === 'string';
}
