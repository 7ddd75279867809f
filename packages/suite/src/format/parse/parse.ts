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
import { beginsBlock, type LocatedBlock, parseBlock } from './parse-block.ts';
import { type LocatedConfiguration, parseConfiguration } from './parse-configuration.ts';
import { refuseSavedBySteps } from './parse-save.ts';
import { type LocatedTest, parseTest } from './parse-test.ts';
import type { Problem } from './problem.ts';
import { readYaml } from './read-yaml.ts';
import { follow, pairsOf, type Reader, rangeOf, reader } from './values.ts';

/** Maximum number of tests and blocks. Larger suites are hard to maintain. */
export const testsMax = 1_000;

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
  };
  for (const document of reading.documents) {
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
  refuseMasked(reading);
  // Version 1 only warns, so that older suites still run. The version is known only now.
  const report = reading.isStrict ? reading.problems.error : reading.problems.warning;
  for (const { range, message, hint } of reading.misplaced) report(range, message, hint);
  if (located.blocks.length > 0) located.suite.blocks = located.blocks.map(({ block }) => block);
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
  for (const { block, range } of located.blocks)
    refuseSavedBySteps(reading, block, located.suite.configuration, range);
  const channel = located.suite.configuration.channel?.kind;
  const parts = [
    ...located.tests.map(({ test, items }) => ({ of: test, range: rangeOf(items[0]?.node) })),
    ...located.blocks.map(({ block, range }) => ({ of: block, range })),
  ];
  for (const { of, range } of parts) {
    checkAccessibilityChecks(reading, { interactions: of.interactions, channel, range });
    checkVoiceChecks(reading, { interactions: of.interactions, channel, range });
  }
  checkBlocks(reading, located.tests, located.blocks);
  const tests = withUniqueNames(located.tests.map(({ test }) => test));
  located.tests = located.tests.map((one, index) => ({ ...one, test: tests[index] as Test }));
  located.suite.tests = tests;
  warnOfSharedKeys(reading, located.tests);
  located.problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return located;
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
