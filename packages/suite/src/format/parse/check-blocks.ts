/** Checks blocks and their uses against the whole suite. Problems of uses also name the line of the block. */
import { blockDepthMax, blockStepsMax, blockStepsOfSuiteMax } from '../../blocks/expand-blocks.ts';
import { nearestKey } from '../../match/nearest-path.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction } from '../model/suite.ts';
import { placeholdersIn } from '../model/template.ts';
import type { LocatedBlock } from './parse-block.ts';
import type { LocatedItem, LocatedTest } from './parse-test.ts';
import type { TextRange } from './problem-list.ts';
import { type Reader, rangeOf } from './values.ts';

interface Use {
  block: string;
  parameters: Record<string, string>;
  range: TextRange;
}

export function checkBlocks(
  reading: Reader,
  tests: readonly LocatedTest[],
  blocks: readonly LocatedBlock[],
): void {
  const usesOfTests = tests.map(({ test, items }) => usesIn(test, items));
  if (blocks.length === 0 && usesOfTests.every(({ length }) => length === 0)) return;
  const byName = firstByName(reading, blocks);
  const usesOfBlocks = new Map(
    blocks.map((located) => [located, usesIn(located.block, located.items)]),
  );
  for (const use of [...usesOfTests.flat(), ...[...usesOfBlocks.values()].flat()]) {
    checkUse(reading, use, byName);
  }
  for (const located of byName.values()) checkBlock(reading, located);
  const isCyclic = refuseCycles(reading, byName, usesOfBlocks);
  if (!isCyclic) refuseTooMany(reading, usesOfTests, byName, usesOfBlocks);
  warnOfUnused(reading, usesOfTests.flat(), byName, usesOfBlocks);
}

function usesIn(
  { interactions }: { interactions: readonly Interaction[] },
  items: readonly LocatedItem[],
): Use[] {
  const nodes = items.filter(({ kind }) => kind === 'interaction');
  return interactions.flatMap(({ input }, index) =>
    input.kind === 'use' ? [{ ...input, range: firstLine(rangeOf(nodes[index]?.node)) }] : [],
  );
}

/** @returns the beginning of a range, which suffices to underline a problem of a long block */
const firstLine = ([start, end]: TextRange): TextRange => [start, Math.min(end, start + 80)];

type BlocksByName = Map<string, LocatedBlock>;
type UsesOfBlocks = ReadonlyMap<LocatedBlock, Use[]>;

const lineOf = (reading: Reader, [start]: TextRange): string => `line ${reading.lineOf(start)}`;

function firstByName(reading: Reader, blocks: readonly LocatedBlock[]): BlocksByName {
  const byName: BlocksByName = new Map();
  for (const located of blocks) {
    const { name } = located.block;
    const first = byName.get(name);
    if (!first) byName.set(name, located);
    else if (name !== '')
      reading.problems.error(
        located.range,
        `Another block is called "${shorten(name)}", in ${lineOf(reading, first.range)}.`,
        'Give one of them another name.',
      );
  }
  return byName;
}

function checkUse(reading: Reader, use: Use, blocks: BlocksByName): void {
  const { block: name, parameters: given, range } = use;
  const located = blocks.get(name);
  if (!located) {
    const meant = nearestKey(name, blocks.keys());
    const others = [...blocks.keys()].slice(0, 10).join(', ');
    reading.problems.error(
      range,
      name === ''
        ? '$USE needs the name of a block.'
        : `There is no block "${shorten(name)}" in this suite.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      others ? `Blocks are: ${others}.` : 'Begin a document with: - block: log in',
    );
    return;
  }
  const { parameters } = located.block;
  const where = `the block "${shorten(name)}" (${lineOf(reading, located.range)})`;
  const all = parameters.length > 0 ? parameters.join(', ') : 'none';
  for (const parameter of parameters) {
    if (Object.hasOwn(given, parameter)) continue;
    reading.problems.error(
      range,
      `A text for "${parameter}" is missing: ${where} needs it.`,
      `Write for example: - $USE ${name}: { ${parameters.map((one) => `${one}: …`).join(', ')} }`,
    );
  }
  for (const key of Object.keys(given)) {
    if (parameters.includes(key)) continue;
    const meant = nearestKey(key, parameters);
    reading.problems.error(
      range,
      `"${shorten(key)}" is not a parameter of ${where}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      `Its parameters are: ${all}.`,
    );
  }
  const saved = new Set(located.block.interactions.flatMap(({ save = {} }) => Object.keys(save)));
  for (const [key, text] of Object.entries(given)) {
    const changed = placeholdersIn(text).find((one) => saved.has(one.name));
    if (!changed || !parameters.includes(key)) continue;
    reading.problems.error(
      range,
      `"${key}" is ${changed.source}, which ${where} saves anew: it would change within the block.`,
      'Use another name for one of the two saved values.',
    );
  }
}

function checkBlock(reading: Reader, { block, range }: LocatedBlock): void {
  const { name, parameters, interactions } = block;
  if (interactions.length === 0)
    reading.problems.error(
      range,
      `The block "${shorten(name)}" has no steps, so a test that uses it would check nothing.`,
      'Add a message and the expected reply, or remove the block.',
    );
  const texts = placeholdersIn(canonicalJson(interactions));
  for (const parameter of parameters) {
    const isSaved = interactions.some(({ save = {} }) => Object.hasOwn(save, parameter));
    if (isSaved)
      reading.problems.error(
        range,
        `The block "${shorten(name)}" saves "${parameter}", which is one of its parameters.`,
        'Use another name for one of them.',
      );
    if (texts.some((one) => one.name === parameter)) continue;
    reading.problems.warning(
      range,
      `The block "${shorten(name)}" does not use its parameter "${parameter}".`,
      `Write {{${parameter}}} in one of its steps, or remove the parameter.`,
    );
  }
}

/** Reports blocks that use themselves. @returns true if there is one, directly or through other blocks */
function refuseCycles(reading: Reader, blocks: BlocksByName, uses: UsesOfBlocks): boolean {
  const done = new Set<LocatedBlock>();
  let isCyclic = false;
  const walk = (located: LocatedBlock, path: LocatedBlock[]) => {
    if (done.has(located)) return;
    for (const use of uses.get(located) ?? []) {
      if (reading.problems.isFull()) return;
      const next = blocks.get(use.block);
      const at = next ? [...path, located].indexOf(next) : -1;
      if (next && at < 0) walk(next, [...path, located]);
      if (!next || at < 0) continue;
      isCyclic = true;
      const round = [...path.slice(at), located, next].map(
        ({ block, range }) => `"${shorten(block.name)}" (${lineOf(reading, range)})`,
      );
      reading.problems.error(
        use.range,
        `A block cannot use itself: ${round.slice(0, 10).join(' uses ')}.`,
        'Remove one of these uses.',
      );
    }
    done.add(located);
  };
  for (const located of blocks.values()) walk(located, []);
  return isCyclic;
}

interface Size {
  steps: number;
  depth: number;
}

function refuseTooMany(
  reading: Reader,
  usesOfTests: readonly Use[][],
  blocks: BlocksByName,
  uses: UsesOfBlocks,
): void {
  const sizes = new Map<LocatedBlock, Size>();
  const sizeOf = (located: LocatedBlock): Size => {
    const known = sizes.get(located);
    if (known) return known;
    const size = { steps: located.block.interactions.length, depth: 1 };
    for (const use of uses.get(located) ?? []) {
      const next = blocks.get(use.block);
      if (!next) continue;
      const inner = sizeOf(next);
      size.steps += inner.steps;
      size.depth = Math.max(size.depth, inner.depth + 1);
    }
    sizes.set(located, size);
    return size;
  };
  let ofSuite = 0;
  for (const usesOfTest of usesOfTests) {
    let ofTest = 0;
    for (const use of usesOfTest) {
      const located = blocks.get(use.block);
      if (!located) continue;
      const { steps, depth } = sizeOf(located);
      const where = `the block "${shorten(use.block)}" (${lineOf(reading, located.range)})`;
      if (depth > blockDepthMax)
        reading.problems.error(
          use.range,
          `Blocks are nested ${depth} levels deep from ${where}; the limit is ${blockDepthMax}.`,
          'Move the steps of one block into another.',
        );
      if (ofTest <= blockStepsMax && ofTest + steps > blockStepsMax)
        reading.problems.error(
          use.range,
          `With ${where}, this test gets more than ${blockStepsMax.toLocaleString('en-US')} steps from blocks.`,
          'Split the test, or use fewer blocks in it.',
        );
      ofTest += steps;
    }
    if (ofSuite <= blockStepsOfSuiteMax && ofSuite + ofTest > blockStepsOfSuiteMax)
      reading.problems.error(
        usesOfTest[0]?.range ?? [0, 0],
        `From here on, the tests get more than ${blockStepsOfSuiteMax.toLocaleString('en-US')} steps from blocks.`,
        'Split the suite.',
      );
    ofSuite += ofTest;
  }
}

function warnOfUnused(
  reading: Reader,
  ofTests: readonly Use[],
  blocks: BlocksByName,
  uses: UsesOfBlocks,
): void {
  const used = new Set<LocatedBlock>();
  const walk = ({ block }: Use) => {
    const located = blocks.get(block);
    if (!located || used.has(located)) return;
    used.add(located);
    for (const use of uses.get(located) ?? []) walk(use);
  };
  for (const use of ofTests) walk(use);
  for (const located of blocks.values()) {
    if (used.has(located)) continue;
    reading.problems.warning(
      located.range,
      `No test uses the block "${shorten(located.block.name)}".`,
      `Write in a test: - $USE ${located.block.name}`,
    );
  }
}
