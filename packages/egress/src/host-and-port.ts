const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};

/** Formats `host:port` of a URL, including a default port; `host.` becomes `host`. */
export function hostAndPort(url: { hostname: string; port: string; protocol: string }): string {
  return `${url.hostname.toLowerCase().replace(/\.$/, '')}:${url.port || defaultPorts[url.protocol] || ''}`;
}
