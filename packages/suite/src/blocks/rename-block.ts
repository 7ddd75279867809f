/** Renames blocks of a library in texts. Everything else in the texts stays as it is written. */
import { isMap } from 'yaml';
import { canonicalJson } from '../format/model/canonical-json.ts';
import type { Interaction } from '../format/model/suite.ts';
import { locateSuite } from '../format/parse/parse.ts';
import { locateLibrary } from '../format/parse/parse-library.ts';
import type { LocatedItem } from '../format/parse/parse-test.ts';
import { isBlockName } from './block-name.ts';

export type Renamed = { text: string; count: number } | { problem: string };

interface Part {
  interactions: readonly Interaction[];
  items: readonly LocatedItem[];
}

interface Edit {
  range: readonly [start: number, end: number];
  by: string;
}

/** Renames the uses of a block of the library in a suite. `count` is the number of uses. */
export function renameUses(source: string, from: string, to: string): Renamed {
  const located = locateSuite(source);
  const { suite } = located;
  const isOwn = (name: string) => suite.blocks?.some((block) => block.name === name) ?? false;
  if (isOwn(from)) return { text: source, count: 0 };
  const parts: Part[] = [
    ...located.tests.map(({ test, items }) => ({ interactions: test.interactions, items })),
    ...located.blocks.map(({ block, items }) => ({ interactions: block.interactions, items })),
  ];
  const count = usesOf(parts, from);
  if (count === 0) return { text: source, count };
  if (isOwn(to))
    return {
      problem: `It has a block of its own called "${to}", which its tests would use instead.`,
    };
  const text = edited(source, editsOfUses(parts, from, to));
  const wanted = canonicalJson(withRenamedUses(suite, from, to));
  return canonicalJson(locateSuite(text).suite) === wanted
    ? { text, count }
    : { problem: cannotWrite };
}

/** Renames a block in the text of its library, and its uses there. `count` is the number of uses. */
export function renameInLibrary(library: string, from: string, to: string): Renamed {
  const { blocks } = locateLibrary(library);
  const block = blocks.find((one) => one.block.name === from);
  if (!block) return { problem: `The library has no block "${from}".` };
  if (!isBlockName(to))
    return { problem: 'The name has other characters than letters, digits and spaces.' };
  if (blocks.some((one) => one.block.name === to))
    return { problem: `The library already has a block "${to}".` };
  const parts = blocks.map(({ block, items }) => ({ interactions: block.interactions, items }));
  const head = block.items[0]?.node;
  const name = isMap(head) ? head.items[0]?.value : undefined;
  const text = edited(library, [...rangesOf(name, to), ...editsOfUses(parts, from, to)]);
  const wanted = withRenamedUses(
    blocks.map(({ block: one }) => (one === block.block ? { ...one, name: to } : one)),
    from,
    to,
  );
  const read = locateLibrary(text).blocks.map((one) => one.block);
  return canonicalJson(read) === canonicalJson(wanted)
    ? { text, count: usesOf(parts, from) }
    : { problem: cannotWrite };
}

const cannotWrite =
  'The new name cannot be written in its place. Rename it there by hand, or write the use in a line of its own.';

const isUseOf = ({ input }: Interaction, name: string) =>
  input.kind === 'use' && input.block === name;

const usesOf = (parts: readonly Part[], name: string): number =>
  parts.reduce(
    (sum, { interactions }) => sum + interactions.filter((one) => isUseOf(one, name)).length,
    0,
  );

function editsOfUses(parts: readonly Part[], from: string, to: string): Edit[] {
  return parts.flatMap(({ interactions, items }) => {
    const nodes = items.filter(({ kind }) => kind === 'interaction');
    return interactions.flatMap((one, at) => {
      const node = nodes[at]?.node;
      if (!isUseOf(one, from)) return [];
      return rangesOf(isMap(node) ? node.items[0]?.key : node, `$USE ${to}`);
    });
  });
}

/** @returns no edit for an alias, whose target is edited in its own place */
function rangesOf(node: unknown, by: string): Edit[] {
  const { range, source } = (node ?? {}) as { range?: [number, number, number]; source?: string };
  return range && source !== undefined && !('resolve' in (node as object))
    ? [{ range: [range[0], range[1]], by }]
    : [];
}

function edited(text: string, edits: readonly Edit[]): string {
  let end = 0;
  let result = '';
  for (const { range, by } of edits.toSorted((a, b) => a.range[0] - b.range[0])) {
    if (range[0] < end) continue;
    result += text.slice(end, range[0]) + by;
    end = range[1];
  }
  return result + text.slice(end);
}

/** @returns the same model with other names in its uses */
function withRenamedUses<T>(model: T, from: string, to: string): T {
  if (Array.isArray(model)) return model.map((one) => withRenamedUses(one, from, to)) as T;
  if (typeof model !== 'object' || model === null) return model;
  const { kind, block } = model as { kind?: unknown; block?: unknown };
  if (kind === 'use' && block === from) return { ...model, block: to };
  return Object.fromEntries(
    Object.entries(model).map(([key, value]) => [key, withRenamedUses(value, from, to)]),
  ) as T;
}
