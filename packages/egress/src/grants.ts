import ipaddr from 'ipaddr.js';
import {
  type Address,
  type AddressRange,
  isIn,
  parseAddress,
  parseRange,
} from './address-rules.ts';
import { hostOf } from './checked-url.ts';

/** A host and port that an operator allows or denies: a name or an address range, and one port or any. */
export interface Grant {
  port: number | 'any';
  name?: string;
  range?: AddressRange;
}

/**
 * Parses a grant such as `127.0.0.1:4010`, `[::1]:4010`, `10.0.0.0/8:443`, `[fd00::/8]:*` or `bot.internal:8080`.
 *
 * @throws Error for any other text, so that a mistyped grant is never mistaken for a wider or narrower one
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
  // Host names in DNS have no underscores, but Compose services may.
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
