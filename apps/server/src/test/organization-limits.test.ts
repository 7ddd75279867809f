/** Checks the limits per organization: creates as many things as allowed, then one more. */
import { alerts, explorations, monitoring, webhooks } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  alertChannels,
  exclusionCalendars,
  explorations as explorationRows,
  webhooks as webhookRows,
} from '../db/schema/index.ts';
import { createBotSuite } from './bot-suite.ts';
import { createTenant, type Member } from './tenant.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { alertRoute, webhookInput } from './valid-requests.ts';

let app: TestApp;
let owner: Member;
let suiteId: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  owner = (await createTenant(app)).owner;
  suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/' });
});

afterAll(() => app.close());

type Rows =
  | typeof alertChannels
  | typeof exclusionCalendars
  | typeof explorationRows
  | typeof webhookRows;

/** Copies the existing row until there are `count` rows. */
async function multiply(rows: Rows, count: number): Promise<void> {
  const { db } = app.platform;
  const [one] = await db.select().from(rows).where(eq(rows.organizationId, owner.organizationId));
  if (!one) throw new Error('There is none to be copied.');
  await db.execute(sql`
    insert into ${rows}
    select (jsonb_populate_record(o, jsonb_build_object('id', o.id || '-' || n, 'name', 'Copy ' || n))).*
    from ${rows} o, generate_series(2, ${sql.raw(String(count))}) n where o.id = ${one.id}`);
}

const target = { kind: 'webhook', url: 'https://ops.example/alerts' } as const;

const things: [string, number, Rows, (name: string) => Promise<{ status: number }>][] = [
  [
    'alert channels',
    50,
    alertChannels,
    (name) => owner.call(alerts.createAlertChannel, { body: { ...alertRoute, name, target } }),
  ],
  [
    'webhooks',
    20,
    webhookRows,
    (name) => owner.call(webhooks.createWebhook, { body: { ...webhookInput, name } }),
  ],
  [
    'calendars',
    50,
    exclusionCalendars,
    (name) =>
      owner.call(monitoring.createCalendar, {
        body: { name, timeZone: 'UTC', windows: [], holidays: [] },
      }),
  ],
  [
    'explorations',
    1_000,
    explorationRows,
    (name) => owner.call(explorations.createExploration, { body: { name, suiteId } }),
  ],
];

it.each(things)(
  'an organization has as many %s as may be, and not one more',
  async (_, most, rows, create) => {
    expect((await create('First')).status).toBe(201);
    await multiply(rows, most - 1);
    expect((await create('Last')).status).toBe(201);
    expect((await create('Beyond')).status).toBe(409);
  },
);
