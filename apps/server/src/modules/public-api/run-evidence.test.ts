import { forPrograms, organizations, publicApi } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import { createKey } from '../../test/filled-organization.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let token: string;
let runId: string;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  token = (await createKey(ada, 'read')).key;
  const suiteId = await createBotSuite(ada, { botUrl: bot.url, expected: 'Never', tests: 3 });
  runId = (await startRun(ada, suiteId)).id;
  await untilEnded(ada, runId);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

type Query = { test?: number; try?: number; limit?: number; cursor?: string };

const read = async (query: Query = {}) =>
  (await app.call(publicApi.readRunEvidence, { token, params: { runId }, query })).body;

it('of a run is listed by test, step and try, and downloaded by its id', async () => {
  const { items, isKept, nextCursor } = await read();
  expect({ isKept, nextCursor }).toEqual({ isKept: true, nextCursor: null });
  expect(new Set(items.map(({ test }) => test))).toEqual(new Set([0, 1, 2]));
  expect(items.every((item) => item.lost === null && item.try === 1)).toBe(true);
  for (const { id } of items) {
    const params = { runId, evidenceId: id ?? '' };
    const file = await app.call(forPrograms.readEvidence, { token, params });
    expect(file.status).toBe(200);
    expect(file.text.length).toBeGreaterThan(0);
  }
});

it('of one test or try leaves out the others', async () => {
  expect(new Set((await read({ test: 1 })).items.map(({ test }) => test))).toEqual(new Set([1]));
  expect((await read({ test: 7 })).items).toEqual([]);
  expect((await read({ try: 2 })).items).toEqual([]);
  expect((await read({ try: 1 })).items.length).toBeGreaterThan(0);
});

it('comes in pages that together are all of it, each once', async () => {
  const whole = (await read()).items;
  const paged: typeof whole = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 1, ...(cursor !== undefined && { cursor }) });
    paged.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(whole);
});

it('of a run of somebody else is not there', async () => {
  const eve = (await createTenant(app)).owner;
  const { key } = await createKey(eve);
  const foreign = await app.call(publicApi.readRunEvidence, { token: key, params: { runId } });
  expect(foreign.status).toBe(404);
});

it('a key reads members and invitations, and shares a run', async () => {
  await ada.call(organizations.invite, { body: { email: 'ivan@acme.example', role: 'member' } });
  const { body } = await app.call(forPrograms.readOrganization, { token });
  expect(body.members.map(({ id }) => id)).toEqual([ada.userId]);
  expect(body.invitations.map(({ email }) => email)).toEqual(['ivan@acme.example']);

  const params = { runId };
  const days = { days: 7 as const };
  const refused = await app.call(forPrograms.createShare, { token, params, body: days });
  expect(refused.status).toBe(403);
  const { key } = await createKey(ada);
  const made = await app.call(forPrograms.createShare, { token: key, params, body: days });
  expect(made.body.url).toContain('/shared/run#');
  const listed = await app.call(forPrograms.readShares, { token, params });
  expect(listed.body.map(({ id }) => id)).toEqual([made.body.share.id]);
  const shareId = made.body.share.id;
  const revoked = await app.call(forPrograms.revokeShare, {
    token: key,
    params: { runId, shareId },
  });
  expect(revoked.status).toBe(204);
});
