import { identity as contract } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { LocalSignIn } from '../../../platform/config/sign-in-config.ts';
import { isSameSecret } from '../../../platform/security/is-same-secret.ts';

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Headers that mark a forwarded request, in addition to `x-forwarded-*`. */
const forwardingHeaders = ['forwarded', 'x-real-ip', 'via'] as const;

export interface LocalServer {
  signIn: { localSignIn: LocalSignIn | null };
  trustedProxies: readonly string[];
  publicUrl: string;
}

/**
 * Tells if a request comes from the person at this machine, and not from the network, through a local proxy, from another
 * website in that person's browser, or through a host name that an attacker made resolve to this machine. Each condition covers
 * a case that the others miss. A proxy that adds no header and uses our own address passes all of them, and so do other user
 * accounts on this machine; only the code keeps these out.
 */
export function isFromThisMachine(
  { headers, socket }: FastifyRequest,
  { signIn: { localSignIn }, trustedProxies, publicUrl }: LocalServer,
): boolean {
  const ownHosts = hostsOf(socket.localPort, publicUrl);
  const ownOrigins = ownHosts.map((host) => `http://${host}`);
  const site = headers['sec-fetch-site'];
  const isPassedOn =
    forwardingHeaders.some((name) => headers[name] !== undefined) ||
    Object.keys(headers).some((name) => name.startsWith('x-forwarded-'));
  return (
    localSignIn !== null &&
    isCodeRight(localSignIn, headers[contract.localCodeHeader]) &&
    trustedProxies.length === 0 &&
    loopbackAddresses.has(socket.localAddress ?? '') &&
    loopbackAddresses.has(socket.remoteAddress ?? '') &&
    !isPassedOn &&
    ownHosts.includes(headers.host ?? '') &&
    (headers.origin === undefined || ownOrigins.includes(headers.origin)) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}

function isCodeRight({ code }: LocalSignIn, given: string | string[] | undefined): boolean {
  return code === null || (typeof given === 'string' && isSameSecret(given, code));
}

/** Returns our own hosts, and that of the public URL if it is on this machine, such as a development server. */
function hostsOf(port: number | undefined, publicUrl: string): string[] {
  const names = ['localhost', '127.0.0.1', '[::1]'];
  const own = names.map((name) => `${name}:${port}`);
  const { hostname, host } = new URL(publicUrl);
  return names.includes(hostname) ? [...own, host] : own;
}
