const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};

/** `host:port` of an address, the port also where it goes without saying; `host.` is `host`. */
export function hostAndPort(url: { hostname: string; port: string; protocol: string }): string {
  return `${url.hostname.toLowerCase().replace(/\.$/, '')}:${url.port || defaultPorts[url.protocol] || ''}`;
}
