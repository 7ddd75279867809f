/** The public API as the tools call it: over HTTP from the command line, or in process on a server. */

export interface ApiAnswer {
  status: number;
  /** Parsed JSON; undefined if the answer has no body. */
  body: unknown;
}

export interface ParleyApi {
  /** @param path path after `/api/v1`, including the query */
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    idempotencyKey?: string,
  ): Promise<ApiAnswer>;
  /** Returns the address of a run in the dashboard. */
  pageOfRun(runId: string): string;
}

/** A failed call, with a stable code, a message for people and a next step. */
export class ToolFailure extends Error {
  readonly code: string;
  readonly next: string;

  constructor(code: string, message: string, next: string) {
    super(message);
    this.code = code;
    this.next = next;
  }
}

/** Next steps for error codes whose API message does not tell an assistant what to do. */
const nextByCode: Record<string, string> = {
  invalid_api_key: 'Ask the user for a valid Parley API key; do not guess one.',
  not_allowed:
    'The API key or its owner is not allowed to do this. Ask the user for a key with full access.',
  not_found: 'Use an id that list_runs, list_suites or list_broken returned.',
  run_going: 'Call wait_for_run, then try again.',
  no_baseline:
    'Choose a finished run of the whole suite as the baseline: see list_runs with suiteId.',
  run_finished: 'Nothing is left to cancel. Read the result with explain_run.',
  too_many_requests: 'Wait a minute, then try again.',
  unavailable: 'Try again in a few seconds.',
  suite_invalid: 'Read the suite with read_suite and check it with lint_suite.',
  suite_not_runnable: 'The suite lacks something, such as the address of a bot. Tell the user.',
  installation_not_ready: 'Tell the user: something must be set up on the server.',
  quota_reached: 'Tell the user: the quota of the plan is used up.',
};

interface ErrorBody {
  error?: { code?: string; message?: string; hint?: string; problems?: { message: string }[] };
}

/**
 * Calls the API and returns the body of a successful response.
 *
 * @throws ToolFailure for any other response
 */
export async function ask<T>(
  api: ParleyApi,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<T> {
  const { status, body: answered } = await api.call(method, path, body, idempotencyKey);
  if (status >= 200 && status < 300) return answered as T;
  const { code = 'no_parley', message, hint, problems } = (answered as ErrorBody)?.error ?? {};
  const first = problems?.[0]?.message;
  throw new ToolFailure(
    code,
    [message ?? `The server answered ${status}.`, first].filter(Boolean).join(' '),
    nextByCode[code] ?? hint ?? 'Tell the user what went wrong.',
  );
}

/** Builds a path from parts, which are encoded, and a query without undefined values. */
export function pathOf(
  parts: readonly string[],
  query: Record<string, string | number | undefined> = {},
): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return `/${parts.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}
