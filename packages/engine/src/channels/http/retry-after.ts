import type { IncomingHttpHeaders } from 'node:http';
import type { HttpAnswer } from './exchange.ts';

/** @returns true if the server is too busy, but may accept the request later */
export const isBusy = ({ status }: HttpAnswer): boolean => status === 429 || status === 503;

/** Returns how many milliseconds the server asks to wait; undefined if it does not say. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const value = String(headers['retry-after'] ?? '').trim();
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const moment = momentOf(value);
  if (moment === undefined) return undefined;
  // The delay is measured by the server's clock, which can differ from ours.
  const now = momentOf(String(headers.date ?? '')) ?? Date.now();
  return Math.max(0, moment - now);
}

/** Parses any of the three date formats of HTTP, the oldest of which has no time zone. */
function momentOf(value: string): number | undefined {
  const zoned = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d :]+$/.test(value) ? `${value} GMT` : value;
  const moment = /^[A-Z][a-z]+.* GMT$/.test(zoned) ? Date.parse(zoned) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
