import { history, runs as runEndpoints } from '@parley/contract';
import { foldEvents, type RunEvent } from '@parley/suite';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testResults } from '../../../db/schema/run-results.ts';
import { runEvents, runs } from '../../../db/schema/runs.ts';
import { createBotSuite, startRun } from '../../../test/bot-suite.ts';
import { createKey } from '../../../test/filled-organization.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { claimRuns } from './claim-runs.ts';
import { appendEvents } from './run-log.ts';

let app: TestApp;
let ada: Member;
let suiteId: string;
let runId: string;

const failure = { class: 'unsure', code: 'low-confidence', message: 'Too little.' } as const;
const step = { input: { kind: 'text' as const, text: 'Hi' }, expected: 'any reply' };
const tests = ['Test 1', 'Test 2'].map((name) => ({ name, mode: 'run' as const, steps: [step] }));
const place = { at: 2, test: 0, attempt: 1 };
const other = { at: 3, test: 1, attempt: 1 };

/** Events as the engine reports them. One of the two tests is undecided. */
const events: RunEvent[] = [
  { type: 'run.started', at: 1, tests },
  { type: 'test.started', ...place },
  { type: 'step.started', ...place, step: 0, sent: 'Hi' },
  { type: 'step.finished', ...place, step: 0, outcome: 'undecided', verdicts: [], failure },
  { type: 'test.finished', ...place, outcome: 'undecided', failure, checks: 1 },
  { type: 'test.started', ...other },
  { type: 'step.started', ...other, step: 0, sent: 'Hi' },
  { type: 'step.finished', ...other, step: 0, outcome: 'passed', verdicts: [] },
  { type: 'test.finished', ...other, outcome: 'passed', checks: 1 },
  { type: 'run.finished', at: 4, status: 'failed' },
];

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app)).owner;
  suiteId = await createBotSuite(ada, { botUrl: 'http://127.0.0.1:9', tests: 2 });
  ({ id: runId } = await startRun(ada, suiteId));
  const { db, news } = app.platform;
  const [run] = await claimRuns(db, news, { owner: 'me', places: 1, isLastShared: false });
  if (run === undefined) throw new Error('No run was due');
  const { organizationId, attempt } = run;
  const lease = { runId, organizationId, owner: 'me', attempt };
  const { counts } = foldEvents(events);
  await appendEvents(db, news, lease, { events, counts, lastSeq: 0 });
});

afterAll(() => app.close());

describe('a test that is undecided', () => {
  it('is stored under the name that the release before reads', async () => {
    const { db } = app.platform;
    const rows = await db.select().from(runEvents).where(eq(runEvents.runId, runId));
    const stored = rows.map(({ lines }) => lines).join('\n');
    expect(stored).toContain('"outcome":"unsure"');
    expect(stored).not.toContain('undecided');
    const [run] = await db.select().from(runs).where(eq(runs.id, runId));
    expect(run?.counts).toMatchObject({ passed: 1, failed: 0, unsure: 1 });
    expect(run?.counts).not.toHaveProperty('undecided');
    const results = await db.select().from(testResults).where(eq(testResults.runId, runId));
    const shown = results.map(({ outcome, steps }) => [outcome, steps[0]?.outcome]).sort();
    expect(shown).toEqual([
      ['passed', 'passed'],
      ['unsure', 'unsure'],
    ]);
  });

  it('has the published name everywhere in the API', async () => {
    const { body: run } = await ada.call(runEndpoints.getRun, { params: { runId } });
    expect(run).toMatchObject({ status: 'failed', counts: { passed: 1, unsure: 1 } });
    const { text } = await ada.call(runEndpoints.listRunEvents, { params: { runId } });
    expect(text).toContain('"outcome":"unsure"');
    const { key } = await createKey(ada);
    const asKey = { headers: { authorization: `Bearer ${key}` } };
    const read = (path: string) =>
      fetch(`${app.url}/api/v1/runs/${runId}/${path}`, asKey).then((answer) => answer.text());
    const [testsText, eventsText, junit] = await Promise.all(
      ['tests', 'events', 'junit'].map(read),
    );
    expect(JSON.parse(testsText ?? '')).toMatchObject({
      counts: { unsure: 1 },
      items: [{ outcome: 'unsure', interactions: [{ outcome: 'unsure' }] }, { outcome: 'passed' }],
    });
    expect(junit).toContain('failures="1"');
    expect(`${text}${testsText}${eventsText}${junit}`).not.toContain('undecided');
  });

  it('says nothing about how reliable it is, in neither direction', async () => {
    const { body } = await ada.call(history.getReliability, { params: { suiteId } });
    expect(body.tests.find(({ name }) => name === 'Test 1')).toMatchObject({
      outcomes: ['unsure'],
      passed: 0,
      failed: 0,
    });
  });

  it('keeps a run from passing when another test is overridden, until a person decides it', async () => {
    const override = (test: number, outcome: 'passed' | 'failed') =>
      ada.call(runEndpoints.overrideVerdict, {
        params: { runId },
        body: { test, outcome, reason: 'I heard it.' },
      });
    await override(1, 'failed');
    const { body } = await override(1, 'passed');
    expect(body).toMatchObject({ status: 'failed', counts: { passed: 1, unsure: 1 } });
    expect((await override(0, 'passed')).body).toMatchObject({
      status: 'passed',
      counts: { passed: 2, unsure: 0 },
    });
  });
});
