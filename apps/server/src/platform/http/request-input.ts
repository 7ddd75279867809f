/** Parses input according to the contract, or refuses it with a list of problems. */
import type { Endpoint, ErrorProblem } from '@parley/contract';
import * as z from 'zod/mini';
import { ApiError } from '../errors/api-error.ts';

// The contract's schemas contain no messages.
z.config(z.locales.en());

/** Matches path parameters that may name something. PostgreSQL refuses null characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const pathValue = /^[^\u0000-\u001f\u007f]{1,254}$/;

export function parseParams(params: unknown): Record<string, string> {
  const entries = Object.entries(params as Record<string, string>);
  if (entries.some(([, value]) => !pathValue.test(value))) throw new ApiError('not_found');
  return Object.fromEntries(entries);
}

export function parseQuery(endpoint: Endpoint, query: unknown): unknown {
  return endpoint.query && parse(endpoint.query, query, toProblem);
}

export function parseBody(endpoint: Endpoint, body: unknown): unknown {
  return endpoint.body && parse(endpoint.body, body ?? {}, toProblemOfBody);
}

/** Maximum number of problems in a response. */
const problemsMax = 100;

function parse(
  schema: z.ZodMiniType,
  value: unknown,
  problemOf: (issue: z.core.$ZodIssue) => ErrorProblem,
): unknown {
  const result = z.safeParse(schema, value);
  if (!result.success) {
    const problems = result.error.issues.slice(0, problemsMax).map((issue) => problemOf(issue));
    throw new ApiError('invalid_request', { problems });
  }
  // Checks only what the schema kept, because the rest is not used.
  refuseUnstorable(result.data);
  return result.data;
}

function toProblem(issue: z.core.$ZodIssue): ErrorProblem {
  const path = z.core.toDotPath(issue.path);
  return path === '' ? { message: issue.message } : { path, message: issue.message };
}

function toProblemOfBody(issue: z.core.$ZodIssue): ErrorProblem {
  return { ...toProblem(issue), pointer: pointerTo(issue.path) };
}

/** Returns a JSON pointer (RFC 6901) as a URL fragment: `#/tests/0/name`, or `#` for the whole body. */
function pointerTo(path: PropertyKey[]): string {
  const parts = path.map((part) =>
    encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return ['#', ...parts].join('/');
}

/** Refuses null characters and lone surrogates, which JSON allows but PostgreSQL refuses. */
function refuseUnstorable(value: unknown): void {
  const rest = [value];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part === 'string' && !isText(part)) {
      throw new ApiError('invalid_request', {
        message: 'The request contains invalid characters (null bytes or invalid Unicode).',
      });
    }
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, inner] of Object.entries(part)) rest.push(key, inner);
  }
}

const isText = (text: string) => !text.includes('\0') && text.isWellFormed();
