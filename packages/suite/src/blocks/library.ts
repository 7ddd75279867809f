/**
 * A library: blocks that all suites of a project can use. Its text is a stream of blocks, as in a suite. Before a suite is run
 * or checked, `linkLibrary` appends the blocks that it uses to its text, so a stored run has everything that it ran.
 */

import { isSeq } from 'yaml';
import type { Block } from '../format/model/suite.ts';
import { checkBlocks } from '../format/parse/check-blocks.ts';
import { libraryMark, testsMax } from '../format/parse/parse.ts';
import { beginsBlock, type LocatedBlock, parseBlock } from '../format/parse/parse-block.ts';
import { refuseSavedBySteps } from '../format/parse/parse-save.ts';
import { blockName } from '../format/parse/parse-use.ts';
import type { Problem } from '../format/parse/problem.ts';
import { readYaml } from '../format/parse/read-yaml.ts';
import { follow, rangeOf, reader } from '../format/parse/values.ts';
import { printPart } from '../format/print/print.ts';
import { blockNameLengthMax } from './block-name.ts';

/** Maximum number of characters of a library, so that a suite with its blocks stays readable. */
export const libraryLengthMax = 262_144;

/**
 * Parses the text of a library, always by version 2 of the syntax. Never throws. A library with a problem of severity `error`
 * must not be stored or used.
 */
export function parseLibrary(text: string): { blocks: Block[]; problems: Problem[] } {
  const { blocks, problems } = locateLibrary(text);
  return { blocks: blocks.map(({ block }) => block), problems };
}

/** Like `parseLibrary`, with the positions of the blocks. */
export function locateLibrary(text: string): { blocks: LocatedBlock[]; problems: Problem[] } {
  const reading = { ...reader(readYaml(text)), isStrict: true };
  const blocks: LocatedBlock[] = [];
  if (text.length > libraryLengthMax)
    reading.problems.error(
      [0, 0],
      `The library has ${text.length.toLocaleString('en-US')} characters; at most ${libraryLengthMax.toLocaleString('en-US')} are allowed.`,
      'Move blocks that only one suite uses into that suite.',
    );
  for (const document of reading.documents) {
    const node = follow(reading, document.contents);
    if (node === null || node === undefined) continue;
    const [start, end] = rangeOf(node);
    if (!isSeq(node) || !beginsBlock(reading, node))
      reading.problems.error(
        [start, Math.min(end, start + 80)],
        'A library has blocks only: no tests and no configuration.',
        'Begin each document with: - block: and a name.',
      );
    else if (blocks.length < testsMax) blocks.push(parseBlock(reading, document, node));
    else {
      reading.problems.error(
        [start, start],
        `A library has at most ${testsMax.toLocaleString('en-US')} blocks.`,
        'Move blocks that only one suite uses into that suite.',
      );
      break;
    }
  }
  for (const { block, range } of blocks) refuseSavedBySteps(reading, block, {}, range);
  checkBlocks(reading, { tests: [], blocks: [], library: blocks });
  for (const { range, message, hint } of reading.misplaced)
    reading.problems.error(range, message, hint);
  reading.problems.list.sort((a, b) => a.line - b.line || a.column - b.column);
  return { blocks, problems: reading.problems.list };
}

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
    const tail = blockName(source.slice(index + 4, index + 4 + tailLength));
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
