import { incidents, overview, suites as suiteEndpoints } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alerts } from '../../db/schema/index.ts';
import { newId } from '../../platform/security/ids.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
let acme: Tenant;

const create = () => createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
}, 120_000);

beforeEach(async () => {
  acme = await create();
});

afterAll(() => app.close());

/** Creates a monitored suite whose alert rule is violated. */
async function createIncident(): Promise<string> {
  const { owner, organizationId } = acme;
  const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
  await owner.call(suiteEndpoints.setMonitoring, {
    params: { suiteId },
    body: { isMonitoring: true },
  });
  const id = newId();
  await app.platform.db
    .insert(alerts)
    .values({ id, organizationId, suiteId, suiteName: 'Hours', classes: ['wrong'], timeline: [] });
  return id;
}

async function shownIncident(incidentId: string) {
  const { status, body, text } = await acme.owner.call(overview.getOverview);
  expect(status, text).toBe(200);
  const members = body.broken.flatMap((cause) => cause.members);
  return members.find(({ incident }) => incident?.id === incidentId)?.incident;
}

describe('an incident of the overview', () => {
  it('has the id by which it is acknowledged, assigned and snoozed, and goes on being broken', async () => {
    const { owner } = acme;
    const incidentId = await createIncident();
    const quiet = { acknowledged: false, assignee: null, snoozedUntil: null, snoozeScope: null };
    expect(await shownIncident(incidentId)).toMatchObject(quiet);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const answer = await owner.call(incidents.changeIncident, {
      params: { incidentId },
      body: {
        isAcknowledged: true,
        assigneeId: owner.userId,
        snooze: { until, scope: 'monitor' },
      },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await shownIncident(incidentId)).toMatchObject({
      id: incidentId,
      acknowledged: true,
      assignee: { id: owner.userId },
      snoozedUntil: until,
      snoozeScope: 'monitor',
    });
    const [row] = await app.platform.db.select().from(alerts).where(eq(alerts.id, incidentId));
    expect(row?.resolvedAt).toBeNull();
  });

  it('answers another organization as if there were none', async () => {
    const incidentId = await createIncident();
    const other = await create();
    const ask = (id: string) =>
      other.owner.call(incidents.changeIncident, {
        params: { incidentId: id },
        body: { isAcknowledged: true },
      });
    const [foreign, unknown] = [await ask(incidentId), await ask(newId())];
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect((await other.owner.call(overview.getOverview)).body.broken).toEqual([]);
  });
});
