import { diffArrays } from 'diff';
import { commentLines, withComments } from './comments.ts';
import type { TextPart } from './text-parts.ts';

/** The lines of an item, with the comments above them. */
export interface Item extends TextPart {
  /** Identifies the content regardless of spelling. Items with the same key are equal. */
  key: string;
}

export interface WantedItem<Old extends Item> {
  key: string;
  /** Prints the lines of the item: with the comments of `old` if it replaces that item. */
  print(old?: Old): string;
}

/**
 * Merges wanted items into the old text. Kept items stay unchanged, new ones replace removed ones below their comments, and
 * moved ones keep their spelling.
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
  // If there are fewer items than before, one was removed on purpose, so its comments are removed with it.
  const isRemoval = wanted.length < old.length;
  const left = ({ key, lead, body }: Old) =>
    isRemoval || keys.has(key) ? lead : lead + commentLines(body);
  let merged = '';
  // The last line of a text can lack a line break.
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

/** Merges printed items of several kinds, in the order in which the kinds appear in the old text. */
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
