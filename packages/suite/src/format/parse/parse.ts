/**
 * Parses text into the model. The text is a multi-document YAML stream: an optional document with the single key
 * `configuration`, then a document for each test or block, which is a list. See docs/test-language.md.
 */
import { type Document, isMap, isSeq } from 'yaml';
import { expandBlocks } from '../../blocks/expand-blocks.ts';
import { secretMisuse } from '../model/environment.ts';
import { shorten } from '../model/shorten.ts';
import type { Suite, SuiteConfiguration, Test } from '../model/suite.ts';
import { keysOf } from '../model/test-keys.ts';
import { withUniqueNames } from '../model/unique-names.ts';
import { checkAccessibilityChecks } from './check-accessibility.ts';
import { checkBlocks } from './check-blocks.ts';
import { checkVoiceChecks } from './check-voice.ts';
import { refuseMasked } from './credentials.ts';
import { documentsOfAgent, resolveAgent } from './link-parsed-agent.ts';
import { beginsBlock, type LocatedBlock, parseBlock } from './parse-block.ts';
import { type LocatedConfiguration, parseConfiguration } from './parse-configuration.ts';
import { refuseSavedBySteps } from './parse-save.ts';
import { type LocatedTest, parseTest } from './parse-test.ts';
import type { Problem } from './problem.ts';
import type { TextRange } from './problem-list.ts';
import { readYaml } from './read-yaml.ts';
import { follow, pairsOf, type Reader, rangeOf, reader } from './values.ts';

/** Maximum number of tests and blocks. Larger suites are hard to maintain. */
export const testsMax = 1_000;

/** Key of the document that begins the linked blocks of a library, see library.ts. */
export const libraryMark = 'library';

/**
 * Parses a suite. Never throws: `problems` says what is wrong, and `suite` contains everything that could be parsed. A suite
 * with a problem of severity `error` must not be run.
 */
export function parseSuite(text: string): { suite: Suite; problems: Problem[] } {
  const { suite, problems } = locateSuite(text);
  return { suite, problems };
}

/** A suite with the positions of its parts in the text. */
export interface LocatedSuite {
  suite: Suite;
  problems: Problem[];
  /** True if a limit was exceeded, so that the rest of the text was not parsed. */
  isCut: boolean;
  documents: Document.Parsed[];
  configuration?: LocatedConfiguration;
  tests: LocatedTest[];
  blocks: LocatedBlock[];
  /** Linked blocks of the library; see library.ts. */
  library: LocatedBlock[];
}

export function locateSuite(text: string): LocatedSuite {
  const reading = reader(readYaml(text));
  const located: LocatedSuite = {
    suite: { configuration: {}, tests: [] },
    problems: reading.problems.list,
    isCut: reading.isCut,
    documents: reading.documents,
    tests: [],
    blocks: [],
    library: [],
  };
  const lent = documentsOfLibrary(reading);
  const { ofSuite, ofAgent } = documentsOfAgent(reading, lent.ofSuite);
  for (const document of ofSuite) {
    if (located.tests.length + located.blocks.length === testsMax) {
      located.isCut = true;
      reading.problems.error(
        rangeOf(document.contents),
        located.blocks.length > 0
          ? `A suite has at most ${testsMax.toLocaleString('en-US')} tests and blocks.`
          : `A suite has at most ${testsMax.toLocaleString('en-US')} tests.`,
        'Split the tests into several suites.',
      );
      break;
    }
    readDocument(reading, document, located);
  }
  resolveAgent(reading, located, ofAgent);
  readLibrary(reading, lent.ofLibrary, located);
  refuseMasked(reading);
  // Version 1 only warns, so that older suites still run. The version is known only now.
  const report = reading.isStrict ? reading.problems.error : reading.problems.warning;
  for (const { range, message, hint } of reading.misplaced) report(range, message, hint);
  if (located.blocks.length > 0) located.suite.blocks = located.blocks.map(({ block }) => block);
  if (located.library.length > 0) located.suite.library = located.library.map(({ block }) => block);
  const expanded = expandBlocks({
    ...located.suite,
    tests: located.tests.map(({ test }) => test),
  }).tests;
  for (const [index, one] of located.tests.entries()) {
    checkDataRow(reading, one, located.suite.configuration);
    refuseSavedBySteps(reading, one.test, located.suite.configuration, rangeOf(one.items[0]?.node));
    const misuse = reading.isStrict
      ? secretMisuse(expanded[index] ?? one.test, located.suite.configuration)
      : undefined;
    if (misuse) reading.problems.error(rangeOf(one.items[0]?.node), misuse.message, misuse.hint);
  }
  for (const { block, range } of [...located.blocks, ...located.library])
    refuseSavedBySteps(reading, block, located.suite.configuration, range);
  const channel = located.suite.configuration.channel?.kind;
  const parts = [
    ...located.tests.map(({ test, items }) => ({ of: test, range: rangeOf(items[0]?.node) })),
    ...[...located.blocks, ...located.library].map(({ block, range }) => ({ of: block, range })),
  ];
  for (const { of, range } of parts) {
    checkAccessibilityChecks(reading, { interactions: of.interactions, channel, range });
    checkVoiceChecks(reading, { interactions: of.interactions, channel, range });
  }
  const usesOfLibrary = checkBlocks(reading, located);
  const tests = withUniqueNames(located.tests.map(({ test }) => test));
  located.tests = located.tests.map((one, index) => ({ ...one, test: tests[index] as Test }));
  located.suite.tests = tests;
  warnOfSharedKeys(reading, located.tests);
  if (lent.mark) located.problems = problemsAtUses(reading, lent.mark, located, usesOfLibrary);
  located.problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return located;
}

interface LentDocuments {
  ofSuite: Document.Parsed[];
  ofLibrary: Document.Parsed[];
  mark?: TextRange;
}

/** Separates the documents of a linked library from those of the suite. */
function documentsOfLibrary(reading: Reader): LentDocuments {
  const marks = [...reading.documents.keys()].filter((at) => {
    const node = follow(reading, reading.documents[at]?.contents);
    const keys = isMap(node) ? pairsOf(reading, node).map(({ key }) => key) : [];
    return keys.length === 1 && keys[0] === libraryMark;
  });
  const [first, second] = marks;
  if (first === undefined) return { ofSuite: reading.documents, ofLibrary: [] };
  const mark = rangeOf(reading.documents[first]?.contents);
  if (second === undefined)
    return {
      ofSuite: reading.documents.slice(0, first),
      ofLibrary: reading.documents.slice(first + 1),
      mark,
    };
  reading.problems.error(
    mark,
    `"${libraryMark}" begins the copies of blocks that a run keeps. A suite cannot have it.`,
    'Remove it. Blocks of the library are found by their names.',
  );
  return { ofSuite: reading.documents.slice(0, first), ofLibrary: [] };
}

function readLibrary(reading: Reader, documents: Document.Parsed[], located: LocatedSuite): void {
  // The library has its own version. A suite without version 2 has no uses.
  const { isStrict } = reading;
  reading.isStrict = true;
  for (const document of documents) {
    const node = follow(reading, document.contents);
    if (node === null || node === undefined) continue;
    if (isSeq(node) && beginsBlock(reading, node))
      located.library.push(parseBlock(reading, document, node));
    else reading.problems.error(rangeOf(node), 'A library has blocks only.');
  }
  reading.isStrict = isStrict;
}

/**
 * Reports errors in linked blocks where the suite uses them, because its author cannot see the linked text. Warnings are left to
 * the library itself.
 */
function problemsAtUses(
  reading: Reader,
  mark: TextRange,
  { problems, library }: LocatedSuite,
  uses: ReadonlyMap<LocatedBlock, TextRange>,
): Problem[] {
  const first = reading.lineOf(mark[0]);
  const startOf = ({ document }: LocatedBlock) => reading.lineOf(document.range[0]);
  return problems.flatMap((problem): Problem[] => {
    if (problem.line < first) return [problem];
    if (problem.severity === 'warning') return [];
    const block = library.findLast((one) => startOf(one) <= problem.line) ?? library[0];
    const use = (block && uses.get(block)) ?? [...uses.values()][0] ?? [0, 0];
    const line = reading.lineOf(use[0]);
    const message = block
      ? `In the library block "${shorten(block.block.name)}": ${problem.message}`
      : problem.message;
    return [
      { severity: 'error', line, column: 1, message, ...(problem.hint && { hint: problem.hint }) },
    ];
  });
}

function readDocument(reading: Reader, document: Document.Parsed, located: LocatedSuite): void {
  const node = follow(reading, document.contents);
  if (node === null || node === undefined) return;
  const range = rangeOf(node);
  if (isSeq(node)) {
    if (beginsBlock(reading, node)) located.blocks.push(parseBlock(reading, document, node));
    else located.tests.push(parseTest(reading, document, node, located.tests.length + 1));
    return;
  }
  const configuration = isMap(node)
    ? pairsOf(reading, node).find(({ key }) => key === 'configuration')
    : undefined;
  if (!configuration) {
    reading.problems.error(
      [range[0], Math.min(range[1], range[0] + 80)],
      'This part is neither a test nor the configuration.',
      'Each line of a test starts with "- "; settings stand under "configuration:".',
    );
  } else if (located.configuration || located.tests.length + located.blocks.length > 0) {
    reading.problems.error(
      configuration.range,
      'The configuration must appear once, before the first test.',
      'Move it to the top of the suite.',
    );
  } else {
    located.configuration = parseConfiguration(reading, document, configuration);
    located.suite.configuration = located.configuration.configuration;
    reading.repeat = located.suite.configuration.repeat ?? {};
  }
}

/** Warns of tests with the same key, because the data stored under a key belongs to one test. */
function warnOfSharedKeys(reading: Reader, tests: readonly LocatedTest[]): void {
  const keys = keysOf(tests.map(({ test }) => test));
  for (const [index, { test, items }] of tests.entries()) {
    const key = keys[index];
    const isFree = key === test.key || (test.key === undefined && key === test.name);
    if (isFree) continue;
    reading.problems.warning(
      rangeOf(items[0]?.node),
      `Another test has the key "${shorten(test.key ?? test.name)}" and its history.`,
      `The history of this one is kept as "${shorten(key ?? '')}". Give it its own key: - settings: { key: … }`,
    );
  }
}

function checkDataRow(
  reading: Reader,
  { test, items }: LocatedTest,
  { data = {} }: SuiteConfiguration,
): void {
  if (test.dataRow === undefined || Object.hasOwn(data, test.dataRow)) return;
  const rows = Object.keys(data).slice(0, 10).join(', ');
  reading.problems.warning(
    rangeOf(items[0]?.node),
    `The configuration's data has no row "${test.dataRow}".`,
    rows ? `Rows are: ${rows}.` : 'Add it under data: in the configuration.',
  );
}
