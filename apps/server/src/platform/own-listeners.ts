import type { Config } from './config.ts';

type Addresses = Pick<Config, 'host' | 'port' | 'publicUrl' | 'databaseUrl' | 'smtpUrl'>;

const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'postgres:': '5432',
  'postgresql:': '5432',
  'smtp:': '587',
  'smtps:': '465',
};

/** Where this installation itself listens, as `host:port`: no suite reaches it, whatever is allowed. */
export function ownListeners({ host, port, publicUrl, databaseUrl, smtpUrl }: Addresses): string[] {
  const here = ['127.0.0.1', '[::1]', 'localhost'].map((name) => `${name}:${port}`);
  const elsewhere = [publicUrl, databaseUrl, smtpUrl].flatMap((url) =>
    url === undefined ? [] : listenerOf(new URL(url)),
  );
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const bound = isEverywhere ? [] : [`${host.includes(':') ? `[${host}]` : host}:${port}`];
  return [...new Set([...here, ...bound, ...elsewhere])];
}

/** A database without a host is reached by a socket file. */
function listenerOf({ hostname, port, protocol }: URL): string[] {
  return hostname === '' ? [] : [`${hostname}:${port || defaultPorts[protocol]}`];
}
