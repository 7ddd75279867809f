import { isMap, type Node } from 'yaml';
import { canonicalJson } from '../model/canonical-json.ts';
import type { Interaction, Test } from '../model/suite.ts';
import { parseSuite } from '../parse/parse.ts';
import type { LocatedTest } from '../parse/parse-test.ts';
import { printHead, printTest } from '../print/print.ts';
import { printInteraction } from '../print/print-interaction.ts';
import { applyInteraction, type OldInteraction } from './apply-interaction.ts';
import { withComments } from './comments.ts';
import { type Item, type Meaning, mergeItems, mergePrinted } from './merge-items.ts';
import { itemParts, type TextPart } from './text-parts.ts';

/**
 * The document of a changed test, edited item by item; undefined if it must be printed completely.
 */
export function applyTest({
  text,
  old,
  part,
  test,
  lineBreak,
}: {
  text: string;
  old: LocatedTest;
  part: TextPart;
  test: Test;
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
  const isSameHead = headJson(old.test) === headJson(test);
  const printedHead = () => printHead(test).map((line) => print([line]));
  const head = isSameHead
    ? cut.head
    : mergePrinted(cut.headItems, printedHead(), headMeaningOf, lineBreak) + cut.headTail;
  const interactions = mergeItems(
    cut.interactions,
    test.interactions.map((interaction) => ({
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

/** The document of a test printed completely, with the comments of the one that it replaces. */
export function printTestOver(old: string, test: Test, lineBreak: string): string {
  const marker = '---\n';
  const printed = withComments(old, printTest(test).slice(marker.length));
  return (marker + printed).replaceAll(/\r?\n/g, lineBreak);
}

interface CutItems {
  /** Unchanged. */
  head: string;
  headItems: (Item & Meaning)[];
  headTail: string;
  interactions: OldInteraction[];
  tail: string;
}

function cutItems(
  text: string,
  old: LocatedTest,
  places: { start: number; end: number }[],
): CutItems {
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
      const item = { ...headMeaningOf(body), lead: cut.headTail + above, body };
      // Settings that mean nothing here stay, as comments do.
      const isUnknown = item.kind === 'nothing' && isMap(node) && node.has('settings');
      if (!isUnknown) cut.headItems.push(item);
      cut.headTail = isUnknown ? item.lead + body : '';
    } else if (kind === 'unreadable') {
      lead += above + body;
    } else {
      const interaction = old.test.interactions[index] as Interaction;
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

/** What an item of the head says. */
function headMeaningOf(item: string): Meaning {
  const [said, nothing] = [item, '[]'].map(
    (text) => parseSuite(`configuration:\n  syntax: 2\n---\n${text}`).suite.tests[0],
  );
  const kinds = ['name', 'mode', 'tags', 'key', 'repeat', 'dataRow', 'description'] as const;
  const isSaid = (kind: keyof Test) =>
    canonicalJson(said?.[kind]) !== canonicalJson(nothing?.[kind]);
  return { key: canonicalJson(said), kind: kinds.find(isSaid) ?? 'nothing' };
}

function headJson({ interactions, ...head }: Test): string {
  return canonicalJson(head);
}
