import { type ErrorCode, type ErrorProblem, errors, type ProblemBody } from '@parley/contract';

export interface ErrorDetails {
  /** Says it more precisely than the table. For people; no internals. */
  message?: string;
  hint?: string;
  problems?: ErrorProblem[];
  cause?: unknown;
  /** Seconds until a retry, for an unavailable service; 2 otherwise. */
  retryAfterSeconds?: number;
}

/** An answer that is not the wanted one. Thrown anywhere below a handler, written by errors-edge.ts. */
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

  /** `requestId` is missing where no request could be read. */
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
