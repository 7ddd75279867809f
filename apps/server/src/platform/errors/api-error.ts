import { type ErrorCode, type ErrorProblem, errors, type ProblemBody } from '@parley/contract';

export interface ErrorDetails {
  /** More precise message than the default of the code. Users see it, so it must not reveal internals. */
  message?: string;
  hint?: string;
  problems?: ErrorProblem[];
  cause?: unknown;
  /** Seconds until clients should retry if the service is unavailable; 2 by default. */
  retryAfterSeconds?: number;
}

/** An error response. Any code below a handler can throw it; errors-edge.ts sends it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly problems: ErrorProblem[] | undefined;
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errors[code].message, { cause: details.cause });
    this.code = code;
    this.hint = details.hint ?? defaultHint(code);
    this.problems = details.problems;
    this.retryAfterSeconds = details.retryAfterSeconds ?? 2;
  }

  get status(): number {
    return errors[this.code].status;
  }

  /** Creates the response body. `requestId` is absent if no request could be parsed. */
  toBody(requestId?: string): ProblemBody {
    const { code, message, status } = this;
    const more = {
      ...(this.hint !== undefined && { hint: this.hint }),
      ...(this.problems !== undefined && { problems: this.problems }),
    };
    return {
      type: `/guide/errors#${code}`,
      title: errors[code].message,
      status,
      detail: message,
      code,
      ...more,
      ...(requestId !== undefined && { requestId }),
      error: { code, message, ...more },
    };
  }
}

function defaultHint(code: ErrorCode): string | undefined {
  const definition = errors[code];
  return 'hint' in definition ? definition.hint : undefined;
}
