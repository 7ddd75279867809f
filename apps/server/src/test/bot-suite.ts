/** Suites for a bot, for tests that run them. */

import { setTimeout as sleep } from 'node:timers/promises';
import { projects, type RunSummary, runs, suites } from '@parley/contract';
import { printSuite } from '@parley/suite';
import type { Member } from './tenant.ts';

export interface BotSuite {
  botUrl: string;
  tests?: number;
  /** Number of turns of each test. */
  turns?: number;
  /** Text that the reply is expected to contain. Default: the opening hours with which the bots of tests reply. */
  expected?: string;
  concurrency?: number;
  /** Maximum number of retries of a test that fails for a cause outside the bot. */
  retries?: number;
}

/** Number of projects so far; it makes their names unique. */
let suitesMade = 0;

/** Creates a suite in a new project and returns its id. */
export async function createBotSuite(member: Member, suite: BotSuite): Promise<string> {
  const name = `Bank ${++suitesMade}`;
  const project = await member.call(projects.createProject, { body: { name } });
  const stored = await member.call(suites.createSuite, {
    body: {
      name: 'Opening hours',
      projectId: project.body.id,
      platform: 'webchat',
      source: botSuiteSource(suite),
    },
  });
  if (stored.status !== 201) throw new Error(`The suite was not stored: ${stored.text}`);
  return stored.body.id;
}

export function botSuiteSource({
  botUrl,
  tests = 1,
  turns = 1,
  expected = 'Monday to Friday',
  concurrency = 5,
  retries,
}: BotSuite): string {
  const turn = {
    input: { kind: 'text' as const, text: 'When are you open?' },
    assertions: [
      { property: 'prompt', operator: 'contains' as const, expected: [expected], negated: false },
    ],
    branches: [],
    settings: {},
  };
  return printSuite({
    configuration: {
      platform: 'webchat',
      channel: { kind: 'http', url: botUrl },
      concurrency,
      ...(retries !== undefined && { retries }),
    },
    tests: Array.from({ length: tests }, (_, index) => ({
      name: `Test ${index + 1}`,
      mode: 'normal',
      tags: [],
      interactions: Array.from({ length: turns }, () => turn),
    })),
  });
}

/** Starts a run and returns its queued state. */
export async function startRun(member: Member, suiteId: string): Promise<RunSummary> {
  const { status, body, text } = await member.call(runs.startRun, {
    params: { suiteId },
    body: {},
  });
  if (status !== 202) throw new Error(`The run was not started: ${text}`);
  return body;
}

const ended: RunSummary['status'][] = ['passed', 'failed', 'error', 'cancelled', 'interrupted'];

/** Waits until a run has ended, and returns it. */
export function untilEnded(member: Member, runId: string, timeoutMs = 25_000): Promise<RunSummary> {
  return untilRun(member, runId, ({ status }) => ended.includes(status), timeoutMs);
}

export async function untilRun(
  member: Member,
  runId: string,
  isAsWanted: (run: RunSummary) => boolean,
  timeoutMs = 25_000,
): Promise<RunSummary> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { body } = await member.call(runs.getRun, { params: { runId } });
    if (isAsWanted(body)) return body;
    if (Date.now() > deadline) throw new Error(`The run is still ${body.status}`);
    await sleep(50);
  }
}
