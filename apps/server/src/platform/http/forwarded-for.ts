/**
 * Normalizes X-Forwarded-For. Some proxies add the port, which differs for each connection, and
 * some pass on invalid addresses; both would reset limits that count per address.
 */
import type { IncomingMessage, Server } from 'node:http';
import { isIP, SocketAddress } from 'node:net';

/** Normalizes the header before anything reads it, for servers that trust it. */
export function mendForwardedFor(server: Server): void {
  server.prependListener('request', mend);
  server.prependListener('upgrade', mend);
}

function mend({ headers }: IncomingMessage): void {
  const header = headers['x-forwarded-for'];
  if (header !== undefined) headers['x-forwarded-for'] = readableForwardedFor(String(header));
}

/**
 * Lists the addresses of the header in a uniform spelling, without ports. The chain before an invalid entry is unknown, so only
 * the later addresses are kept. If none is left, the caller is the peer.
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
