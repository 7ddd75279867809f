/**
 * Names of this server. A page on the internet can make its own name resolve to an address in this
 * network (DNS rebinding) and would have the same origin as the server; `Host` reveals it.
 */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';

/**
 * @returns true if a `Host` is the server's own: the name of its public address or a configured
 * one, an IP address, or a name without a dot, such as `localhost`, which cannot be registered
 * outside of the network
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
