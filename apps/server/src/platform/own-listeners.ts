import type { Config } from './config.ts';

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

/** Where this installation itself listens, as `host:port`: no suite reaches it, whatever is allowed. */
export function ownListeners(addresses: Addresses): string[] {
  const { host, port, metrics, phone, publicUrl, databaseUrl, smtpUrl } = addresses;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const bound = isEverywhere ? [] : [host.includes(':') ? `[${host}]` : host];
  const names = [...new Set(['127.0.0.1', '[::1]', 'localhost', ...bound])];
  const ports = [port, metrics?.port, phone.twilio?.port].filter((each) => each !== undefined);
  const here = ports.flatMap((each) => names.map((name) => `${name}:${each}`));
  const elsewhere = [publicUrl, databaseUrl, smtpUrl].flatMap((url) =>
    url === undefined ? [] : listenerOf(new URL(url)),
  );
  return [...new Set([...here, ...elsewhere])];
}

/** A database without a host is reached by a socket file. */
function listenerOf({ hostname, port, protocol }: URL): string[] {
  return hostname === '' ? [] : [`${hostname}:${port || defaultPorts[protocol]}`];
}
