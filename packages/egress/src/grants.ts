import ipaddr from 'ipaddr.js';
import {
  type Address,
  type AddressRange,
  isIn,
  parseAddress,
  parseRange,
} from './address-rules.ts';
import { hostOf } from './checked-url.ts';

/** A host and port that an operator allows or forbids: a name, an address or a range, and one port or all. */
export interface Grant {
  port: number | 'any';
  name?: string;
  range?: AddressRange;
}

/**
 * Reads `127.0.0.1:4010`, `[::1]:4010`, `10.0.0.0/8:443`, `[fd00::/8]:*` or `bot.internal:8080`.
 * Throws on anything else: a mistyped grant must not be taken for a wider or a narrower one.
 */
export function parseGrant(text: string): Grant {
  const [, host, portText] = /^(.+):(\d{1,5}|\*)$/.exec(text.trim()) ?? [];
  const port = portText === '*' ? 'any' : Number(portText);
  if (!host || (port !== 'any' && !(port >= 1 && port <= 65_535))) throw notAGrant(text);
  const bare = hostOf(host);
  if (ipaddr.isValidCIDR(bare)) return { port, range: parseRange(bare) };
  const address = parseAddress(bare);
  if (address)
    return { port, range: parseRange(`${bare}/${address.kind() === 'ipv4' ? 32 : 128}`) };
  // No name of the DNS has an underscore; services of a compose file do.
  if (!/^[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?$/i.test(bare)) throw notAGrant(text);
  return { port, name: bare };
}

function notAGrant(text: string): Error {
  return new Error(
    `"${text}" is not an address to allow. Write host:port, for example 127.0.0.1:4010, 10.0.0.0/8:443 or bot.internal:8080.`,
  );
}

export function grantsName(grants: Grant[], host: string, port: number): boolean {
  return grants.some((grant) => grant.name === host && fits(grant, port));
}

export function grantsAddress(grants: Grant[], address: Address, port: number): boolean {
  return grants.some((grant) => grant.range && fits(grant, port) && isIn(address, [grant.range]));
}

const fits = (grant: Grant, port: number) => grant.port === 'any' || grant.port === port;
