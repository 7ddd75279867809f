/** Tools that read and check test suites. */
import type { PublicSuite, PublicSuiteSummary, Reliability, SuiteCheck } from '@parley/contract';
import { maskCredentials } from '@parley/suite';
import { z } from 'zod';
import { ask, pathOf, ToolFailure } from '../parley-api.ts';
import { cursor, next, nextCursor, suiteId, tool, untrusted } from '../tool.ts';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

const listedMax = 20;

export const listSuites = tool({
  name: 'list_suites',
  title: 'List test suites',
  description: 'Lists test suites by name.',
  input: z.object({
    search: z.string().max(200).optional().describe('Part of a name.'),
    tag: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Only suites with a test that has this tag.'),
    cursor,
  }),
  output: z.object({
    suites: z.array(
      z.object({
        suiteId: z.string(),
        name: untrusted,
        platform: z.string(),
        tests: z.number(),
        tags: z.array(untrusted),
        isMonitored: z.boolean(),
      }),
    ),
    nextCursor,
  }),
  async run({ api, mark }, query) {
    const path = pathOf(['suites'], { ...query, limit: listedMax });
    const page = await ask<Page<PublicSuiteSummary>>(api, 'GET', path);
    return {
      suites: page.items.map((suite) => ({
        suiteId: suite.id,
        name: mark(suite.name),
        platform: suite.platform,
        tests: suite.testCount,
        tags: suite.tags.map((tag) => mark(tag)),
        isMonitored: suite.isMonitoring,
      })),
      nextCursor: page.nextCursor,
    };
  },
});

/** Characters per page of a suite's text. */
const pageLength = 20_000;

export const readSuite = tool({
  name: 'read_suite',
  title: 'Read a test suite',
  description: 'Reads the text of a test suite (YAML), in pages. Credentials are masked.',
  input: z.object({ suiteId, cursor }),
  output: z.object({
    suiteId: z.string(),
    name: untrusted,
    tests: z.number(),
    version: z.number(),
    text: untrusted,
    nextCursor,
  }),
  async run({ api, mark }, { suiteId: id, cursor: from = '0' }) {
    if (!/^\d{1,7}$/.test(from))
      throw new ToolFailure(
        'invalid_cursor',
        'This cursor does not belong to this text.',
        'Leave it out.',
      );
    const suite = await ask<PublicSuite>(api, 'GET', pathOf(['suites', id]));
    const text = suite.isMasked ? suite.source : maskCredentials(suite.source);
    const end = Number(from) + pageLength;
    return {
      suiteId: suite.id,
      name: mark(suite.name),
      tests: suite.testCount,
      version: suite.version,
      text: mark(text.slice(Number(from), end), pageLength),
      nextCursor: end < text.length ? String(end) : null,
    };
  },
});

export const lintSuite = tool({
  name: 'lint_suite',
  title: 'Check the text of a suite',
  description:
    'Checks the text of a test suite without running it. `isRunnable` is false with an error, or if there is nothing to run.',
  input: z.object({
    source: z.string().min(1).max(200_000).describe('The text (YAML).'),
    suiteId: suiteId
      .optional()
      .describe('Suite whose project has the blocks and agents that the text may use.'),
  }),
  output: z.object({
    isRunnable: z.boolean(),
    tests: z.number().describe('Tests that would run.'),
    errors: z.number(),
    problems: z.array(
      z.object({
        severity: z.enum(['error', 'warning']),
        line: z.number(),
        column: z.number(),
        message: untrusted,
        hint: untrusted.nullable(),
      }),
    ),
    notListed: z.number(),
    next,
  }),
  async run({ api, mark }, { source, suiteId: id }) {
    const suite = id && (await ask<PublicSuite>(api, 'GET', pathOf(['suites', id])));
    const body = { source, ...(suite && { projectId: suite.projectId }) };
    const { tests, problems } = await ask<SuiteCheck>(api, 'POST', '/lint', body);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const sorted = problems.toSorted((a, b) => a.severity.localeCompare(b.severity));
    const isRunnable = errors === 0 && tests > 0;
    return {
      isRunnable,
      tests,
      errors,
      problems: sorted.slice(0, listedMax).map(({ severity, line, column, message, hint }) => ({
        ...{ severity, line, column },
        message: mark(message, 500),
        hint: mark(hint ?? null, 500),
      })),
      notListed: Math.max(0, problems.length - listedMax),
      next: isRunnable
        ? 'The text has no errors. Only a run shows whether the bot passes.'
        : errors > 0
          ? 'Correct the errors and check again.'
          : 'Nothing would run: add a test, or remove `skip`.',
    };
  },
});

export const readTestHistory = tool({
  name: 'read_test_history',
  title: 'Read the history of tests',
  description:
    'Shows the results of each test of a suite in its last runs, the least reliable first.',
  input: z.object({ suiteId, cursor }),
  output: z.object({
    runs: z.array(z.object({ runId: z.string(), createdAt: z.string() })).describe('Oldest first.'),
    tests: z.array(
      z.object({
        name: untrusted,
        outcomes: z
          .array(z.string().nullable())
          .describe('One for each of the runs; null where the test was not part of it.'),
        passed: z.number(),
        failed: z.number(),
        flakiness: z.number().nullable().describe('0 to 1; null below five pairs of runs.'),
        isQuarantined: z.boolean(),
      }),
    ),
    nextCursor,
  }),
  async run({ api, mark }, { suiteId: id, cursor: from = '0' }) {
    if (!/^\d{1,6}$/.test(from))
      throw new ToolFailure(
        'invalid_cursor',
        'This cursor does not belong to this list.',
        'Leave it out.',
      );
    const { runs, tests } = await ask<Reliability>(api, 'GET', pathOf(['suites', id, 'history']));
    const end = Number(from) + listedMax;
    return {
      runs: runs.map(({ id: run, createdAt }) => ({ runId: run, createdAt })),
      tests: tests.slice(Number(from), end).map((test) => ({
        name: mark(test.name, 600),
        outcomes: test.outcomes.map((one) => (one === 'unsure' ? 'undecided' : one)),
        passed: test.passed,
        failed: test.failed,
        flakiness: test.flakiness.score,
        isQuarantined: test.quarantine !== null,
      })),
      nextCursor: end < tests.length ? String(end) : null,
    };
  },
});
