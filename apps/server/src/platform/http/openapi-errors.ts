/** Describes the error responses of an endpoint. */
import { type Endpoint, type ErrorCode, errors, problemType } from '@parley/contract';
import type { JsonSchema } from './openapi-schemas.ts';

/** Errors of all endpoints. The last two are sent before the endpoint is known. */
const errorsOfAll: ErrorCode[] = [
  'invalid_request',
  'misdirected',
  'too_many_requests',
  'internal',
  'unavailable',
  'request_timeout',
  'headers_too_large',
];

/** Errors of all endpoints with methods that may have a body, even if the endpoint takes none: the body is read first. */
const errorsOfBodies: ErrorCode[] = ['malformed_json', 'too_large', 'unsupported_media_type'];

/** @returns all error codes with which the endpoint may answer */
export function errorCodesOf(endpoint: Endpoint): Set<ErrorCode> {
  const { access, path, method, idempotent, checksTag, errors: own = [] } = endpoint;
  const codes = new Set<ErrorCode>([...errorsOfAll, ...own]);
  if (method !== 'GET') for (const code of errorsOfBodies) codes.add(code);
  if (idempotent) codes.add('idempotency_key_used');
  if (checksTag) codes.add('precondition_failed');
  if (path.includes('{') || endpoint.body) codes.add('not_found');
  const isByKey = typeof access === 'object' && 'apiKey' in access;
  if (isByKey) codes.add('invalid_api_key');
  else if (access !== 'public') codes.add('not_signed_in');
  if (typeof access === 'object') codes.add('not_allowed');
  if (typeof access === 'object' && !isByKey) codes.add('other_sign_in_needed');
  return codes;
}

/** Describes the error responses of an endpoint. Responses that many endpoints share become references. */
export function describeFailures(endpoint: Endpoint): Record<string, JsonSchema> {
  return Object.fromEntries(
    failuresOf(endpoint).map(([status, codes]) => {
      const name = sharedNameOf(status, codes);
      const response = name && { $ref: `#/components/responses/${name}` };
      return [status, response || describeResponse(status, codes)];
    }),
  );
}

/** @returns the responses to which `describeFailures` refers */
export function sharedResponsesOf(endpoints: readonly Endpoint[]): JsonSchema {
  const all = endpoints.flatMap(failuresOf).flatMap(([status, codes]) => {
    const name = sharedNameOf(status, codes);
    return name ? [[name, describeResponse(status, codes)] as const] : [];
  });
  return Object.fromEntries(all);
}

function failuresOf(endpoint: Endpoint): [status: number, codes: ErrorCode[]][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(endpoint)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].toSorted(([a], [b]) => a - b);
}

const content = { [problemType]: { schema: { $ref: '#/components/schemas/ApiError' } } };

const retryAfter = {
  'retry-after': { description: 'Seconds until a retry.', schema: { type: 'integer' } },
};

const shared: Record<number, { name: string; codes: ErrorCode[] }> = {
  401: { name: 'Unauthorized', codes: ['invalid_api_key'] },
  403: { name: 'Forbidden', codes: ['not_allowed'] },
  404: { name: 'NotFound', codes: ['not_found'] },
  408: { name: 'RequestTimeout', codes: ['request_timeout'] },
  413: { name: 'TooLarge', codes: ['too_large'] },
  415: { name: 'UnsupportedMediaType', codes: ['unsupported_media_type'] },
  421: { name: 'Misdirected', codes: ['misdirected'] },
  429: { name: 'TooManyRequests', codes: ['too_many_requests'] },
  431: { name: 'HeadersTooLarge', codes: ['headers_too_large'] },
  500: { name: 'Internal', codes: ['internal'] },
  503: { name: 'Unavailable', codes: ['unavailable'] },
};

function sharedNameOf(status: number, codes: readonly ErrorCode[]): string | undefined {
  const same = shared[status];
  return same?.codes.join() === codes.join() ? same.name : undefined;
}

function describeResponse(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const lines = codes.map((code) => `\`${code}\`: ${errors[code].message}`);
  return {
    description: lines.join('\n\n'),
    ...([429, 503].includes(status) && { headers: retryAfter }),
    content,
  };
}

const code = { type: 'string', enum: Object.keys(errors), description: 'Stable.' };
const hint = { type: 'string', description: 'What to do.' };
const problems = { type: 'array', items: { $ref: '#/components/schemas/ErrorProblem' } };

export const errorSchemas: Record<string, JsonSchema> = {
  ApiError: {
    type: 'object',
    description: 'As RFC 9457 says.',
    required: ['type', 'title', 'status', 'detail', 'code', 'error'],
    properties: {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: 'The page about this error, relative to the server.',
      },
      title: { type: 'string', description: 'For people; the same for each error of this code.' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'For people; may change.' },
      code,
      hint,
      problems,
      requestId: {
        type: 'string',
        description: 'As in the header `x-request-id`, for questions to the operator.',
      },
      error: {
        type: 'object',
        description: 'The same, as clients of earlier releases read it.',
        required: ['code', 'message'],
        properties: {
          code,
          message: { type: 'string', description: 'For people; may change.' },
          hint,
          problems,
        },
      },
    },
  },
  ErrorProblem: {
    type: 'object',
    required: ['message'],
    properties: {
      path: { type: 'string', description: 'The field, such as `schedule.retries` or `source`.' },
      pointer: {
        type: 'string',
        description: 'The same field of the body as a JSON pointer, such as `#/schedule/retries`.',
      },
      line: { type: 'integer', description: 'Of the text of a suite, from 1.' },
      column: { type: 'integer', description: 'From 1.' },
      message: { type: 'string' },
      hint: { type: 'string' },
    },
  },
};
