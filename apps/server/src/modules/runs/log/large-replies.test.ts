/** Tests a reply of maximum size with many expectations: what is stored, sent and shown of it must stay in proportion. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeys, runShares as links, projects, publicApi, runs, suites } from '@parley/contract';
import type { RunEvent, Verdict } from '@parley/suite';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEvents, runs as runRows, sharedRunViews } from '../../../db/schema/index.ts';
import { startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { readStoredRun } from './read-stored-run.ts';

const reply = 'All of our branches are open on Monday. '.repeat(26_000).slice(0, 1_000_000);

const bot = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ text: reply }));
});

let app: TestApp;
let owner: Member;
let suiteId: string;
let runId: string;

const expectations = Array.from(
  { length: 100 },
  (_, index) => `    - prompt ~~ quantum banana ${index}`,
);

beforeAll(async () => {
  await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
  const { port } = bot.address() as AddressInfo;
  app = await startTestApp({ reachable: [`127.0.0.1:${port}`] });
  owner = (await createTenant(app)).owner;
  const project = (await owner.call(projects.createProject, { body: { name: 'Bank' } })).body;
  const source = [
    'configuration:',
    `  channel: { kind: http, url: "http://127.0.0.1:${port}/" }`,
    '---',
    '- test: Hours',
    '- hi:',
    ...expectations,
    '',
  ].join('\n');
  const body = { name: 'Hours', projectId: project.id, platform: 'webchat' as const, source };
  suiteId = (await owner.call(suites.createSuite, { body })).body.id;
  runId = (await startRun(owner, suiteId)).id;
  await untilEnded(owner, runId);
}, 120_000);

afterAll(async () => {
  await app.close();
  bot.close();
});

async function storedBytes(): Promise<number> {
  const [row] = await app.platform.db
    .select({ bytes: sql<number>`sum(octet_length(${runEvents.lines}))::int` })
    .from(runEvents)
    .where(eq(runEvents.runId, runId));
  return row?.bytes ?? 0;
}

const params = () => ({ params: { runId } });

const events = async () =>
  (await owner.call(runs.listRunEvents, { ...params(), query: { limit: 5000 } })).text;

const verdictsIn = (text: string): Verdict[] =>
  (JSON.parse(text).events as { event: RunEvent }[]).flatMap(({ event }) =>
    event.type === 'step.finished' ? event.verdicts : [],
  );

async function share(): Promise<string> {
  const { body } = await owner.call(links.shareRun, { ...params(), body: { days: 1 } });
  return new URL(body.url).hash.slice(1);
}

const open = (token: string) => app.call(links.readSharedRun, { body: { token } });

/** Number of copies of the reply in its event: as text, as a message, and in the raw reply. */
const formsOfReply = 3;

describe('a run with a large reply and a hundred expectations', () => {
  it('stores and sends the reply as if there were one', async () => {
    const fair = 1.2 * formsOfReply * reply.length;
    expect(await storedBytes()).toBeLessThan(fair);
    const text = await events();
    expect(text.length).toBeLessThan(fair);
    const verdicts = verdictsIn(text);
    expect(verdicts).toHaveLength(expectations.length);
    expect(verdicts[0]).toMatchObject({ passed: false, actualLength: reply.length });
  });

  it('limits the view of a link to the size of a page, and creates it once', async () => {
    const token = await share();
    const answers = await Promise.all(Array.from({ length: 12 }, () => open(token)));
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text.length).toBeLessThan(50_000);
    }
    expect(answers[0]?.body).toMatchObject({ isShortened: true, counts: { failed: 1 } });
    const made = await app.platform.db.select().from(sharedRunViews);
    expect(made).toHaveLength(1);
    await open(token);
    expect(await app.platform.db.select().from(sharedRunViews)).toEqual(made);
  });

  it('is sent exactly as stored, because parsing a megabyte would block the server', async () => {
    const [row] = await app.platform.db
      .select()
      .from(runEvents)
      .where(eq(runEvents.runId, runId))
      .orderBy(runEvents.firstSeq)
      .limit(1);
    const [line = ''] = (row?.lines ?? '').split('\n');
    const spaced = (row?.lines ?? '').replace(line, line.replace('{', '{  '));
    await app.platform.db
      .update(runEvents)
      .set({ lines: spaced })
      .where(and(eq(runEvents.runId, runId), eq(runEvents.lastSeq, row?.lastSeq ?? 0)));
    expect(await events()).toContain(`{"seq":1,"event":${line.replace('{', '{  ')}`);
  });
});

describe('such a run of an earlier version, whose verdicts repeat the reply', () => {
  const copies = 10;

  beforeAll(async () => {
    const [row] = await app.platform.db
      .select()
      .from(runEvents)
      .where(eq(runEvents.runId, runId))
      .orderBy(sql`octet_length(${runEvents.lines}) desc`)
      .limit(1);
    const lines = (row?.lines ?? '').split('\n').map((line) => {
      const event = JSON.parse(line) as RunEvent;
      if (event.type !== 'step.finished') return line;
      for (const verdict of event.verdicts.slice(0, copies)) {
        verdict.actual = reply;
        delete verdict.actualLength;
      }
      return JSON.stringify(event);
    });
    await app.platform.db
      .update(runEvents)
      .set({ lines: lines.join('\n') })
      .where(and(eq(runEvents.runId, runId), eq(runEvents.lastSeq, row?.lastSeq ?? 0)));
    expect(await storedBytes()).toBeGreaterThan(copies * reply.length);
  });

  it('is sent in the new form', async () => {
    const text = await events();
    expect(text.length).toBeLessThan(1.2 * formsOfReply * reply.length);
    const verdicts = verdictsIn(text);
    expect(verdicts).toHaveLength(expectations.length);
    expect(verdicts[0]).toMatchObject({ passed: false, actualLength: reply.length });
  });

  it('is re-evaluated with the whole reply', async () => {
    const source = (await owner.call(suites.getSuite, { params: { suiteId } })).body.source
      .split('\n')
      .filter((line) => !line.includes('quantum'))
      .join('\n')
      .replace('- hi:', '- hi: "*open on Monday. "');
    const again = await owner.call(runs.reevaluateRun, { ...params(), body: { source } });
    expect(again.body.result.tests.map(({ outcome }) => outcome)).toEqual(['passed']);
  });

  it('is read completely up to 64 million characters of what a reader needs, and not beyond', async () => {
    const [run] = await app.platform.db
      .select({ id: runRows.id, lastSeq: runRows.lastSeq })
      .from(runRows)
      .where(eq(runRows.id, runId));
    const scope = { db: app.platform.db, organizationId: owner.organizationId } as never;
    const read = (length: number) => {
      const carryOut = async (work: { name: string }) =>
        work.name === 'thinEvents' ? 'x'.repeat(length) : 'read';
      return readStoredRun(scope, { run: carryOut } as never, run as never, 'brief', {});
    };
    expect(await read(63 * 1024 * 1024)).toBe('read');
    await expect(read(64 * 1024 * 1024 + 1)).rejects.toMatchObject({ code: 'too_much_work' });
  });

  it('is re-evaluated while others are answered, however much there is to compare', async () => {
    const { owner: stranger } = await createTenant(app);
    const before = (await owner.call(suites.getSuite, { params: { suiteId } })).body.source;
    const words = Array.from({ length: 700 }, (_, at) => `word${at * 7}`).join(' ');
    const source = before.replaceAll('quantum banana', words).split('\n').slice(0, 12).join('\n');
    const answered: string[] = [];
    const judged = owner
      .call(runs.reevaluateRun, { ...params(), body: { source } })
      .then(() => answered.push('judged'));
    for (let request = 0; request < 3; request += 1) {
      expect((await stranger.call(suites.listSuites, {})).status).toBe(200);
      answered.push('other');
    }
    await judged;
    expect(answered).toEqual(['other', 'other', 'other', 'judged']);
  });

  it('can be overridden, reported and shared', async () => {
    const token = await share();
    expect((await open(token)).body.counts).toMatchObject({ failed: 1 });
    const body = { test: 0, outcome: 'passed' as const, reason: 'Fine as it is.' };
    const overridden = await owner.call(runs.overrideVerdict, { ...params(), body });
    expect(overridden.body.counts).toMatchObject({ passed: 1, failed: 0 });
    const shared = (await open(token)).body;
    expect(shared).toMatchObject({ counts: { passed: 1 }, tests: [{ isOverridden: true }] });
    const { key } = (await owner.call(apiKeys.createApiKey, { body: { name: 'CI' } })).body;
    const call = { ...params(), token: key };
    expect((await app.call(publicApi.readRunJunit, call)).text).toContain('failures="0"');
    expect((await app.call(publicApi.readRunTests, call)).body.items[0]).toMatchObject({
      outcome: 'passed',
      interactions: [{ reply }],
    });
  });
});
