/**
 * Measures the cost of writing one edit of a test back into the suite's text, as the editor does while a user types. The
 * result is the median CPU time of the thread over many edits.
 *
 *   npm run bench -- apply
 */
import { applySuite, parseSuite, printSuite, type Suite } from '@parley/suite';

const goalMs = 16;
const edits = 60;
const sizes = [20, 100, 500];

const results = sizes.map((tests) => ({ tests, ms: measure(tests) }));
console.table(
  Object.fromEntries(
    results.map(({ tests, ms }) => [
      `${tests} tests`,
      { 'CPU ms per edit': Number(ms.toFixed(2)) },
    ]),
  ),
);
const ours = results.find(({ tests }) => tests === 100)?.ms ?? Number.NaN;
const ok = ours <= goalMs;
console.log(
  JSON.stringify({ bench: 'apply', unit: 'ms CPU per edit', ours: round(ours), goal: goalMs, ok }),
);
process.exit(ok ? 0 : 1);

function measure(count: number): number {
  let text = printSuite(suiteOf(count));
  let { suite } = parseSuite(text);
  const figures = Array.from({ length: edits }, (_, edit) => {
    suite = typed(suite, edit % count, `typed ${edit}`);
    const before = process.threadCpuUsage();
    text = applySuite(text, suite);
    const { user, system } = process.threadCpuUsage(before);
    suite = parseSuite(text).suite;
    return (user + system) / 1000;
  });
  return figures.sort((a, b) => a - b)[edits / 2] ?? Number.NaN;
}

function typed(suite: Suite, at: number, text: string): Suite {
  const tests = suite.tests.map((test, index) => {
    if (index !== at) return test;
    const [first, ...others] = test.interactions;
    if (!first) return test;
    return {
      ...test,
      interactions: [{ ...first, input: { kind: 'text' as const, text } }, ...others],
    };
  });
  return { ...suite, tests };
}

function suiteOf(count: number): Suite {
  return {
    configuration: { channel: { kind: 'http', url: 'https://bot.example/message' } },
    tests: Array.from({ length: count }, (_, test) => ({
      name: `Conversation ${test}`,
      mode: 'normal',
      tags: ['smoke'],
      interactions: Array.from({ length: 6 }, (_, step) => ({
        input: { kind: 'text', text: `Question ${test}.${step}` },
        assertions: [
          {
            property: 'prompt',
            operator: 'contains',
            expected: ['one answer', `another answer ${step}`],
            negated: false,
          },
        ],
        branches: [],
        settings: {},
      })),
    })),
  };
}

function round(ms: number): number {
  return Number(ms.toFixed(2));
}
