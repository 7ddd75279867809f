import type { Egress } from '../egress/egress.ts';
import { ConversationError } from '../failure.ts';

const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};

/**
 * The same way out, for one host alone. A load test may load the bot that its owner allowed, and not
 * what that bot redirects to. `host` is `host:port`.
 */
export function oneHostEgress(egress: Egress, host: string): Egress {
  return {
    checkUrl(text, schemes) {
      const url = egress.checkUrl(text, schemes);
      if (hostAndPort(url) !== host) throw elsewhere(url.host, host);
      return url;
    },
    checkPeer: (name, port) =>
      `${name}:${port}` === host
        ? egress.checkPeer(name, port)
        : Promise.reject(elsewhere(name, host)),
    connect(target, done) {
      const here = hostAndPort(target as { hostname: string; port: string; protocol: string });
      if (here !== host) return done(elsewhere(here, host), null);
      egress.connect(target, done);
    },
  };
}

/** `host:port` of an address, the port also where it goes without saying; `host.` is `host`. */
export function hostAndPort(url: { hostname: string; port: string; protocol: string }): string {
  return `${url.hostname.toLowerCase().replace(/\.$/, '')}:${url.port || defaultPorts[url.protocol] || ''}`;
}

function elsewhere(found: string, host: string): ConversationError {
  return new ConversationError({
    class: 'configuration',
    code: 'egress-refused',
    message: `The load test leads to ${found.slice(0, 100)}, and may load ${host} alone.`,
    hint: 'Write the final address into the suite.',
  });
}
