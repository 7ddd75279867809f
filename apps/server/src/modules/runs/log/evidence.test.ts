import { writeFile } from 'node:fs/promises';
import { runs as endpoints } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { type RunEvent, readEvent } from '@parley/suite';
import { register } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../platform/observability/log.ts';
import { filesFolderOf } from '../../../platform/storage/storage-of.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { folderOfRun, keepEvidenceIn } from './evidence.ts';
import { listEvents } from './runs.queries.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let stranger: Member;
let runId: string;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  stranger = (await createTenant(app, { name: 'Other' })).owner;
  ({ id: runId } = await startRun(ada, await createBotSuite(ada, { botUrl: bot.url })));
  await untilEnded(ada, runId);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const isStepFinished = (event: RunEvent) => event.type === 'step.finished';

const keep = (kind: 'screenshot' | 'trace' | 'log', text: string) =>
  keepEvidenceIn(
    app.platform.storage,
    folderOfRun(runId),
    app.platform.log,
  )({ kind, bytes: Buffer.from(text) });

describe('GET …/runs/{runId}/evidence/{evidenceId}', () => {
  it('returns the stored file in a form that no browser runs', async () => {
    const evidenceId = await keep('log', 'error: 404');
    const answer = await ada.call(endpoints.getRunEvidence, { params: { runId, evidenceId } });
    expect(answer).toMatchObject({ status: 200, text: 'error: 404' });
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    // A browser caches it only for this user, not for the next one who signs in there.
    expect(answer.headers.get('vary')).toBe('authorization');
    const picture = { runId, evidenceId: await keep('screenshot', 'jpeg') };
    const shown = await ada.call(endpoints.getRunEvidence, { params: picture });
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
  });

  it('finds no files of others, no other files, and no removed ones', async () => {
    const evidenceId = await keep('trace', 'zip');
    const asked = await stranger.call(endpoints.getRunEvidence, { params: { runId, evidenceId } });
    expect(asked.status).toBe(404);
    for (const other of ['log-nothing.txt', '../../secret', '..%2fsecret', 'x.html', '.zip']) {
      const params = { runId, evidenceId: other };
      expect((await ada.call(endpoints.getRunEvidence, { params })).status).toBe(404);
    }
    await app.platform.storage.removeOlder('runs', new Date(Date.now() + 60_000));
    const gone = await ada.call(endpoints.getRunEvidence, { params: { runId, evidenceId } });
    expect(gone.status).toBe(404);
  });
});

describe('a run whose bot says something else', () => {
  it('keeps what went over the wire with the step', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, expected: 'never' });
    const { id: failedId } = await startRun(ada, suiteId);
    await untilEnded(ada, failedId);
    const log = await ada.call(endpoints.listRunEvents, { params: { runId: failedId } });
    const steps = log.body.events.map(({ event }) => readEvent(event)).filter(isStepFinished);
    const [kept] = steps[0]?.evidence ?? [];
    expect(kept?.kind).toBe('traffic');
    const params = { runId: failedId, evidenceId: kept?.id ?? '' };
    const { status, text } = await ada.call(endpoints.getRunEvidence, { params });
    expect(status).toBe(200);
    expect(text).toContain(`> POST ${bot.url}`);
    expect(text).toContain('< Status 200');
    expect(text).toContain('Monday to Friday');
  });
});

describe('evidence that cannot be stored', () => {
  it('is reported by the step of the run, the log and a metric', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const other = await startTestApp({ reachable: [new URL(bot.url).host], log });
    onTestFinished(() => other.close());
    // Put a file in the place of the evidence folder.
    await writeFile(filesFolderOf(other.platform.config.dataFolder), '');
    const { owner } = await createTenant(other);
    const suiteId = await createBotSuite(owner, { botUrl: bot.url, expected: 'never' });
    const before = await countLost();
    const run = await startRun(owner, suiteId);
    await untilEnded(owner, run.id);
    const events = await listEvents(other.platform.db, run.id, 0, 1000);
    const lost = events.flatMap(
      ({ event }) => ('lostEvidence' in event && event.lostEvidence) || [],
    );
    expect(lost).not.toEqual([]);
    for (const each of lost) expect(each.reason).toBe('not-stored');
    expect((await countLost()) - before).toBe(lost.length);
    const told = lines.filter((line) => line.includes('Evidence could not be stored'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(run.id);
  });
});

async function countLost(): Promise<number> {
  const metric = await register.getSingleMetric('parley_evidence_lost_total')?.get();
  return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}
