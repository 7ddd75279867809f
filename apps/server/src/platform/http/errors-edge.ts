/** Handles all errors of requests: whatever was thrown is sent in one format, without internals. */
import { type ErrorCode, problemType } from '@parley/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDeadlock } from '../database/deadlock.ts';
import { isDatabaseAway } from '../database/is-database-away.ts';
import { ApiError } from '../errors/api-error.ts';

/** Error codes for failures of the framework, by its own code or, below, by the status that it set. */
const byFrameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_UNDER_PRESSURE: 'unavailable',
};

const byStatus: Record<number, ErrorCode> = {
  400: 'invalid_request',
  // Paths that the file server refuses to read do not exist for clients.
  403: 'not_found',
  404: 'not_found',
  // Conditions and ranges that a file cannot meet.
  412: 'invalid_request',
  413: 'too_large',
  // An id in the path is longer than any of ours.
  414: 'not_found',
  415: 'unsupported_media_type',
  416: 'invalid_request',
  429: 'too_many_requests',
  503: 'unavailable',
};

export function mountErrorsEdge(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiError = toApiError(error);
  if (apiError.code === 'internal') request.log.error({ err: error }, 'A request failed');
  if (apiError.code === 'unavailable') {
    request.log.warn({ err: error }, 'A request could not be served');
    void reply.header('retry-after', String(apiError.retryAfterSeconds));
  }
  return reply
    .code(apiError.status)
    .type(`${problemType}; charset=utf-8`)
    .header('cache-control', 'no-store')
    .send(apiError.toBody(request.id));
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  // A client that disconnects while sending a body causes the same error as a lost database, but the framework adds status 400.
  if (statusCode !== 400 && (isDatabaseAway(error) || isDeadlock(error))) {
    return new ApiError('unavailable', { cause: error });
  }
  const known = byFrameworkCode[code ?? ''] ?? byStatus[statusCode ?? 500];
  return new ApiError(known ?? 'internal', { cause: error });
}
