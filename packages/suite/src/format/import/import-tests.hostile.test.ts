import { describe, expect, it } from 'vitest';
import { suiteTextLengthMax } from '../parse/read-yaml.ts';
import { printSuite } from '../print/print.ts';
import { importTests } from './import-tests.ts';

const file = (name: string, text: string) => ({ name, text });
const convo = (text: string) => file('a.convo.txt', `A\n${text}`);
const utterances = (text: string) => file('u.utterances.txt', text);
const memory = (text: string) => file('m.scriptingmemory.txt', text);
const rasa = (text: string) => [file('a.yml', text)];
const steps = 'test_cases:\n- test_case: A\n  steps:\n';

const manyNames = (count: number) => Array.from({ length: count }, (_, at) => `|$v${at}`).join('');

/** A chain of partial conversations, each of which includes the next one twice. */
const doubling = Array.from({ length: 40 }, (_, step) => {
  const next = `#include p${step + 1}\n`;
  return file(`p${step}.pconvo.txt`, `p${step}\n#me\nhi\n${next}${next}`);
});

/** Files that could block the process for a long time, with the expected report. */
const hostileFiles: Record<string, [{ name: string; text: string }[], RegExp]> = {
  'partials that double': [
    [convo('#include p0\n'), ...doubling],
    /^The included conversations have more than 100,000 lines\.$/,
  ],
  'a large partial that is included often': [
    [convo('#include p\n'.repeat(40_000)), file('p.pconvo.txt', `p\n#me\n${'x\n'.repeat(40_000)}`)],
    /^The included conversations/,
  ],
  'rows of one name': [
    [convo('#me\n$a\n'), memory(`|$a\n${'x|1\n'.repeat(99_000)}`)],
    /^Of 99000 rows of scripting memory 1000 were taken\.$/,
  ],
  'many variables in many rows': [
    [convo('#me\n$v1\n'), memory(`${manyNames(1_000)}\n${`x${'|1'.repeat(900)}\n`.repeat(900)}`)],
    /^Of 900 rows of scripting memory/,
  ],
  'more variables than a suite has': [
    [convo('#me\n$v1\n'.repeat(40_000)), memory(`${manyNames(150_000)}\n`)],
    /^Of 150000 variables of scripting memory 1000 were taken\.$/,
  ],
  'a million lines': [
    [convo('#me\n'.repeat(500_000))],
    /^All files together have more than 100,000/,
  ],
  'many examples that are heard often': [
    [convo('#bot\nU\n'.repeat(20_000)), utterances(`U\n${'x\n'.repeat(50_000)}`)],
    /^A suite has at most 1,048,576 characters/,
  ],
  'many examples with many words behind them': [
    [convo(`#bot\nU ${'x '.repeat(500_000)}\n`), utterances(`U\n${'%s\n'.repeat(90_000)}`)],
    /^A suite has at most 1,048,576 characters/,
  ],
  'many examples of a long conversation': [
    [convo(`#me\nU\n#bot\n${'?x\n'.repeat(90_000)}`), utterances(`U\n${'x\n'.repeat(60)}`)],
    /^With everything that they repeat, the files have more than 8,388,608 characters/,
  ],
  'half a million arguments': [
    [convo(`#bot\nTEXT_CONTAINS_ANY ${'x|'.repeat(500_000)}\nBUTTONS ${'x|'.repeat(500_000)}`)],
    /^A suite has at most 1,048,576 characters/,
  ],
  'more tests than a suite has': [
    [
      convo('#me\nU $a\n'),
      utterances(`U\n${'x\n'.repeat(50)}`),
      memory(`|$a\n${'x|1\n'.repeat(30)}`),
    ],
    /^A suite has at most 1,000 tests/,
  ],
  'more test cases than a suite has': [
    rasa(`test_cases:\n${'- test_case: A\n'.repeat(11_000)}`),
    /^A suite has at most 1,000 tests/,
  ],
  'aliases of a long text': [
    rasa(`long: &a ${'x'.repeat(500_000)}\n${steps}${'  - user: *a\n'.repeat(9_000)}`),
    /^A suite has at most 1,048,576 characters/,
  ],
  'aliases of what is lost': [
    rasa(
      `long: &a [{slot: "${'x '.repeat(250_000)}"}]\ntest_cases:\n${'- steps: *a\n'.repeat(9_000)}`,
    ),
    /^With everything that they repeat, the files have more than 8,388,608 characters/,
  ],
  'a response of many texts that is uttered often': [
    rasa(
      `responses:\n  r:\n${'  - text: x\n'.repeat(6_000)}${steps}${'  - utter: r\n'.repeat(6_000)}`,
    ),
    /^A suite has at most 1,048,576 characters/,
  ],
  'patterns that repeat much': [
    rasa(
      `${steps}  - user: x\n    assertions:\n${Array.from({ length: 7_000 }, (_, at) => `    - bot_uttered: {text_matches: '(a{30}){30}${at}'}\n`).join('')}`,
    ),
    /^The patterns are too complex to check together/,
  ],
  'many files with many tokens': [
    Array.from({ length: 12 }, (_, at) =>
      file(`${at}.yml`, `test_cases: [${'{},'.repeat(45_000)}]`),
    ),
    /^The suite is too large to be read from here on\.$/,
  ],
};

describe('importTests with hostile files', () => {
  it.each(Object.entries(hostileFiles))('ends in time on %s, and says so', (_, [files, reason]) => {
    const imported = importTests(files);
    expect(imported?.report.losses.map((loss) => loss.reason)).toContainEqual(
      expect.stringMatching(reason),
    );
    const { suite } = imported ?? { suite: { configuration: {}, tests: [] } };
    expect(suite.tests.length).toBeLessThanOrEqual(1_000);
    expect(printSuite(suite).length).toBeLessThanOrEqual(suiteTextLengthMax);
  });
});

/** Builds a conversation with `count` turns, whose messages and replies have sixty characters each. */
const turns = (count: number, sign = 'x') =>
  `#me\n${sign.repeat(60)}\n#bot\n${sign.repeat(60)}\n`.repeat(count);

const convos = (count: number, sign?: string) =>
  Array.from({ length: count }, (_, at) => file(`${at}.convo.txt`, `A\n${turns(75, sign)}`));

const rows = (count: number, value: string) =>
  Array.from({ length: count }, (_, at) => `r${at}|${value}\n`).join('');

describe('importTests with as much as a suite has room for', () => {
  it.each([
    ['conversations', convos(100)],
    ['rows', [convo('#me\n$a\n'), memory(`|$a\n${rows(950, 'x'.repeat(900))}`)]],
    ['test cases', rasa(`${steps}${`  - user: ${'x'.repeat(60)}\n`.repeat(14_500)}`)],
  ])('leaves nothing out of %s', (_, files) => {
    const imported = importTests(files);
    expect(imported?.report.losses).toEqual([]);
    const text = printSuite(imported?.suite ?? { configuration: {}, tests: [] });
    expect(text.length).toBeGreaterThan(suiteTextLengthMax * 0.85);
    expect(text.length).toBeLessThanOrEqual(suiteTextLengthMax);
  });

  it.each([
    ['conversations', convos(120), /^A suite has at most 1,048,576 characters/],
    ['quotes', convos(75, '"'), /^A suite has at most 1,048,576 characters/],
    ['control characters', convos(20, '\u0001'), /^A suite has at most 1,048,576 characters/],
    [
      'rows',
      [memory(`|$a\n${rows(950, '\\" # '.repeat(250))}`)],
      /^Of 950 rows of scripting memory/,
    ],
    [
      'quotes in test cases',
      rasa(`test_cases:\n${`- steps: [user: '${'"'.repeat(1_000)}']\n`.repeat(700)}`),
      /^A suite has at most 1,048,576 characters/,
    ],
  ])('takes what fits of more %s, and says that some were left out', (_, files, reason) => {
    const imported = importTests(files);
    expect(imported?.report.losses).toMatchObject([{ reason: expect.stringMatching(reason) }]);
    const text = printSuite(imported?.suite ?? { configuration: {}, tests: [] });
    expect(text.length).toBeGreaterThan(suiteTextLengthMax * 0.85);
    expect(text.length).toBeLessThanOrEqual(suiteTextLengthMax);
  });
});
