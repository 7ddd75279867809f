import { isMap, type Node } from 'yaml';
import { canonicalJson } from '../model/canonical-json.ts';
import type { Block, Interaction, Test } from '../model/suite.ts';
import { parseSuite } from '../parse/parse.ts';
import type { LocatedTest } from '../parse/parse-test.ts';
import { isBlock, printHead, printPart } from '../print/print.ts';
import { printInteraction } from '../print/print-interaction.ts';
import { applyInteraction, type OldInteraction } from './apply-interaction.ts';
import { withComments } from './comments.ts';
import { type Item, type Meaning, mergeItems, mergePrinted } from './merge-items.ts';
import { itemParts, type TextPart } from './text-parts.ts';

/** The old version of a test or block, with the positions of its parts. */
export interface OldPart extends Pick<LocatedTest, 'document' | 'items'> {
  was: Test | Block;
}

/** @returns the document of a changed test or block, edited item by item; undefined if it must be printed completely */
export function applyPart({
  text,
  old,
  part,
  wanted,
  lineBreak,
}: {
  text: string;
  old: OldPart;
  part: TextPart;
  wanted: Test | Block;
  lineBreak: string;
}): string | undefined {
  const list = old.document.contents as Node;
  const lines = itemParts(text, list);
  if (!lines || lines.items.length === 0) return undefined;
  const { column } = lines;
  const print = (printed: string[], at = column) => {
    const margin = ' '.repeat(at);
    return printed
      .map((line) => `${margin}${line.replaceAll('\n', `\n${margin}`)}\n`)
      .join('')
      .replaceAll('\n', lineBreak);
  };
  const cut = cutItems(text, old, lines.items);
  const bodyStart =
    part.body.length - (lines.items.at(-1)?.end ?? 0) + (lines.items[0]?.start ?? 0);
  const isSameHead = headJson(old.was) === headJson(wanted);
  const printedHead = () => printHead(wanted).map((line) => print([line]));
  const head = isSameHead
    ? cut.head
    : mergePrinted(cut.headItems, printedHead(), meaningIn(wanted), lineBreak) + cut.headTail;
  const interactions = mergeItems(
    cut.interactions,
    wanted.interactions.map((interaction) => ({
      key: canonicalJson(interaction),
      print: (replaced?: OldInteraction) =>
        replaced
          ? applyInteraction({ text, column, lineBreak, print }, replaced, interaction)
          : print(printInteraction(interaction)),
    })),
    lineBreak,
  );
  return part.body.slice(0, bodyStart) + head + interactions + cut.tail;
}

/** Prints the document of a test or block completely, and adds the comments of the document that it replaces. */
export function printPartOver(old: string, wanted: Test | Block, lineBreak: string): string {
  const marker = '---\n';
  const printed = withComments(old, printPart(wanted).slice(marker.length));
  return (marker + printed).replaceAll(/\r?\n/g, lineBreak);
}

interface CutItems {
  /** Text of the head, for use if the head has not changed. */
  head: string;
  headItems: (Item & Meaning)[];
  headTail: string;
  interactions: OldInteraction[];
  tail: string;
}

function cutItems(text: string, old: OldPart, places: { start: number; end: number }[]): CutItems {
  const cut: CutItems = { head: '', headItems: [], headTail: '', interactions: [], tail: '' };
  let end = places[0]?.start ?? 0;
  let lead = '';
  let index = 0;
  old.items.forEach(({ kind, node }, place) => {
    const { start, end: itemEnd } = places[place] ?? { start: end, end };
    const above = text.slice(end, start);
    const body = text.slice(start, itemEnd);
    end = itemEnd;
    if (kind === 'head') {
      cut.head += above + body;
      const item = { ...meaningIn(old.was)(body), lead: cut.headTail + above, body };
      // Unknown settings are kept, as comments are.
      const isUnknown = item.kind === 'nothing' && isMap(node) && node.has('settings');
      if (!isUnknown) cut.headItems.push(item);
      cut.headTail = isUnknown ? item.lead + body : '';
    } else if (kind === 'unreadable') {
      lead += above + body;
    } else {
      const interaction = old.was.interactions[index] as Interaction;
      const key = canonicalJson(interaction);
      const { input } = interaction;
      cut.interactions.push({ key, lead: lead + above, body, input, node, start });
      lead = '';
      index += 1;
    }
  });
  cut.tail = lead;
  return cut;
}

const meaningIn = (part: Test | Block) => (isBlock(part) ? headMeaningInBlock : headMeaningOf);

/** Determines the meaning of an item in the head of a block. */
function headMeaningInBlock(item: string): Meaning {
  const kind = /^\s*-\s+(block|parameters|description)\s*:/.exec(item)?.[1] ?? 'nothing';
  return { key: item.trim(), kind };
}

/** Determines the meaning of an item in the head of a test. */
function headMeaningOf(item: string): Meaning {
  const [said, nothing] = [item, '[]'].map(
    (text) => parseSuite(`configuration:\n  syntax: 2\n---\n${text}`).suite.tests[0],
  );
  const kinds = ['name', 'mode', 'tags', 'key', 'repeat', 'dataRow', 'description'] as const;
  const isSaid = (kind: keyof Test) =>
    canonicalJson(said?.[kind]) !== canonicalJson(nothing?.[kind]);
  return { key: canonicalJson(said), kind: kinds.find(isSaid) ?? 'nothing' };
}

function headJson({ interactions, ...head }: Test | Block): string {
  return canonicalJson(head);
}
