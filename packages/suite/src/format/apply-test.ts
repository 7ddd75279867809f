import { diffArrays } from 'diff';
import type { Node } from 'yaml';
import { canonicalJson } from './canonical-json.ts';
import type { LocatedTest } from './parse-test.ts';
import { printHead } from './print.ts';
import { printInteraction } from './print-interaction.ts';
import type { Interaction, Test } from './suite.ts';
import { itemParts, type TextPart } from './text-parts.ts';

/** An interaction's lines with the comments above them. */
interface Item extends TextPart {
  key: string;
}

/** The document of a changed test, item by item; undefined if it must be printed as a whole. */
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
  const margin = ' '.repeat(lines.column);
  const print = (printed: string[]) =>
    printed
      .map((line) => `${margin}${line.replaceAll('\n', `\n${margin}`)}\n`)
      .join('')
      .replaceAll('\n', lineBreak);
  const cut = cutItems(text, old, lines.items);
  const bodyStart =
    part.body.length - (lines.items.at(-1)?.end ?? 0) + (lines.items[0]?.start ?? 0);
  const isSameHead = headJson(old.test) === headJson(test);
  const head = isSameHead ? cut.head : cut.headComments + print(printHead(test));
  const interactions = merge(cut.interactions, test.interactions, (interaction) =>
    print(printInteraction(interaction)),
  );
  return part.body.slice(0, bodyStart) + head + interactions + cut.tail;
}

function cutItems(text: string, old: LocatedTest, places: { start: number; end: number }[]) {
  const cut = { head: '', headComments: '', interactions: [] as Item[], tail: '' };
  let end = places[0]?.start ?? 0;
  let lead = '';
  let index = 0;
  old.items.forEach(({ kind }, place) => {
    const { start, end: itemEnd } = places[place] ?? { start: end, end };
    const above = text.slice(end, start);
    const body = text.slice(start, itemEnd);
    end = itemEnd;
    if (kind === 'head') {
      cut.head += above + body;
      cut.headComments += above;
    } else if (kind === 'unreadable') {
      lead += above + body;
    } else {
      const key = canonicalJson(old.test.interactions[index]);
      cut.interactions.push({ key, lead: lead + above, body });
      lead = '';
      index += 1;
    }
  });
  cut.tail = lead;
  return cut;
}

/**
 * Kept interactions stay as they are. In place of removed ones stand the new ones, under the comments
 * that stood there. An interaction that was only moved keeps its spelling.
 */
function merge(
  old: Item[],
  wanted: Interaction[],
  print: (interaction: Interaction) => string,
): string {
  const keys = wanted.map((interaction) => canonicalJson(interaction));
  const spelling = new Map(old.map(({ key, body }) => [key, body]));
  const changes = diffArrays(
    old.map(({ key }) => key),
    keys,
  );
  let merged = '';
  let oldIndex = 0;
  let wantedIndex = 0;
  let comments: string[] = [];
  for (const { added, removed, value } of changes) {
    for (let step = 0; step < value.length; step += 1) {
      const item = added ? undefined : old[oldIndex++];
      if (removed) {
        comments.push(item?.lead ?? '');
        continue;
      }
      const interaction = wanted[wantedIndex++] as Interaction;
      if (item) {
        merged += comments.join('') + item.lead + item.body;
        comments = [];
      } else {
        merged +=
          (comments.shift() ?? '') +
          (spelling.get(canonicalJson(interaction)) ?? print(interaction));
      }
    }
  }
  return merged + comments.join('');
}

function headJson({ interactions, ...head }: Test): string {
  return canonicalJson(head);
}
