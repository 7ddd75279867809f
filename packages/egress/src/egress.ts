/**
 * Guarded egress makes every connection to a bot, after checking the address:
 *
 *   1. the URL: only the schemes of the channel, no credentials, nothing that URL parsers disagree about;
 *   2. the host, if it is an IP address: before anything is sent or looked up;
 *   3. every address that a name resolves to: if one is refused, the name is refused;
 *   4. the connection goes to the addresses of step 3, so a second lookup can't lead elsewhere;
 *   5. after a lookup, the address that the socket actually reached.
 *
 * Public addresses are reachable on ports that bots use, and so is whatever the operator grants. Clouds' metadata services and
 * the installation's own listeners never are. All refusals look the same, so that a suite can't be used to explore an internal
 * network.
 */
import { lookup as lookupInSystem } from 'node:dns/promises';
import { isIP, type LookupFunction, type connect as netConnect, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import {
  type Address,
  isMetadata,
  isMetadataName,
  isOfThisMachine,
  isPublic,
  judgedAddresses,
  parseAddress,
} from './address-rules.ts';
import { type CheckedUrl, checkedUrl, hostOf, portOf, type Scheme } from './checked-url.ts';
import { ConversationError } from './failure.ts';
import { type Grant, grantsAddress, grantsName, parseGrant } from './grants.ts';
import { limits } from './limits.ts';
import { withCertificate } from './look-at-certificate.ts';

export interface EgressPolicy {
  /** `host:port` and `CIDR:port` entries that are reachable besides public addresses, for example `127.0.0.1:4010`. */
  allow: string[];
  /** Restricts `allow` to what this list grants as well. If absent, all of `allow` applies. */
  within?: string[];
  /** `host:port` entries that are never reachable, whatever is allowed: services that the installation itself uses. */
  deny?: string[];
  /** Ports that the installation listens on. They are never reachable at any address of this machine. */
  ownPorts?: readonly number[];
}

export interface Egress {
  /**
   * Parses and checks a URL as far as possible without a lookup.
   *
   * @throws ConversationError that says what is wrong with it
   */
  checkUrl(url: string, schemes: readonly Scheme[]): CheckedUrl;
  /**
   * Resolves the address of a telephone system or its audio.
   *
   * @throws ConversationError if packets may not be sent there
   */
  checkPeer(host: string, port: number): Promise<string>;
  /**
   * Makes a checked TCP or TLS connection for undici's `connect` option. Uses HTTP/1.1, and HTTP/2 only if the caller allows it
   * and the server refuses HTTP/1.1.
   */
  connect: buildConnector.connector;
}

/** A host that was connected to, with its resolved address. */
export interface Reached {
  host: string;
  port: number;
  address: string;
}

/** Resolves a name to all of its addresses. */
export type Lookup = (host: string) => Promise<{ address: string; family: number }[]>;

/** Ports of other services, such as mail, databases, caches and remote shells, which bots do not use. */
const portsWithoutBots = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389,
  427, 445, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  873, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306,
  3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668,
  6669, 6697, 9042, 9092, 9200, 9300, 10250, 11211, 27017,
]);

/** Ports of telephone systems. */
const sipPorts = new Set([5060, 5061]);

const keptMax = 1_000;

/** Creates a guarded egress. `onReached` is called for each connection. */
export function createEgress(
  policy: EgressPolicy,
  lookup: Lookup = lookupAll,
  onReached: (reached: Reached) => void = () => {},
): Egress {
  const allowed = policy.allow.map(parseGrant);
  const within = policy.within?.map(parseGrant);
  const denied = (policy.deny ?? []).map(parseGrant);
  const ownPorts = new Set(policy.ownPorts);
  // The result for a URL never changes, and a run checks the same URL in each conversation.
  const checkedUrls = new Map<string, CheckedUrl>();

  const refused = (host: string, port: number) => refusal(host, port, within !== undefined);

  function isOwn(address: string, port: number): boolean {
    if (!ownPorts.has(port)) return false;
    const parsed = parseAddress(address);
    return parsed !== undefined && judgedAddresses(parsed).some(isOfThisMachine);
  }

  // Decisions never change, and a run asks for the same one with each connection.
  const decisions = new Map<string, boolean>();
  function isReachable(host: string, address: string, port: number): boolean {
    if (isOwn(address, port)) return false;
    const question = `${host} ${address} ${port}`;
    const known = decisions.get(question);
    if (known !== undefined) return known;
    const decision = decide(host, address, port);
    if (decisions.size < keptMax) decisions.set(question, decision);
    return decision;
  }

  function decide(host: string, address: string, port: number, isPhone = false): boolean {
    const parsed = parseAddress(address);
    if (!parsed || isMetadataName(host) || grantsName(denied, host, port)) return false;
    const isIn = (grants: Grant[], each: Address) =>
      grantsName(grants, host, port) || grantsAddress(grants, each, port);
    return judgedAddresses(parsed).every((each) => {
      if (isMetadata(each) || grantsAddress(denied, each, port)) return false;
      if (isIn(allowed, each) && (!within || isIn(within, each))) return true;
      return isPublic(each) && (isPhone || !portsWithoutBots.has(port));
    });
  }

  /** Also allows the ports of telephone systems, which web requests may not use. */
  function isPeer(host: string, address: string, port: number): boolean {
    return (
      isReachable(host, address, port) ||
      (sipPorts.has(port) && !isOwn(address, port) && decide(host, address, port, true))
    );
  }

  function checkLiteral(host: string, port: number) {
    // Decide as `net.connect` does: whatever it does not consider an address is looked up, and then checked.
    if (isIP(host) && !isReachable(host, host, port)) throw refused(host, port);
  }

  async function checkedAddresses(host: string, port: number) {
    const addresses = await withTimeout(lookup(host), limits.lookupMs);
    const areReachable = addresses.every(({ address }) => isReachable(host, address, port));
    if (addresses.length === 0 || !areReachable) throw refused(host, port);
    return addresses;
  }

  // One connector per port and protocol, because a lookup gets only the host. Connectors keep TLS sessions.
  const connectors = new Map<string, buildConnector.connector>();
  function connectorFor(port: number, allowH2: boolean): buildConnector.connector {
    const key = `${port} ${allowH2}`;
    const known = connectors.get(key);
    if (known) return known;
    const connector = createConnector(port, { timeout: limits.connectMs, allowH2 });
    connectors.set(key, connector);
    return connector;
  }

  /** Servers that refused HTTP/1.1, as `host port`. */
  const onlyH2 = new Set<string>();

  function createConnector(port: number, options: buildConnector.BuildOptions) {
    const lookup: LookupFunction = (hostname, options, done) => {
      checkedAddresses(hostOf(hostname), port).then(
        (addresses) => {
          if (options.all) done(null, addresses);
          else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
        },
        (error) => done(error, ''),
      );
    };
    return buildConnector({
      lookup,
      allowH2: false,
      // Connections are not idle for long, and keep-alive probes would cost four system calls for each.
      keepAlive: false,
      ...options,
    });
  }

  /** Connects to a server whose certificate was refused, to inspect it. The address is checked like any other. */
  const trusting = (port: number) =>
    createConnector(port, { timeout: limits.lookMs, rejectUnauthorized: false });

  return {
    checkUrl(text, schemes) {
      const known = checkedUrls.get(text);
      if (known && schemes.includes(known.protocol as Scheme)) return known;
      const url = checkedUrl(text, schemes);
      checkLiteral(hostOf(url.hostname), portOf(url));
      if (checkedUrls.size < keptMax) checkedUrls.set(text, url);
      return url;
    },

    async checkPeer(name, port) {
      const host = hostOf(name);
      const addresses = isIP(host)
        ? [host]
        : (await withTimeout(lookup(host), limits.lookupMs)).map(({ address }) => address);
      const [first] = addresses;
      if (!first || !addresses.every((address) => isPeer(host, address, port)))
        throw refused(host, port);
      return first;
    },

    connect(target, done) {
      const host = hostOf(target.hostname);
      const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
      try {
        checkLiteral(host, port);
      } catch (error) {
        return done(error as Error, null);
      }
      const checked = { ...target, hostname: host };
      const place = `${host} ${port}`;
      const mayUseH2 = (target as { allowH2?: boolean }).allowH2 === true;
      const attempt = (usesH2: boolean) =>
        connectorFor(port, usesH2)(checked, (error, socket) => {
          if (error) {
            if (mayUseH2 && !usesH2 && refusesHttp1(error)) {
              if (onlyH2.size < keptMax) onlyH2.add(place);
              return attempt(true);
            }
            void withCertificate(error, trusting(port), checked).then((told) => done(told, null));
            return;
          }
          const address = socket.remoteAddress ?? '';
          const isChecked = isIP(host) || isReachable(host, address, port);
          if (isChecked) {
            onReached({ host, port, address });
            return done(null, socket);
          }
          socket.destroy();
          done(refused(host, port), null);
        });
      attempt(mayUseH2 && onlyH2.has(place));
    },
  };
}

/** Adapts `connect` to the `createConnection` option of Node's `http.request`, for one URL. */
export function createConnection(egress: Egress, url: CheckedUrl): typeof netConnect {
  const { hostname, host, protocol } = url;
  const scheme = protocol === 'wss:' || protocol === 'https:' ? 'https:' : 'http:';
  const target = { hostname, host, protocol: scheme, port: String(portOf(url)) };
  const create = (_: unknown, created: (error: Error | null, socket?: Socket) => void) => {
    egress.connect(target, (error, socket) => created(error, socket ?? undefined));
  };
  // Node passes a callback and accepts no returned socket; its types declare only the older form.
  return create as unknown as typeof netConnect;
}

/** @returns true for the alert of a TLS server that refuses HTTP/1.1 */
const refusesHttp1 = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

function refusal(host: string, port: number, isNarrowed: boolean): ConversationError {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new ConversationError({
    class: 'configuration',
    code: 'egress-refused',
    message: `Parley is not allowed to connect to ${target}.`,
    hint: isNarrowed
      ? `Only public addresses are allowed. An operator of this installation can open ${target} for your organization.`
      : `Only public addresses are allowed. The operator of this installation can allow this one: start Parley with PARLEY_EGRESS_ALLOW=${target}.`,
  });
}

const lookupAll: Lookup = (host) => lookupInSystem(host, { all: true });

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(Object.assign(new Error('The look-up took too long'), { code: 'EAI_AGAIN' })),
      timeoutMs,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
