import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/api-error.ts';

/**
 * Refuses requests from pages of other origins, for endpoints that use or set a cookie. Browsers send the origin with every
 * POST. Programs that send none do not carry other people's cookies.
 */
export function requireOwnOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    headers.origin === undefined
      ? site === undefined || site === 'same-origin' || site === 'none'
      : headers.origin === new URL(publicUrl).origin || hostOf(headers.origin) === headers.host;
  if (!isOwn) {
    throw new ApiError('not_allowed', {
      message: 'Only the dashboard’s own pages can call this.',
      hint: 'Open the dashboard at its own address.',
    });
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
