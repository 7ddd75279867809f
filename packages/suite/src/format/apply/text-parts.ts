/**
 * Cuts the text of a suite into parts that can be kept or replaced separately: the text above the first document, each document
 * with the comments above it, and the text below the last.
 */
import { isSeq, type Node } from 'yaml';
import type { LocatedSuite } from '../parse/parse.ts';

export interface TextPart {
  /** Comments and blank lines above. */
  lead: string;
  /** Complete lines, including the last line break if there is one. */
  body: string;
}

export interface SuiteParts {
  head: string;
  configuration?: TextPart;
  tests: TextPart[];
  blocks: TextPart[];
  /** Tests and blocks in text order. */
  order: TextPart[];
  tail: string;
}

export function suiteParts(text: string, located: LocatedSuite): SuiteParts {
  const parts: SuiteParts = { head: '', tests: [], blocks: [], order: [], tail: '' };
  const blocks = new Set<unknown>(located.blocks);
  const tests = [...located.tests, ...located.blocks].sort(
    (a, b) => a.document.range[0] - b.document.range[0],
  );
  const owners = [located.configuration, ...tests].filter((owner) => owner !== undefined);
  let end = 0;
  for (const owner of owners) {
    const contents = owner.document.contents as Node;
    const contentStart = lineStart(text, contents.range?.[0] ?? end);
    const contentEnd = lineEnd(text, contents.range?.[1] ?? contentStart);
    const start = Math.max(end, markerStart(text, end, contentStart));
    const lead = text.slice(end, start);
    const part = { lead: end === 0 ? '' : lead, body: text.slice(start, contentEnd) };
    if (end === 0) parts.head = lead;
    if (owner === located.configuration) parts.configuration = part;
    else {
      parts.order.push(part);
      (blocks.has(owner) ? parts.blocks : parts.tests).push(part);
    }
    end = contentEnd;
  }
  parts.tail = text.slice(end);
  return parts;
}

/** @returns the offset of the `---` of a document, or of its first line if it has none */
function markerStart(text: string, from: number, contentStart: number): number {
  if (/^---/.test(text.slice(contentStart, contentStart + 3))) return contentStart;
  const above = text.slice(from, contentStart);
  const marker = [...above.matchAll(/^---[^\n]*\n/gm)].at(-1);
  return marker ? from + marker.index : contentStart;
}

/** @returns the items of a test's list as line ranges; undefined if an item does not start on its own line */
export function itemParts(
  text: string,
  list: Node,
): { column: number; items: { start: number; end: number }[] } | undefined {
  const token = list.srcToken;
  if (!isSeq(list) || token?.type !== 'block-seq') return undefined;
  const items: { start: number; end: number }[] = [];
  for (const [index, node] of list.items.entries()) {
    const dash = token.items[index]?.start.find(({ type }) => type === 'seq-item-ind');
    if (!dash) return undefined;
    const start = lineStart(text, dash.offset);
    if (text.slice(start, dash.offset).trim() !== '') return undefined;
    const valueEnd = Math.max((node as Node | null)?.range?.[1] ?? 0, dash.offset + 1);
    items.push({ start, end: lineEnd(text, valueEnd) });
  }
  return { column: token.indent, items };
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** @returns the offset after the next line break; the offset itself if it is already at the start of a line */
export function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const next = text.indexOf('\n', offset);
  return next < 0 ? text.length : next + 1;
}
