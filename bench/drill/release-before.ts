/** Reads what a server returns about an installation of the previous release. Both releases must return the same. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { history, publicApi, runShares, runs } from '@parley/contract';
import { callApi } from '@parley/server/testing/call-api';
import { freePort } from '@parley/server/testing/free-port';
import { ownEnvironment } from '@parley/server/testing/own-environment';
import type { Member } from '@parley/server/testing/tenant';
import { memberAt } from './tenant.ts';
import { until } from './until.ts';

export const password = 'Correct-Horse-7';
export const publicUrl = 'http://parley.example.org';
export const secret = 'the secret of the release before, 32 bytes or more';

interface Asking {
  userId: string;
  token: string;
  email: string;
  organizationId: string;
  /** API key. */
  key: string;
  /** Link to the second run that has ended. */
  share: string;
  ended: string[];
}

/** Reads outcomes from run pages, JUnit, a comparison, a share link, a re-evaluation, and daily figures. */
export async function facts(url: string, asking: Asking): Promise<Record<string, unknown>> {
  const person = memberAt(url, asking);
  const answers: Record<string, unknown> = {};
  for (const [index, runId] of asking.ended.entries()) {
    const run = await person.call(runs.getRun, { params: { runId } });
    answers[`run ${index}`] = [run.body.status, run.body.counts];
    const events = await person.call(runs.listRunEvents, { params: { runId } });
    answers[`verdicts of run ${index}`] = events.body.events
      .map(({ event }) => event)
      .filter((event) => event.type === 'step.finished')
      .map((event) => [
        event.test,
        event.step,
        event.outcome,
        event.verdicts.map((verdict) => verdict.passed),
      ])
      .sort();
    const previous = await person.call(runs.getPreviousRun, { params: { runId } });
    answers[`compared with run ${index}`] = previous.body.run?.id ?? null;
    const headers = { authorization: `Bearer ${asking.key}` };
    const tests = await callApi(url, publicApi.readRunTests, { params: { runId }, headers });
    answers[`tests of run ${index}`] = JSON.parse(tests.text);
    const junit = await callApi(url, publicApi.readRunJunit, { params: { runId }, headers });
    answers[`JUnit of run ${index}`] = [
      ...junit.text.matchAll(/<(testsuite|testcase|failure|error)\b[^>]*?(?: name="([^"]*)")?/g),
    ].map(([, tag, name]) => [tag, name ?? '']);
    const again = await person.call(runs.reevaluateRun, { params: { runId }, body: {} });
    answers[`run ${index} re-evaluated`] =
      again.status === 200 ? outcomesOf(again.body.result) : again.text;
  }
  const token = new URL(asking.share).hash.slice(1);
  const shared = await callApi(url, runShares.readSharedRun, { body: { token } });
  answers['shared run'] = shared.status === 200 ? outcomesOf(shared.body) : shared.text;
  answers.figures = await figuresOfNow(person);
  // The fixture's times are shifted, so they differ.
  return JSON.parse(JSON.stringify(answers).replaceAll(/"20\d\d-[^"]*Z"/g, '"a time"'));
}

function outcomesOf({ tests }: { tests: readonly { name?: string; outcome: unknown }[] }) {
  return tests.map(({ outcome }) => outcome);
}

/** Reads figures from yesterday to tomorrow, because midnight can pass between a run and the query. */
export async function figuresOfNow(person: Member) {
  const dayOf = (shift: number) =>
    new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
  const query = { from: dayOf(-1), to: dayOf(1) };
  const {
    runs: count,
    passed,
    failed,
    testsPassed,
    testsFailed,
  } = (await person.call(history.getFigures, { query })).body.total;
  return { runs: count, passed, failed, testsPassed, testsFailed };
}

/** Starts the real program from a working tree with its packages installed. */
export async function startReleaseBefore(
  tree: string,
  environment: Record<string, string>,
  role: 'all' | 'api',
  preload?: string,
) {
  const port = await freePort();
  const own = { NODE_ENV: 'production', PARLEY_RATE_LIMITS: 'off', PARLEY_DEMO_BOT: 'off' };
  const args = [join(tree, 'apps/server/src/main.ts'), role];
  const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), ...args], {
    env: ownEnvironment({ ...own, ...environment, PORT: String(port) }),
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const serves = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  if (!(await until(90_000, serves))) throw new Error('The release before does not serve');
  return {
    url,
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
