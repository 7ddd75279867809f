import { ConversationError, type Egress, hostAndPort } from '@parley/egress';

/**
 * Restricts an egress to one host, given as `host:port`. A load test has permission to load this bot only, not the targets of
 * its redirects.
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

function elsewhere(found: string, host: string): ConversationError {
  return new ConversationError({
    class: 'configuration',
    code: 'egress-refused',
    message: `The load test leads to ${found.slice(0, 100)}, but may only load ${host}.`,
    hint: 'Use the final address in the suite.',
  });
}
