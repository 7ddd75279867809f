import { audit, runShares as endpoints, runs } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShares } from '../../../db/schema/index.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let owner: Member;
let runId: string;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  owner = (await createTenant(app)).owner;
  const suiteId = await createBotSuite(owner, { botUrl: bot.url, tests: 2, expected: '24 hours' });
  runId = (await startRun(owner, suiteId)).id;
  await untilEnded(owner, runId);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function share(days: 1 | 7 | 30 = 7, member = owner) {
  const { body } = await member.call(endpoints.shareRun, { params: { runId }, body: { days } });
  return { ...body, token: new URL(body.url).hash.slice(1) };
}

const open = (token: string) => app.call(endpoints.readSharedRun, { body: { token } });

describe('a link to a run', () => {
  it('opens it without an account, digits and addresses masked, raw answers left out', async () => {
    const { token, url } = await share();
    expect(url).toBe(`${app.platform.config.publicUrl}/shared/run#${token}`);
    const { status, body, text, headers } = await open(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      suiteName: 'Opening hours',
      status: 'failed',
      counts: { total: 2, failed: 2 },
    });
    const [step] = body.tests[0]?.steps ?? [];
    expect(step).toMatchObject({ said: 'When are you open?', outcome: 'failed' });
    expect(step?.expected).toContain('•• hours');
    expect(step?.replies?.join()).toMatch(/Monday to Friday.*•/);
    expect(text).not.toMatch(/payload|attachments|evidence/);
    expect(step?.replies?.join()).not.toMatch(/\d/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
  });

  it('does not reveal the address of the bot, even if it failed', async () => {
    const other = (await createTenant(app)).owner;
    const suiteId = await createBotSuite(other, { botUrl: 'http://localhost:1/?key=abcdef' });
    const { id } = await startRun(other, suiteId);
    await untilEnded(other, id);
    const asked = { params: { runId: id }, body: { days: 1 as const } };
    const { url } = (await other.call(endpoints.shareRun, asked)).body;
    const { body, text } = await open(new URL(url).hash.slice(1));
    expect(body.tests[0]?.failure ?? body.tests[0]?.steps[0]?.failure).toContain('•••');
    expect(text).not.toMatch(/localhost|abcdef/);
  });

  it('shows later overrides', async () => {
    const { token } = await share();
    const body = { test: 0, outcome: 'passed' as const, reason: 'Fine as it is.' };
    await owner.call(runs.overrideVerdict, { params: { runId }, body });
    const shared = (await open(token)).body;
    expect(shared.tests.map(({ isOverridden }) => isOverridden)).toEqual([true, false]);
  });

  it('is listed with its end and when it was last opened, never with its token', async () => {
    const { token, share: made } = await share(1);
    const lastsMs = Date.parse(made.expiresAt) - Date.parse(made.createdAt);
    expect(lastsMs).toBe(24 * 60 * 60_000);
    const list = async () => owner.call(endpoints.listRunShares, { params: { runId } });
    expect((await list()).body[0]).toMatchObject({ id: made.id, lastOpenedAt: null });
    await open(token);
    const { body, text } = await list();
    expect(body[0]).toMatchObject({ createdBy: 'Ada Lovelace', lastOpenedAt: expect.any(String) });
    expect(text).not.toContain(token);
    const stored = await app.platform.db.select().from(runShares);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('opens nothing once it was ended, and says so in the audit log', async () => {
    const { token, share: made } = await share();
    const params = { runId, shareId: made.id };
    expect((await owner.call(endpoints.endRunShare, { params })).status).toBe(204);
    const { status, error } = await open(token);
    expect([status, error?.code]).toEqual([401, 'invalid_token']);
    expect((await owner.call(endpoints.endRunShare, { params })).status).toBe(404);
    const log = await owner.call(audit.listAudit, { query: { topic: 'runs', limit: 2 } });
    expect(log.body.items.map(({ action, detail }) => `${action} ${detail}`.trim())).toEqual([
      'run.share-ended',
      'run.shared for 7 days',
    ]);
  });

  it('opens nothing after it expires, and is no longer listed', async () => {
    const { token, share: made } = await share();
    await app.platform.db
      .update(runShares)
      .set({ expiresAt: sql`now()` })
      .where(eq(runShares.id, made.id));
    expect((await open(token)).status).toBe(401);
    const { body } = await owner.call(endpoints.listRunShares, { params: { runId } });
    expect(body.map(({ id }) => id)).not.toContain(made.id);
  });

  it.each(['', 'short', 'x'.repeat(43), `${'x'.repeat(42)}'`, 'x'.repeat(5000)])(
    'is not guessed: %#',
    async (token) => {
      expect([400, 401]).toContain((await open(token)).status);
    },
  );

  it('is refused once the run has the maximum number', async () => {
    const other = (await createTenant(app)).owner;
    const suiteId = await createBotSuite(other, { botUrl: bot.url });
    const params = { runId: (await startRun(other, suiteId)).id };
    const body = { days: 30 as const };
    for (let count = 0; count < endpoints.sharesMax; count += 1)
      await other.call(endpoints.shareRun, { params, body });
    const { error } = await other.call(endpoints.shareRun, { params, body });
    expect(error?.code).toBe('limit_reached');
  });

  it('can be made of no other length and of no run of somebody else', async () => {
    const body = { days: 365 as never };
    const long = await owner.call(endpoints.shareRun, { params: { runId }, body });
    expect(long.status).toBe(400);
    const stranger = (await createTenant(app, { name: 'Other' })).owner;
    const made = await share();
    const params = { runId, shareId: made.share.id };
    const asked = { params, body: { days: 7 as const } };
    expect((await stranger.call(endpoints.shareRun, asked)).status).toBe(404);
    expect((await stranger.call(endpoints.listRunShares, { params })).status).toBe(404);
    expect((await stranger.call(endpoints.endRunShare, { params })).status).toBe(404);
    expect((await open(made.token)).status).toBe(200);
  });
});
