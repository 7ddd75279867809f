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
  /** The used block; undefined if there is none with the name. */
  located: LocatedBlock | undefined;
  /** True if the use is written in a block of the library, which knows no other blocks. */
  isInLibrary: boolean;
}

interface Parts {
  tests: readonly LocatedTest[];
  blocks: readonly LocatedBlock[];
  /** Blocks of the library. Those of the suite take precedence over them. */
  library: readonly LocatedBlock[];
}

/** @returns the first use of each block of the library in the suite, directly or through other blocks */
export function checkBlocks(
  reading: Reader,
  { tests, blocks, library }: Parts,
): ReadonlyMap<LocatedBlock, TextRange> {
  const all = [...blocks, ...library];
  const own = firstByName(reading, blocks);
  const lent = firstByName(reading, library);
  const known: KnownBlocks = {
    own,
    lent,
    isLent: new Set(lent.values()),
    isAlone: tests.length === 0,
  };
  const usesOfTests = tests.map(({ test, items }) => usesIn(test, items, known, false));
  if (all.length === 0 && usesOfTests.every(({ length }) => length === 0)) return new Map();
  const usesOfBlocks = new Map(
    all.map((located) => [
      located,
      usesIn(located.block, located.items, known, known.isLent.has(located)),
    ]),
  );
  for (const use of [...usesOfTests.flat(), ...[...usesOfBlocks.values()].flat()])
    checkUse(reading, use, known);
  const checked = [...own.values(), ...lent.values()];
  for (const located of checked) checkBlock(reading, located);
  const isCyclic = refuseCycles(reading, checked, usesOfBlocks, known);
  if (!isCyclic) refuseTooMany(reading, usesOfTests, usesOfBlocks, known);
  warnOfUnused(reading, usesOfTests.flat(), own, usesOfBlocks);
  warnOfShadowing(reading, known);
  return firstUses(
    [...usesOfTests.flat(), ...blocks.flatMap((one) => usesOfBlocks.get(one) ?? [])],
    usesOfBlocks,
    known,
  );
}

interface KnownBlocks {
  own: BlocksByName;
  lent: BlocksByName;
  isLent: ReadonlySet<LocatedBlock>;
  /** True if a library is checked by itself, so that its lines can be named. */
  isAlone: boolean;
}

function usesIn(
  { interactions }: { interactions: readonly Interaction[] },
  items: readonly LocatedItem[],
  { own, lent }: KnownBlocks,
  isInLibrary: boolean,
): Use[] {
  const nodes = items.filter(({ kind }) => kind === 'interaction');
  return interactions.flatMap(({ input }, index) => {
    if (input.kind !== 'use') return [];
    const located = (isInLibrary ? undefined : own.get(input.block)) ?? lent.get(input.block);
    return [{ ...input, range: firstLine(rangeOf(nodes[index]?.node)), located, isInLibrary }];
  });
}

function firstUses(
  uses: readonly Use[],
  usesOfBlocks: UsesOfBlocks,
  { isLent }: KnownBlocks,
): ReadonlyMap<LocatedBlock, TextRange> {
  const first = new Map<LocatedBlock, TextRange>();
  const walk = ({ located }: Use, range: TextRange) => {
    if (!located || !isLent.has(located) || first.has(located)) return;
    first.set(located, range);
    for (const inner of usesOfBlocks.get(located) ?? []) walk(inner, range);
  };
  for (const use of uses) walk(use, use.range);
  return first;
}

/** @returns the beginning of a range, which suffices to underline a problem of a long block */
const firstLine = ([start, end]: TextRange): TextRange => [start, Math.min(end, start + 80)];

type BlocksByName = Map<string, LocatedBlock>;
type UsesOfBlocks = ReadonlyMap<LocatedBlock, Use[]>;

const lineOf = (reading: Reader, [start]: TextRange): string => `line ${reading.lineOf(start)}`;

/** @returns the block with its line; a linked block has no line that its user can see */
function inWords(reading: Reader, { block, range }: LocatedBlock, known: KnownBlocks): string {
  const isLinked = known.lent.get(block.name)?.range === range && !known.isAlone;
  return `"${shorten(block.name)}" (${isLinked ? 'in the library' : lineOf(reading, range)})`;
}

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

function checkUse(reading: Reader, use: Use, known: KnownBlocks): void {
  const { block: name, parameters: given, range, located, isInLibrary } = use;
  if (!located) {
    const names = new Set([...(isInLibrary ? [] : known.own.keys()), ...known.lent.keys()]);
    const meant = nearestKey(name, names);
    const others = [...names].slice(0, 10).join(', ');
    const place = isInLibrary ? 'the library' : 'this suite';
    reading.problems.error(
      range,
      name === ''
        ? '$USE needs the name of a block.'
        : `There is no block "${shorten(name)}" in ${place}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      [
        others ? `Blocks are: ${others}.` : 'Begin a document with: - block: log in',
        ...(isInLibrary ? [] : ['Its project has no such block in its library, either.']),
      ].join(' '),
    );
    return;
  }
  const { parameters } = located.block;
  const where = `the block ${inWords(reading, located, known)}`;
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
function refuseCycles(
  reading: Reader,
  blocks: readonly LocatedBlock[],
  uses: UsesOfBlocks,
  known: KnownBlocks,
): boolean {
  const done = new Set<LocatedBlock>();
  let isCyclic = false;
  const walk = (located: LocatedBlock, path: LocatedBlock[]) => {
    if (done.has(located)) return;
    for (const use of uses.get(located) ?? []) {
      if (reading.problems.isFull()) return;
      const next = use.located;
      const at = next ? [...path, located].indexOf(next) : -1;
      if (next && at < 0) walk(next, [...path, located]);
      if (!next || at < 0) continue;
      isCyclic = true;
      const round = [...path.slice(at), located, next].map((one) => inWords(reading, one, known));
      reading.problems.error(
        use.range,
        `A block cannot use itself: ${round.slice(0, 10).join(' uses ')}.`,
        'Remove one of these uses.',
      );
    }
    done.add(located);
  };
  for (const located of blocks) walk(located, []);
  return isCyclic;
}

interface Size {
  steps: number;
  depth: number;
}

function refuseTooMany(
  reading: Reader,
  usesOfTests: readonly Use[][],
  uses: UsesOfBlocks,
  known: KnownBlocks,
): void {
  const sizes = new Map<LocatedBlock, Size>();
  const sizeOf = (located: LocatedBlock): Size => {
    const known = sizes.get(located);
    if (known) return known;
    const size = { steps: located.block.interactions.length, depth: 1 };
    for (const use of uses.get(located) ?? []) {
      if (!use.located) continue;
      const inner = sizeOf(use.located);
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
      const { located } = use;
      if (!located) continue;
      const { steps, depth } = sizeOf(located);
      const where = `the block ${inWords(reading, located, known)}`;
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
  const walk = ({ located }: Use) => {
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

function warnOfShadowing(reading: Reader, { own, lent }: KnownBlocks): void {
  for (const [name, { range }] of own) {
    if (!lent.has(name)) continue;
    reading.problems.warning(
      range,
      `The library of the project has a block "${shorten(name)}", too. This suite uses its own.`,
      'Rename this block, or remove it to use that of the library.',
    );
  }
}
