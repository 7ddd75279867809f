import type { FastifyRequest } from 'fastify';

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Headers by which a request shows that somebody passed it on. */
const forwardingHeaders = ['forwarded', 'x-real-ip', 'via'] as const;

export interface LocalServer {
  signIn: { isLocalSignInOpen: boolean };
  trustedProxies: readonly string[];
  publicUrl: string;
}

/**
 * Whether a request comes from the developer at this machine, and from nobody else: not from the network,
 * not through a proxy that runs here, not from a page of another site in the developer's own browser, not
 * through a name that somebody made point here. Each condition is there because the others do not cover
 * its case; the Host header alone says nothing.
 */
export function isFromThisMachine(
  { headers, socket }: FastifyRequest,
  { signIn, trustedProxies, publicUrl }: LocalServer,
): boolean {
  const ownHosts = hostsOf(socket.localPort, publicUrl);
  const ownOrigins = ownHosts.map((host) => `http://${host}`);
  const site = headers['sec-fetch-site'];
  const isPassedOn =
    forwardingHeaders.some((name) => headers[name] !== undefined) ||
    Object.keys(headers).some((name) => name.startsWith('x-forwarded-'));
  return (
    signIn.isLocalSignInOpen &&
    trustedProxies.length === 0 &&
    loopbackAddresses.has(socket.localAddress ?? '') &&
    loopbackAddresses.has(socket.remoteAddress ?? '') &&
    !isPassedOn &&
    ownHosts.includes(headers.host ?? '') &&
    (headers.origin === undefined || ownOrigins.includes(headers.origin)) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}

/** Our own addresses, with the one of a development server in front if that is on this machine too. */
function hostsOf(port: number | undefined, publicUrl: string): string[] {
  const names = ['localhost', '127.0.0.1', '[::1]'];
  const own = names.map((name) => `${name}:${port}`);
  const { hostname, host } = new URL(publicUrl);
  return names.includes(hostname) ? [...own, host] : own;
}
