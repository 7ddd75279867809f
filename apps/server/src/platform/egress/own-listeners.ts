import type { Config } from '../config/config.ts';

type Addresses = Pick<
  Config,
  'host' | 'port' | 'metrics' | 'publicUrl' | 'databaseUrl' | 'smtpUrl'
> & { phone: Pick<Config['phone'], 'twilio'> };

const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'postgres:': '5432',
  'postgresql:': '5432',
  'smtp:': '587',
  'smtps:': '465',
};

/** Addresses of the installation itself. No suite may reach them, whatever the settings allow. */
export interface OwnListeners {
  /** Ports on this machine. */
  ownPorts: number[];
  /** `host:port` of services on other machines or under other names. */
  deny: string[];
}

export function ownListeners(addresses: Addresses): OwnListeners {
  const { host, port, metrics, phone, publicUrl, databaseUrl, smtpUrl } = addresses;
  const bound = ['0.0.0.0', '::'].includes(host) ? [] : [{ hostname: inUrl(host), port }];
  const named = [publicUrl, databaseUrl, smtpUrl].flatMap((url) =>
    url === undefined ? [] : listenerOf(new URL(url)),
  );
  const all = [...bound, ...named];
  const ports = [port, metrics?.port, phone.twilio?.port].filter((each) => each !== undefined);
  const here = all.filter(({ hostname }) => isLoopback(hostname)).map((each) => each.port);
  const elsewhere = all.filter(({ hostname }) => !isLoopback(hostname));
  return {
    ownPorts: [...new Set([...ports, ...here])],
    deny: elsewhere.map((each) => `${each.hostname}:${each.port}`),
  };
}

/** Returns host and port of a URL; empty for a database without a host, which is reached through a Unix socket. */
function listenerOf({ hostname, port, protocol }: URL): { hostname: string; port: number }[] {
  return hostname === '' ? [] : [{ hostname, port: Number(port || defaultPorts[protocol]) }];
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

const isLoopback = (hostname: string) =>
  /^(?:localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
