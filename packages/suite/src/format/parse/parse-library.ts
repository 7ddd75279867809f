/** Parses a library: blocks that all suites of a project can use. Its text is a stream of blocks, as in a suite. */
import { isSeq } from 'yaml';
import type { Block } from '../model/suite.ts';
import { checkBlocks } from './check-blocks.ts';
import { testsMax } from './parse.ts';
import { beginsBlock, type LocatedBlock, parseBlock } from './parse-block.ts';
import { refuseSavedBySteps } from './parse-save.ts';
import type { Problem } from './problem.ts';
import { readYaml } from './read-yaml.ts';
import { follow, rangeOf, reader } from './values.ts';

/** Maximum number of characters of a library, so that a suite with its blocks stays readable. */
export const libraryLengthMax = 65_536;

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
