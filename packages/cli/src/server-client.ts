/** The part of a server's public API that the command line needs. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ParleyApi } from '@parley/mcp';
import type { WireEvent } from '@parley/suite';
import type { JudgeStanding } from '@parley/suite/gate';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import type { ServerJudge } from './server-judge.ts';

export interface ServerRun {
  id: string;
  suiteName: string;
  /** Number of the run within its suite; absent on servers of earlier releases. */
  number?: number | null;
  /** What a queued run waits for; absent on servers of earlier releases. */
  waiting?: { for: string; message: string; runs?: { suiteName: string }[] };
}

export interface RunStart {
  /** Names of the tests to run; all if undefined. */
  tests?: string[];
  label?: string;
  environment?: string;
}

interface ServerGate {
  baseline?: { id: string };
  suiteGate?: unknown;
  baselineGate?: unknown;
  differs: string[];
  apart: { edited: string[] };
  judge?: JudgeStanding;
  /** The standings of judges with a name. */
  judges?: JudgeStanding[];
}

/** A judge of a project. */
export interface JudgePlace {
  projectId: string;
  /** Name of the judge; undefined for the default judge. */
  name: string | undefined;
}

export interface ServerClient {
  suite(id: string): Promise<{ name: string; source: string }>;
  startRun(suiteId: string, start: RunStart): Promise<ServerRun>;
  run(id: string): Promise<ServerRun>;
  /**
   * Gets what the server knows about a comparison besides the results. The baseline is a run id, `label:` and a label, or
   * `last-green`; the default is the suite's baseline. Servers of earlier releases require a baseline and resolve to undefined
   * without one.
   */
  gate(runId: string, baseline: string | undefined): Promise<ServerGate | undefined>;

  /**
   * Gets the events after a sequence number. If there are none yet, waits for as long as the server allows, or `waitSeconds`.
   */
  events(
    runId: string,
    after: number,
    waitSeconds?: number,
  ): Promise<{ events: { seq: number; event: WireEvent }[]; isComplete: boolean }>;
  cancel(runId: string): Promise<void>;
  judge(of: JudgePlace): Promise<ServerJudge>;
  measureJudge(of: JudgePlace): Promise<ServerJudge>;
  measureStability(of: JudgePlace): Promise<ServerJudge>;
  cancelMeasurement(of: JudgePlace): Promise<ServerJudge>;
  /** Returns the address of the run in the dashboard. */
  pageOf(runId: string): string;
}

/** Request timeout in milliseconds. It is longer than the server holds a request open. */
const timeoutMs = 40_000;
const waitSecondsMax = 15;

/** Pauses between retries, in milliseconds. They bridge an outage such as a restart of the server. */
const pausesMs = [1000, 2000, 4000, 8000, 15_000, 15_000];

export function createServerClient(address: string, key: string): ServerClient {
  const base = readAddress(address);
  const call = <T>(method: string, path: string, body?: object) =>
    request<T>(base, key, method, path, body);
  const at = (...parts: string[]) => parts.map(encodeURIComponent).join('/');
  const atJudge = ({ projectId, name }: JudgePlace, ...parts: string[]) => {
    const path = at('projects', projectId, 'judge', ...parts);
    return name === undefined ? path : `${path}?judge=${encodeURIComponent(name)}`;
  };
  return {
    suite: (id) => call('GET', at('suites', id)),
    startRun: (suiteId, start) => call('POST', at('suites', suiteId, 'runs'), start),
    run: (id) => call('GET', at('runs', id)),
    async gate(runId, baseline) {
      const path = at('runs', runId, 'gate');
      if (baseline !== undefined)
        return call('GET', `${path}?baseline=${encodeURIComponent(baseline)}`);
      try {
        return await call<ServerGate>('GET', path);
      } catch (error) {
        if (error instanceof RefusedRequest) return undefined;
        throw error;
      }
    },
    events: (runId, after, waitSeconds = waitSecondsMax) =>
      call('GET', `${at('runs', runId, 'events')}?after=${after}&waitSeconds=${waitSeconds}`),
    cancel: (runId) => call('POST', at('runs', runId, 'cancel'), {}),
    judge: (of) => call('GET', atJudge(of)),
    measureJudge: (of) => call('POST', atJudge(of, 'measurement'), {}),
    measureStability: (of) => call('POST', atJudge(of, 'stability'), {}),
    cancelMeasurement: (of) => call('DELETE', atJudge(of, 'measurement')),
    pageOf: (runId) => `${base.slice(0, -apiPath.length)}/history/testruns/${at(runId)}`,
  };
}

/** Calls an operation of the public API, such as `GET projects`. @throws CommandError with the code of the API */
export type CallServer = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Makes a caller that retries while the server is unavailable or overloaded. */
export function createServerCaller(address: string, key: string): CallServer {
  const base = readAddress(address);
  return (method, path, body) => request(base, key, method, path, body);
}

/** Makes a caller of the public API that does not retry: the caller decides on that. */
export function createApiCaller(address: string, key: string): ParleyApi {
  const base = readAddress(address);
  return {
    async call(method, path, body, idempotencyKey) {
      const { status, body: answered } = await send(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
      });
      return status === 0 ? unreachable : { status, body: answered };
    },
    pageOfRun: (runId) =>
      `${base.slice(0, -apiPath.length)}/history/testruns/${encodeURIComponent(runId)}`,
  };
}

const unreachable = {
  status: 0,
  body: {
    error: {
      code: 'unreachable',
      message: 'The server could not be reached.',
      hint: 'Ask the user if PARLEY_URL is correct and the server is running.',
    },
  },
};

const apiPath = '/api/v1';

function readAddress(address: string): string {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new UsageError(
      `The address of a server looks like https://parley.example.com, not "${address}".`,
    );
  return `${address.replace(/\/+$/, '')}${apiPath}`;
}

/** Calls the API, with retries while the server is unavailable or overloaded. A start that is retried creates only one run. */
async function request<T>(
  base: string,
  key: string,
  method: string,
  path: string,
  body: object | undefined,
): Promise<T> {
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
  };
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(`${base}/${path}`, init);
    if (answer.ok) return answer.body as T;
    const pauseMs = pausesMs[attempt];
    if (!answer.isPassing || pauseMs === undefined)
      throw Object.assign(refusal(base, answer), { code: codeOf(answer) });
    await sleep(Math.max(pauseMs, (answer.retryAfterS ?? 0) * 1000));
  }
}

/** The server refused the request. */
class RefusedRequest extends UsageError {}

interface Answer {
  ok: boolean;
  /** True if a retry can succeed. */
  isPassing: boolean;
  status: number;
  retryAfterS?: number;
  body: unknown;
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const retryAfterS = Number(response.headers.get('retry-after')) || undefined;
    // One that breaks off is as good as none, and asked for again.
    const text = await response.text();
    const body = response.status === 204 ? null : parsed(text);
    return {
      ok: response.ok && body !== undefined,
      isPassing: [429, 502, 503, 504].includes(response.status),
      status: response.status,
      ...(retryAfterS && { retryAfterS: Math.min(retryAfterS, 60) }),
      body,
    };
  } catch (error) {
    const cause = (error as Error).cause;
    const reason = cause instanceof Error ? cause.message : (error as Error).message;
    return { ok: false, isPassing: true, status: 0, body: { error: { message: reason } } };
  }
}

/** Parses JSON; returns undefined for anything else, which does not come from Parley. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ErrorBody {
  error?: {
    code?: string;
    message?: string;
    hint?: string;
    problems?: { line?: number; column?: number; message: string; hint?: string }[];
  };
}

const codeOf = ({ body }: Answer): string | undefined =>
  (body as ErrorBody | undefined)?.error?.code;

function refusal(base: string, { status, body }: Answer): CommandError {
  const { code, message = '', hint, problems = [] } = (body as ErrorBody | undefined)?.error ?? {};
  const places = problems.map(
    ({ line, column, message: problem, hint: remedy }) =>
      `\n  ${line === undefined ? '' : `${line}:${column ?? 1} `}${sentences(problem, remedy)}`,
  );
  const text = sentences(message, hint) + places.join('');
  if (status === 0) {
    return new CommandError(`${base} could not be reached: ${message}`, exitCodes.error);
  }
  const isOfOthers = code === undefined && (status === 404 || status < 400);
  if (isOfOthers) return new UsageError(`${base} is not a Parley server.`);
  if (status === 404) {
    return new UsageError(
      'There is no such test suite, run or project in the organization of the API key.',
    );
  }
  // The suite is valid, but it could not be run, for example because its bot is unavailable.
  if (code === 'installation_not_ready') return new CommandError(text, exitCodes.error);
  if (status === 422) return new CommandError(text, exitCodes.invalidSuite);
  if (code === 'invalid_request') return new RefusedRequest(text);
  if (status >= 400 && status < 500)
    return new UsageError(text || `The server responded with ${status}.`);
  return new CommandError(text || `The server responded with ${status}.`, exitCodes.error);
}

const sentences = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');
