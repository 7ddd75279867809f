const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};

/** Formats a URL's `host:port`, including a default port. A trailing dot is removed from the host. */
export function hostAndPort(url: { hostname: string; port: string; protocol: string }): string {
  return `${url.hostname.toLowerCase().replace(/\.$/, '')}:${url.port || defaultPorts[url.protocol] || ''}`;
}
