/**
 * One round of the crash drill: the server is killed in the middle of runs, started again, and what it
 * had acknowledged is compared with what is there.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { runs as endpoints, identity, organizations, type RunSummary } from '@parley/contract';
import { createBotSuite } from './bot-suite.ts';
import { callApi } from './call-api.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { type Member, memberOf } from './tenant.ts';

export interface SigkillRound {
  environment: Record<string, string>;
  botUrl: string;
  runs: number;
  /** From the first acknowledged run to the kill. */
  killAfterMs: number;
}

export interface SigkillOutcome {
  /** Runs that were acknowledged before the kill. */
  acknowledged: number;
  /** … and are not there after it. */
  lost: number;
  /** Runs that exist although their request was never answered, and once more when it was repeated. */
  doubled: number;
  /** Runs without an end 30 s after the server served again. */
  open: number;
  /** Results of a step that are recorded more than once for the same attempt. */
  doubledSteps: number;
  /** Runs whose events are not numbered 1, 2, 3 … */
  withGap: number;
  interrupted: number;
  /** From the restart until every run had ended. */
  settledMs: number;
}

const settleTimeoutMs = 30_000;

export async function killInTheMiddle(round: SigkillRound): Promise<SigkillOutcome> {
  const { environment, botUrl, runs } = round;
  let server = await startServerProcess(environment);
  try {
    const member = await signUp(server);
    const suiteId = await createBotSuite(member, { botUrl, tests: 3, turns: 4, concurrency: 2 });
    const keys = Array.from({ length: runs }, (_, index) => `run-${index}`);
    const acknowledged = await startUntilKilled(server, round, member, suiteId, keys);

    server = await startServerProcess(environment);
    const servedAt = performance.now();
    for (const key of keys) await startRun(member, suiteId, key);
    const settled = await untilSettled(member, servedAt);
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((id) => !settled.some((run) => run.id === id)).length,
      doubled: settled.length - runs,
      open: settled.filter(({ finishedAt }) => finishedAt === null).length,
      interrupted: settled.filter(({ status }) => status === 'interrupted').length,
      settledMs: performance.now() - servedAt,
      ...(await inspectEvents(member, settled)),
    };
  } finally {
    await server.end('SIGTERM');
  }
}

async function signUp({ url }: ServerProcess): Promise<Member> {
  const email = 'ada@example.org';
  const name = 'Ada Lovelace';
  const app = { call: (endpoint, call) => callApi(url, endpoint, call) } satisfies Parameters<
    typeof memberOf
  >[0];
  const signedIn = await callApi(url, identity.signUp, {
    body: { email, name, password: 'Correct-Horse-7' },
  });
  const { token, user } = signedIn.body;
  const founded = await callApi(url, organizations.createOrganization, {
    token,
    params: { userId: user.id },
    body: { name, onboardingData: { organizationName: 'Acme' } },
  });
  return memberOf(app, { userId: user.id, token, email }, founded.body.id);
}

/** Sends all requests at once, kills the server while they are answered, and returns what was acknowledged. */
async function startUntilKilled(
  server: ServerProcess,
  { killAfterMs }: SigkillRound,
  member: Member,
  suiteId: string,
  keys: string[],
): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  let kill: Promise<void> | undefined;
  const requests = keys.map(async (key) => {
    acknowledged.add(await startRun(member, suiteId, key));
    kill ??= sleep(killAfterMs).then(() => server.end('SIGKILL'));
  });
  await Promise.allSettled(requests);
  await (kill ?? server.end('SIGKILL'));
  return acknowledged;
}

async function startRun(member: Member, suiteId: string, key: string): Promise<string> {
  const { status, body, text } = await member.call(endpoints.startRun, {
    params: { suiteId },
    body: {},
    headers: { 'idempotency-key': key },
  });
  if (status !== 202) throw new Error(`The run was not started: ${text}`);
  return body.id;
}

async function untilSettled(member: Member, servedAt: number): Promise<RunSummary[]> {
  for (;;) {
    const { body } = await member.call(endpoints.listRuns, { query: { limit: 100 } });
    const isSettled = body.items.every(({ finishedAt }) => finishedAt !== null);
    if (isSettled || performance.now() - servedAt > settleTimeoutMs) return body.items;
    await sleep(200);
  }
}

async function inspectEvents(member: Member, runs: RunSummary[]) {
  let doubledSteps = 0;
  let withGap = 0;
  for (const { id: runId } of runs) {
    const { body } = await member.call(endpoints.listRunEvents, { params: { runId } });
    const steps = body.events.flatMap(({ event }) =>
      event.type === 'step.finished' ? [`${event.test} ${event.attempt} ${event.step}`] : [],
    );
    doubledSteps += steps.length - new Set(steps).size;
    if (body.events.some(({ seq }, index) => seq !== index + 1)) withGap += 1;
  }
  return { doubledSteps, withGap };
}
