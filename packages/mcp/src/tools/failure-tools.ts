/** Tools that find what is broken and why. */
import type { Overview, PublicTestResult, RunSummary } from '@parley/contract';
import { z } from 'zod';
import { ask, pathOf, ToolFailure } from '../parley-api.ts';
import { runView, viewOfRun } from '../run-view.ts';
import {
  cursor,
  next,
  nextCursor,
  runId,
  suiteId,
  type ToolContext,
  tool,
  untrusted,
} from '../tool.ts';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Maximum number of causes, runs or tests in one result. */
const listedMax = 10;

export const listBroken = tool({
  name: 'list_broken',
  title: 'List what is broken',
  description:
    'Lists what fails now across all projects, grouped by cause, the most serious first.',
  input: z.object({ cursor }),
  output: z.object({
    at: z.string(),
    suites: z.object({
      total: z.number(),
      failing: z.number(),
      doubtful: z.number(),
      passed: z.number(),
      unknown: z.number(),
    }),
    causes: z.array(
      z.object({
        fault: z.string(),
        said: untrusted,
        expected: untrusted.nullable(),
        got: untrusted,
        since: z.string(),
        affected: z.number(),
        examples: z.array(
          z.object({
            suiteId: z.string(),
            suite: untrusted,
            test: untrusted.nullable(),
            runId: z.string().nullable(),
          }),
        ),
      }),
    ),
    notListed: z.number().describe('Number of causes that are not listed.'),
    nextCursor,
    next,
  }),
  async run({ api, mark }, { cursor: from = '0' }) {
    const overview = await ask<Overview>(api, 'GET', '/overview');
    const start = placeOf(from);
    const causes = overview.broken.slice(start, start + listedMax);
    const end = start + listedMax;
    return {
      at: overview.at,
      suites: overview.suites,
      causes: causes.map((cause) => ({
        fault: cause.fault,
        said: mark(cause.said, 500),
        expected: mark(cause.expected, 500),
        got: mark(cause.got, 500),
        since: cause.since,
        affected: cause.memberCount,
        examples: cause.members.slice(0, 3).map((member) => ({
          suiteId: member.suiteId,
          suite: mark(member.suiteName),
          test: mark(member.test),
          runId: member.runId,
        })),
      })),
      notListed: overview.moreBroken,
      nextCursor: end < overview.broken.length ? String(end) : null,
      next:
        causes.length > 0
          ? 'Call explain_run with a runId.'
          : 'Nothing is known to be failing. Suites that are unknown or doubtful are not proven to pass.',
    };
  },
});

function placeOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new ToolFailure(
    'invalid_cursor',
    'This cursor does not belong to this list.',
    'Leave cursor out.',
  );
}

export const listRuns = tool({
  name: 'list_runs',
  title: 'List runs',
  description:
    'Lists runs, newest first. `status: failing` finds those that failed or ended in an error, such as those of last night.',
  input: z.object({
    suiteId: suiteId.optional(),
    status: z
      .enum(['ended', 'failing', 'passed', 'failed', 'error', 'running', 'queued', 'cancelled'])
      .optional(),
    from: z.iso.date().optional().describe('First day (UTC).'),
    to: z.iso.date().optional().describe('Last day (UTC).'),
    cursor,
  }),
  output: z.object({ runs: z.array(runView), nextCursor }),
  async run(context, query) {
    const path = pathOf(['runs'], { ...query, limit: listedMax });
    const page = await ask<Page<RunSummary>>(context.api, 'GET', path);
    const runs = page.items.map((run) => viewOfRun(context, run));
    return { runs, nextCursor: page.nextCursor };
  },
});

const failureView = z.object({
  class: z
    .string()
    .describe('Whose fault: wrong or silent bot, network, configuration, internal, unsure.'),
  code: z.string(),
  message: untrusted,
  hint: untrusted.nullable(),
});

const stepView = z.object({
  step: z.number().describe('From 1.'),
  outcome: z.string(),
  sent: untrusted.nullable(),
  expected: untrusted,
  reply: untrusted.nullable().describe('What the bot said; null if it never answered. Untrusted.'),
  latencyMs: z.number().nullable(),
  failure: failureView.nullable(),
});

type Interaction = PublicTestResult['interactions'][number];

function viewOfFailure({ mark }: ToolContext, failure: PublicTestResult['failure']) {
  if (!failure) return null;
  const { class: fault, code, message, hint } = failure;
  return { class: fault, code, message: mark(message), hint: mark(hint ?? null) };
}

function viewOfStep(context: ToolContext, step: Interaction, index: number) {
  const { mark } = context;
  return {
    step: index + 1,
    outcome: step.outcome === 'unsure' ? 'undecided' : step.outcome,
    sent: mark(step.sent),
    expected: mark(step.expected),
    reply: mark(step.reply),
    latencyMs: step.latencyMs,
    failure: viewOfFailure(context, step.failure),
  };
}

const isBad = ({ outcome }: { outcome: string }) => !['passed', 'skipped'].includes(outcome);

/** Maximum number of pages of tests that one call searches for failures. */
const pagesMax = 10;

export const explainRun = tool({
  name: 'explain_run',
  title: 'Find why a run failed',
  description:
    'Explains what a run shows and, for each test that did not pass, the step that broke it: what was sent, expected and replied. Without runId, the newest run that did not pass.',
  input: z.object({ runId: runId.optional(), suiteId: suiteId.optional(), cursor }),
  output: z.object({
    run: runView,
    failures: z.array(
      z.object({
        test: z.number().describe('Index of the test in the run, as other tools expect it.'),
        name: untrusted,
        outcome: z.string(),
        failure: failureView.nullable(),
        step: stepView.nullable().describe('The first step that did not pass.'),
      }),
    ),
    nextCursor,
    next,
  }),
  async run(context, { runId: id, suiteId: suite, cursor: from }) {
    const { api, mark } = context;
    const run =
      id === undefined
        ? await newestFailing(context, suite)
        : await ask<RunSummary>(api, 'GET', pathOf(['runs', id]));
    const { items, nextCursor: rest } = await badTests(context, run.id, from);
    const failures = items.map((test) => {
      const at = test.interactions.findIndex(isBad);
      const step = test.interactions[at];
      return {
        test: test.index,
        name: mark(test.name),
        outcome: test.outcome === 'unsure' ? 'undecided' : test.outcome,
        failure: viewOfFailure(context, test.failure ?? step?.failure ?? null),
        step: step ? viewOfStep(context, step, at) : null,
      };
    });
    const step =
      failures.length > 0
        ? 'Call draft_test with runId and test to pin a failure down, or read_conversation for the whole conversation.'
        : rest === null
          ? 'No test of this run broke.'
          : 'Continue with nextCursor.';
    return { run: viewOfRun(context, run), failures, nextCursor: rest, next: step };
  },
});

async function newestFailing({ api }: ToolContext, suite: string | undefined): Promise<RunSummary> {
  const path = pathOf(['runs'], { suiteId: suite, status: 'failing', limit: 1 });
  const [run] = (await ask<Page<RunSummary>>(api, 'GET', path)).items;
  if (run) return run;
  throw new ToolFailure(
    'no_failing_run',
    'No run failed or ended in an error. That does not mean that everything passes.',
    'Call list_runs to see which runs there are.',
  );
}

async function badTests({ api }: ToolContext, id: string, from: string | undefined) {
  let at = from;
  for (let page = 1; ; page += 1) {
    const path = pathOf(['runs', id, 'tests'], { cursor: at, limit: listedMax });
    const tests = await ask<Page<PublicTestResult>>(api, 'GET', path);
    const items = tests.items.filter(isBad);
    const isDone = items.length > 0 || tests.nextCursor === null || page === pagesMax;
    if (isDone) return { items, nextCursor: tests.nextCursor };
    at = tests.nextCursor ?? undefined;
  }
}

/**
 * Reads one test of a run by its index.
 *
 * @throws ToolFailure if the run has no such test
 */
export async function readTest(
  { api }: ToolContext,
  id: string,
  index: number,
): Promise<PublicTestResult> {
  const place = Buffer.from(JSON.stringify([String(index)])).toString('base64url');
  const path = pathOf(['runs', id, 'tests'], { cursor: place, limit: 1 });
  const test = (await ask<Page<PublicTestResult>>(api, 'GET', path)).items[0];
  if (test?.index === index) return test;
  throw new ToolFailure(
    'no_such_test',
    `The run has no test ${index}.`,
    'Use `test` of an answer of explain_run.',
  );
}

const stepsMax = 10;

export const readConversation = tool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description: 'Reads the conversation of one test of a run, step by step.',
  input: z.object({
    runId,
    test: z.number().int().min(0).max(1_000_000).describe('`test` of explain_run.'),
    cursor,
  }),
  output: z.object({
    name: untrusted,
    outcome: z.string(),
    failure: failureView.nullable(),
    steps: z.array(stepView),
    nextCursor,
  }),
  async run(context, { runId: id, test: index, cursor: from = '0' }) {
    const test = await readTest(context, id, index);
    const start = placeOf(from);
    const steps = test.interactions.slice(start, start + stepsMax);
    const end = start + steps.length;
    return {
      name: context.mark(test.name),
      outcome: test.outcome === 'unsure' ? 'undecided' : test.outcome,
      failure: viewOfFailure(context, test.failure),
      steps: steps.map((step, at) => viewOfStep(context, step, start + at)),
      nextCursor: end < test.interactions.length ? String(end) : null,
    };
  },
});
