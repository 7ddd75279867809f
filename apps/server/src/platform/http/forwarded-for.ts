/**
 * Normalizes X-Forwarded-For. Some proxies add the port, which differs per connection, and some pass on invalid addresses.
 * Either would let clients evade limits per address.
 */
import type { IncomingMessage, Server } from 'node:http';
import { isIP, SocketAddress } from 'node:net';

/** Normalizes the header before anything else reads it. Only servers that trust the header need this. */
export function mendForwardedFor(server: Server): void {
  server.prependListener('request', mend);
  server.prependListener('upgrade', mend);
}

function mend({ headers }: IncomingMessage): void {
  const header = headers['x-forwarded-for'];
  if (header !== undefined) headers['x-forwarded-for'] = readableForwardedFor(String(header));
}

/**
 * Lists the addresses of the header in a uniform notation, without ports. Entries before an invalid one cannot be trusted, so
 * only later ones are kept. If none is left, the peer counts as the client.
 */
export function readableForwardedFor(header: string): string {
  const addresses = header.split(',').map(addressIn);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ');
}

function addressIn(written: string): string | undefined {
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets, bare, port] =
    /^(?:\[([^\]]*)\]|([\d.]+)(?=:))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (Number(port ?? 0) > 65_535) return undefined;
  if (inBrackets !== undefined)
    return isIP(inBrackets) === 6 ? inOneSpelling(inBrackets) : undefined;
  return inOneSpelling(bare ?? text);
}

function inOneSpelling(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const { address: short } = new SocketAddress({ address, family: 'ipv6' });
  const mapped = short.replace(/^::ffff:(?=[\d.]+$)/, '');
  return isIP(mapped) === 4 ? mapped : short;
}
