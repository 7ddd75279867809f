/** SIP messages (RFC 3261): a first line, headers, an empty line, a body. */

export type SipHeaders = [name: string, value: string][];

export interface SipRequest {
  method: string;
  uri: string;
  headers: SipHeaders;
  body: string;
}

export interface SipResponse {
  status: number;
  reason: string;
  headers: SipHeaders;
  body: string;
}

export type SipMessage = SipRequest | SipResponse;

const headersMax = 200;

/** Maximum length of a header including its name; real telephones send shorter ones. */
const headerLengthMax = 8192;

const compact: Record<string, string> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  k: 'supported',
  s: 'subject',
  x: 'session-expires',
};

export function isRequest(message: SipMessage): message is SipRequest {
  return 'method' in message;
}

export function printMessage(message: SipMessage): string {
  const first = isRequest(message)
    ? `${message.method} ${message.uri} SIP/2.0`
    : `SIP/2.0 ${message.status} ${message.reason}`;
  const headers = message.headers.map(([name, value]) => `${name}: ${value}`);
  const length = `Content-Length: ${Buffer.byteLength(message.body)}`;
  const lines = [first, ...headers, length].map(inOneLine);
  return `${[...lines, '', ''].join('\r\n')}${message.body}`;
}

/** Replaces line breaks, which could otherwise add headers or end the message and begin another one. */
const inOneLine = (line: string): string => line.replaceAll(/[\r\n]+/g, ' ');

/** @returns undefined if the packet is not a SIP message, such as the empty packets that keep a connection open */
export function parseMessage(packet: Buffer): SipMessage | undefined {
  const text = packet.toString('utf8');
  const split = /\r?\n\r?\n/.exec(text);
  if (!split) return undefined;
  const [first = '', ...lines] = text
    .slice(0, split.index)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  if (lines.length > headersMax || lines.some(({ length }) => length > headerLengthMax))
    return undefined;
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    return [compact[name] ?? name, line.slice(colon + 1).trim()];
  });
  const body = text.slice(split.index + split[0].length);
  const response = /^SIP\/2\.0 (\d{3}) ?(.*)$/.exec(first);
  if (response) return { status: Number(response[1]), reason: response[2] ?? '', headers, body };
  const [, method, uri] = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(first) ?? [];
  return method && uri ? { method, uri, headers, body } : undefined;
}

/**
 * @param name in lower case
 * @returns the value of the first header with that name; empty if there is none
 */
export function header({ headers }: SipMessage, name: string): string {
  return headers.find(([known]) => known.toLowerCase() === name)?.[1] ?? '';
}

export function headersOf({ headers }: SipMessage, name: string): string[] {
  return headers.filter(([known]) => known.toLowerCase() === name).map(([, value]) => value);
}

/** Creates a response with the headers that identify its request. */
export function responseTo(
  request: SipRequest,
  status: number,
  reason: string,
  tag?: string,
): SipResponse {
  const copied = ['via', 'from', 'to', 'call-id', 'cseq', 'record-route'];
  const headers = request.headers
    .filter(([name]) => copied.includes(name.toLowerCase()))
    .map(([name, value]): SipHeaders[number] =>
      name.toLowerCase() === 'to' && tag && !/;\s*tag=/.test(value)
        ? [name, `${value};tag=${tag}`]
        : [name, value],
    );
  return { status, reason, headers, body: '' };
}

/** Extracts the address from a header such as `"Ada" <sip:ada@host>;tag=1`. */
export function addressIn(value: string): string {
  for (let start = value.indexOf('<'); start >= 0; start = value.indexOf('<', start + 1)) {
    const end = value.indexOf('>', start);
    if (end < 0) break;
    if (end > start + 1) return value.slice(start + 1, end);
  }
  return value.split(';', 1)[0]?.trim() ?? '';
}

export interface SipUri {
  user: string;
  host: string;
  port: number;
  isSecure: boolean;
}

/** @returns undefined if the text is not a SIP address of a user or host */
export function parseUri(uri: string): SipUri | undefined {
  const found =
    /^(sips?):(?:([^@\s]+)@)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?(?:[;?].*)?$/i.exec(uri);
  if (!found) return undefined;
  const [, scheme = '', user = '', host = '', port] = found;
  const isSecure = scheme.toLowerCase() === 'sips';
  return {
    user,
    host: host.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 5061 : 5060,
    isSecure,
  };
}
