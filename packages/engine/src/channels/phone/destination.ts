/** Checks the destination of a call: the operator must allow it, and it must not be a premium number. */

import { ConversationError } from '@parley/egress';
import { parseUri } from '@parley/sip';
import parsePhoneNumber from 'libphonenumber-js/max';

export type Destination =
  | { kind: 'number'; number: string }
  | { kind: 'sip'; uri: string; host: string; port: number; isSecure: boolean };

/** Number types that cost extra. */
const expensive = new Set(['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER']);
/** Satellites, international networks and premium services, which belong to no country. */
const expensivePrefixes = ['+870', '+878', '+881', '+882', '+883', '+888', '+979', '+808'];

/**
 * Parses a destination.
 *
 * @throws ConversationError if it is invalid, a premium number or not allowed
 */
export function destinationOf(to: string, allow: readonly string[]): Destination {
  const text = to.trim();
  const destination = /^sips?:/i.test(text) ? sipDestination(text) : numberDestination(text);
  const name = destination.kind === 'number' ? destination.number : bare(destination.uri);
  if (!allow.some((pattern) => fits(pattern, name))) throw notAllowed(name);
  return destination;
}

function sipDestination(text: string): Destination {
  const uri = parseUri(text);
  // Parameters and headers could name another route than the checked host.
  if (!uri || uri.user === '' || /[;?\s<>"]/.test(text)) throw notAddress(text);
  const { host, port, isSecure } = uri;
  return { kind: 'sip', uri: text, host, port, isSecure };
}

function numberDestination(text: string): Destination {
  const digits = text.replace(/^tel:/i, '').replaceAll(/[\s().\u00a0/-]/g, '');
  if (!/^\+[1-9]\d{6,14}$/.test(digits)) throw notNumber(text);
  const isExpensive = expensivePrefixes.some((prefix) => digits.startsWith(prefix));
  if (isExpensive) throw premium(digits);
  const parsed = parsePhoneNumber(digits);
  if (!parsed?.isValid()) throw notNumber(text);
  if (expensive.has(parsed.getType() ?? '')) throw premium(digits);
  return { kind: 'number', number: digits };
}

const bare = (uri: string) => uri.replace(/^sips:/i, 'sip:').toLowerCase();

function fits(pattern: string, name: string): boolean {
  const parts = pattern
    .toLowerCase()
    .split('*')
    .map((part) => part.replaceAll(/[^a-z0-9]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}

const refused = (code: string, message: string, hint: string) =>
  new ConversationError({ class: 'configuration', code, message, hint });

const notAddress = (text: string) =>
  refused(
    'invalid-address',
    `"${text}" is not a valid SIP address.`,
    'Write for example sip:100@pbx.example.com, without parameters.',
  );

const notNumber = (text: string) =>
  refused(
    'invalid-number',
    `"${text}" is not a valid phone number.`,
    'Include the country code, for example +1 202 555 0123. Pauses and keys belong in the test.',
  );

const premium = (number: string) =>
  refused(
    'premium-number',
    `${number} is a premium-rate number, which Parley never dials.`,
    'Test the line on its regular number.',
  );

const notAllowed = (name: string) =>
  refused(
    'destination-refused',
    `Parley may not call ${name}.`,
    `The operator of this installation can allow it with PARLEY_PHONE_ALLOW=${name}.`,
  );

/** @returns ISO 3166 code of the country of a number; undefined for SIP addresses */
export const countryOf = (to: Destination): string | undefined =>
  to.kind === 'number' ? parsePhoneNumber(to.number)?.country : undefined;
