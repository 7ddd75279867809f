/**
 * Links libraries to suites. Before a suite is run or checked, `linkLibrary` appends the blocks that it uses to its text, so a
 * stored run has everything that it ran.
 */
import type { Block } from '../format/model/suite.ts';
import { libraryMark } from '../format/parse/parse.ts';
import { printPart } from '../format/print/print.ts';
import { blockNameLengthMax } from './block-name.ts';

/**
 * @returns the suite's text, followed by the blocks of the library that it may use, directly or through other blocks of the
 * library; the same text if there are none. Blocks of the suite take precedence over those of the same name.
 */
export function linkLibrary(source: string, library: readonly Block[]): string {
  const byName = new Map(library.map((block) => [block.name, block]));
  const used = new Set<Block>();
  const add = (name: string) => {
    const block = byName.get(name);
    if (!block || used.has(block)) return;
    used.add(block);
    for (const { input } of block.interactions) if (input.kind === 'use') add(input.block);
  };
  for (const name of namesAfterUse(source, byName)) add(name);
  // A mark in the suite's own text would pass for linked blocks; a second one makes it an error.
  const isMarked = new RegExp(`^${libraryMark}\\s*:`, 'm').test(source);
  if (used.size === 0 && !isMarked) return source;
  const blocks = library.filter((block) => used.has(block)).map(printPart);
  return `${source}${source.endsWith('\n') ? '' : '\n'}---\n${libraryMark}:\n${blocks.join('')}`;
}

/** Finds the names that may follow `$USE`. Comments and quoted texts count too, which only links more than needed. */
function namesAfterUse(source: string, blocks: ReadonlyMap<string, unknown>): Set<string> {
  const names = new Set<string>();
  const tails = new Set<string>();
  for (const { index } of source.matchAll(/\$USE(?=\s)/gi)) {
    const tail = source
      .slice(index + 4, index + 4 + tailLength)
      .trim()
      .replace(/\s+/g, ' ');
    tails.add(tail.slice(0, blockNameLengthMax));
  }
  for (const tail of tails) {
    for (let length = 1; length <= tail.length; length += 1) {
      const name = tail.slice(0, length);
      if (blocks.has(name)) names.add(name);
    }
  }
  return names;
}

/** Number of characters after `$USE` that are searched for a name, which may be folded over lines. */
const tailLength = 1_000;
