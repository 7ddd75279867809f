import { diffArrays } from 'diff';
import { commentLines, withComments } from './comments.ts';
import type { TextPart } from './text-parts.ts';

/** An item's lines with the comments above them. */
export interface Item extends TextPart {
  /** Identifies its content regardless of spelling; items with the same key are the same. */
  key: string;
}

export interface WantedItem<Old extends Item> {
  key: string;
  /** Prints the lines of the item, either as a replacement for `old` or as new. */
  print(old?: Old): string;
}

/**
 * Kept items stay unchanged. New ones take the place of removed ones, below their comments. An item
 * that only moved keeps its spelling.
 */
export function mergeItems<Old extends Item>(
  old: Old[],
  wanted: WantedItem<Old>[],
  lineBreak: string,
): string {
  const spelling = new Map(old.map(({ key, body }) => [key, body]));
  const keys = new Set(wanted.map(({ key }) => key));
  const changes = diffArrays(
    old.map(({ key }) => key),
    wanted.map(({ key }) => key),
  );
  // Where there are fewer, somebody has removed one, and what was written beside it.
  const isRemoval = wanted.length < old.length;
  const left = ({ key, lead, body }: Old) =>
    isRemoval || keys.has(key) ? lead : lead + commentLines(body);
  let merged = '';
  // The last line of a text may be without a break.
  const append = (lines: string) => {
    if (lines !== '' && merged !== '' && !merged.endsWith('\n')) merged += lineBreak;
    merged += lines;
  };
  let oldIndex = 0;
  let wantedIndex = 0;
  let removedItems: Old[] = [];
  for (const { added, removed, value } of changes) {
    for (let step = 0; step < value.length; step += 1) {
      const item = added ? undefined : (old[oldIndex++] as Old);
      if (removed && item) {
        removedItems.push(item);
        continue;
      }
      const next = wanted[wantedIndex++] as WantedItem<Old>;
      if (item) {
        for (const lines of [...removedItems.map(left), item.lead, item.body]) append(lines);
        removedItems = [];
      } else {
        const replaced = removedItems.shift();
        const source = replaced && !keys.has(replaced.key) ? replaced : undefined;
        const spelled = spelling.get(next.key);
        if (spelled === undefined) append((replaced?.lead ?? '') + next.print(source));
        else for (const lines of [replaced ? left(replaced) : '', spelled]) append(lines);
      }
    }
  }
  for (const item of removedItems) append(left(item));
  return merged;
}

export interface Meaning {
  key: string;
  /** Kind of part within a test or an interaction. */
  kind: string;
}

/** Printed items of several kinds, in the order of the kinds in the text. */
export function mergePrinted(
  old: (Item & Meaning)[],
  printed: string[],
  meaningOf: (lines: string) => Meaning,
  lineBreak: string,
): string {
  const wanted = printed.map((lines) => ({
    ...meaningOf(lines),
    print: (replaced?: Item) => (replaced ? withComments(replaced.body, lines) : lines),
  }));
  return mergeItems(old, inOrderOf(old, wanted), lineBreak);
}

function inOrderOf<Wanted extends { kind: string }>(
  old: { kind: string }[],
  wanted: Wanted[],
): Wanted[] {
  const places = new Map(old.map(({ kind }, place): [string, number] => [kind, place]).reverse());
  let last = -1;
  return wanted
    .map((item) => {
      last = places.get(item.kind) ?? last;
      return { item, place: last };
    })
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
