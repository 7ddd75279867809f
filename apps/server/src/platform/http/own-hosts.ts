/**
 * Host names of this server. A page on the internet can make its own name resolve to an address in this network (DNS
 * rebinding), so that its origin equals the server's; the `Host` header reveals that.
 */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';

/**
 * Creates a function that tells if a `Host` is the server's own: the name of its public address, a configured name, the
 * machine's host name, an IP address, or a name without a dot. Names such as `localhost` cannot be registered outside the
 * network.
 */
export function createIsOwnHost({
  publicUrl,
  hosts,
}: Pick<Config, 'publicUrl' | 'hosts'>): (host: string) => boolean {
  const names = [new URL(publicUrl).hostname, hostname(), ...hosts].map(plain);
  const own = new Set(names);
  return (host) => {
    if (!URL.canParse(`http://${host}`)) return false;
    const name = plain(new URL(`http://${host}`).hostname);
    const isLocal = !name.includes('.') || name.endsWith('.localhost');
    return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || isLocal || own.has(name);
  };
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');
