/** Writes a changed interaction over its old text. Unchanged items keep their spelling and comments. */
import { isMap, isSeq, type Node } from 'yaml';
import { canonicalJson } from '../model/canonical-json.ts';
import type { Input, Interaction } from '../model/suite.ts';
import { parseSuite } from '../parse/parse.ts';
import { printInteraction, printItems, printSaid } from '../print/print-interaction.ts';
import { withComments } from './comments.ts';
import { type Item, type Meaning, mergePrinted } from './merge-items.ts';
import { itemParts, lineEnd } from './text-parts.ts';

export interface OldInteraction extends Item {
  input: Input;
  node: Node | null;
  /** Offset of its first line in the text. */
  start: number;
}

/** Position of the interaction in the text, and the layout of its printed lines. */
interface Place {
  text: string;
  column: number;
  lineBreak: string;
  print(lines: string[], column: number): string;
}

export function applyInteraction(
  place: Place,
  old: OldInteraction,
  interaction: Interaction,
): string {
  const printed = place.print(printInteraction(interaction), place.column);
  return applyItems(place, old, interaction) ?? withComments(old.body, printed);
}

/** Replaces item by item. @returns undefined if the items are not on separate lines below the message */
function applyItems(
  { text, column, lineBreak, print }: Place,
  { input, node, start, body }: OldInteraction,
  interaction: Interaction,
): string | undefined {
  const [pair, ...others] = isMap(node) ? node.items : [];
  if (!pair || others.length > 0 || !isSeq(pair.value)) return undefined;
  const lines = itemParts(text, pair.value);
  if (!lines || lines.column < column + 2) return undefined;
  const headEnd = lineEnd(text, (pair.key as Node).range?.[1] ?? start);
  const meaningOf = (item: string) => meaningAt(lines.column, item);
  let end = headEnd;
  const items = lines.items.map((item) => {
    const lead = text.slice(end, item.start);
    const body = text.slice(item.start, item.end);
    end = item.end;
    return { ...meaningOf(body), lead, body };
  });
  const tail = text.slice(end, start + body.length);
  const isApart = [items[0]?.lead ?? '', tail].every(isCommentary);
  if (!isApart || items.some(({ kind }) => kind === 'nothing')) return undefined;
  const printed = printItems(interaction).map((item) => print(item, lines.column));
  if (printed.length === 0) return undefined;
  const head = text.slice(start, headEnd);
  const isSame = canonicalJson(input) === canonicalJson(interaction.input);
  const said = isSame ? head : withComments(head, print(printSaid(interaction.input), column));
  return said + mergePrinted(items, printed, meaningOf, lineBreak) + tail;
}

const isCommentary = (lines: string): boolean =>
  lines.split('\n').every((line) => /^\s*(#|$)/.test(line));

/**
 * Determines the meaning of an item below an input. Without the added next item, the parser would take it for an alternative
 * reply.
 */
function meaningAt(column: number, item: string): Meaning {
  const lineBreak = item.endsWith('\n') ? '' : '\n';
  const strict = 'configuration:\n  syntax: 2\n---\n';
  const { suite } = parseSuite(`${strict}- x:\n${item}${lineBreak}${' '.repeat(column)}- exit\n`);
  const said = suite.tests[0]?.interactions[0];
  const kinds = {
    label: said?.label !== undefined,
    save: said?.save !== undefined,
    metric: said?.metrics !== undefined,
    interjection: said?.interjection !== undefined,
    assertion: said !== undefined && said.assertions.length > 0,
    branch: said !== undefined && said.branches.length > 1,
    setting: said !== undefined && Object.keys(said.settings).length > 0,
  };
  const kind = Object.entries(kinds).find(([, isIt]) => isIt)?.[0] ?? 'nothing';
  return { key: canonicalJson(said), kind };
}
