/** Tools that start, follow and cancel runs. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunSummary } from '@parley/contract';
import { z } from 'zod';
import { ask, pathOf } from '../parley-api.ts';
import { runView, viewOfRun } from '../run-view.ts';
import { next, runId, suiteId, tool } from '../tool.ts';
import { isOver } from '../verdict-of-run.ts';

const waitSecondsMax = 30;
const lookEveryMs = 1000;

const withNext = z.object({ run: runView, next });

export const startRun = tool({
  name: 'start_run',
  title: 'Start a run',
  description:
    'Starts a run of a test suite against its bot and immediately returns the run id. Then call wait_for_run.',
  isReadOnly: false,
  input: z.object({
    suiteId,
    tests: z
      .array(z.string().max(600))
      .max(100)
      .optional()
      .describe('Names of the tests to run; all when absent.'),
    label: z.string().max(120).optional().describe('What is tested, such as a commit.'),
    environment: z.string().max(120).optional().describe('Environment, such as `staging`.'),
    requestId: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .optional()
      .describe('Repeating the call with the same id does not start another run.'),
  }),
  output: withNext,
  async run(context, { suiteId: suite, requestId = randomUUID(), ...body }) {
    const path = pathOf(['suites', suite, 'runs']);
    const run = await ask<RunSummary>(context.api, 'POST', path, body, requestId);
    return { run: viewOfRun(context, run), next: `Call wait_for_run with runId ${run.id}.` };
  },
});

export const waitForRun = tool({
  name: 'wait_for_run',
  title: 'Wait for a run',
  description: `Waits up to ${waitSecondsMax} seconds for a run to end and returns its status. Call it again while isFinished is false.`,
  input: z.object({
    runId,
    seconds: z.number().int().min(0).max(waitSecondsMax).default(20),
  }),
  output: withNext,
  async run(context, { runId: id, seconds }) {
    const until = performance.now() + seconds * 1000;
    const path = pathOf(['runs', id]);
    let run = await ask<RunSummary>(context.api, 'GET', path);
    while (!isOver(run) && performance.now() < until) {
      await sleep(Math.max(0, Math.min(lookEveryMs, until - performance.now())));
      run = await ask<RunSummary>(context.api, 'GET', path);
    }
    const view = viewOfRun(context, run);
    const step = !isOver(run)
      ? 'The run has not ended. Call wait_for_run again.'
      : view.verdict === 'passed'
        ? 'Nothing is left to do.'
        : 'Call explain_run for the reason.';
    return { run: view, next: step };
  },
});

export const cancelRun = tool({
  name: 'cancel_run',
  title: 'Cancel a run',
  description: 'Cancels a run that has not ended. Recorded results are kept.',
  isReadOnly: false,
  isDestructive: true,
  input: z.object({ runId }),
  output: withNext,
  async run(context, { runId: id }) {
    const path = pathOf(['runs', id, 'cancel']);
    const run = await ask<RunSummary>(context.api, 'POST', path, {});
    return { run: viewOfRun(context, run), next: 'Call wait_for_run until it has ended.' };
  },
});
