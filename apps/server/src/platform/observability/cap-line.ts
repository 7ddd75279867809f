/** Maximum length of a log line in bytes. Many log collectors refuse longer lines, or cut them anywhere. */
export const lineBytesMax = 8192;

/** Maximum number of characters of each text in a shortened line. */
const textLengthMax = 1000;

/** Maximum number of fields of each object in a shortened line. */
const fieldsMax = 30;

/**
 * Shortens a JSON line to the limit: first long texts, many fields and deep objects, and if that is not enough, everything
 * except the level, time, request id and message. Shortened lines are marked.
 */
export function capLine(line: string): string {
  if (Buffer.byteLength(line) <= lineBytesMax) return line;
  const entry = JSON.parse(line) as Record<string, unknown>;
  const shortened = `${JSON.stringify({ ...cut(entry, 0), isCut: true })}\n`;
  if (Buffer.byteLength(shortened) <= lineBytesMax) return shortened;
  const { level, time, reqId, msg } = cut(
    { level: entry.level, time: entry.time, reqId: entry.reqId, msg: entry.msg },
    0,
  ) as Record<string, unknown>;
  return `${JSON.stringify({ level, time, reqId, msg, isCut: true })}\n`;
}

function cut(value: object, depth: number): object {
  const entries = Object.entries(value)
    .slice(0, fieldsMax)
    .map(([name, part]) => [name, cutPart(part, depth)]);
  return Object.fromEntries(entries);
}

function cutPart(part: unknown, depth: number): unknown {
  if (typeof part === 'string') {
    return part.length > textLengthMax ? `${part.slice(0, textLengthMax)} …` : part;
  }
  if (typeof part !== 'object' || part === null) return part;
  return depth < 3 ? cut(part, depth + 1) : '…';
}

/** Escapes control characters, which could move a terminal's cursor or change its title. */
export function withoutControls(line: string): string {
  return line
    .replaceAll(/(?<!\\)((?:\\\\)*)\\u00(?=[01][0-9a-f])/g, '$1\\\\u00')
    .replaceAll(/[\u007f-\u009f]/g, (sign) => `\\\\u00${sign.charCodeAt(0).toString(16)}`);
}
