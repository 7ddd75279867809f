/** Converts the last request in a step's network traffic to a curl command. Pure. */

/**
 * @param traffic in the format of the engine's `traffic.ts`: ` 0.001 > POST http://…`, then headers, then the body
 * @returns the command, or undefined if no HTTP request was sent
 */
export function curlOf(traffic: string): string | undefined {
  const lines = traffic.split('\n');
  const start = lines.findLastIndex((line) => requestLine.test(line));
  const [, method = '', address = ''] = lines[start]?.match(requestLine) ?? [];
  if (start === -1) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith(indent));
  const parts = (end === -1 ? rest : rest.slice(0, end)).map((line) => line.slice(indent.length));
  const bodyAt = parts.findIndex((line) => !header.test(line));
  const headers = bodyAt === -1 ? parts : parts.slice(0, bodyAt);
  const body = bodyAt === -1 ? '' : parts.slice(bodyAt).join('\n');
  return [
    `curl -X ${method} ${quoted(address)}`,
    ...headers.filter((line) => !setByCurl.test(line)).map((line) => `-H ${quoted(line)}`),
    ...(body ? [`--data-raw ${quoted(body)}`] : []),
  ].join(' \\\n  ');
}

const indent = '    ';
const requestLine = /^ *\d+\.\d{3} > ([A-Z]+) (https?:\/\/\S+)/;
const header = /^[\w-]+: /;
const setByCurl = /^(content-length|host|connection|accept-encoding): /i;

/** Quotes a text for a POSIX shell, so that the shell expands nothing in it. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
