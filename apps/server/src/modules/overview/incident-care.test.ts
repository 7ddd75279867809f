import { incidents, overview, suites as suiteEndpoints } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alerts, suites } from '../../db/schema/index.ts';
import { newId } from '../../platform/security/ids.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { sharedSuitesMin } from './keep-slow-results.ts';

let app: TestApp;
let acme: Tenant;

const create = () => createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
}, 120_000);

// Each test has its own organization, because the overview of one with many suites is cached for a while.
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

/** Adds suites, because only the results of an organization with many suites are shared. */
async function addSuites(count: number) {
  const { db } = app.platform;
  const isOurs = eq(suites.organizationId, acme.owner.organizationId);
  const [known] = await db.select().from(suites).where(isOurs).limit(1);
  if (!known) throw new Error('There is no suite to copy.');
  await db
    .insert(suites)
    .values(
      Array.from({ length: count }, (_, n) => ({ ...known, id: newId(), name: `Copy ${n}` })),
    );
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

  it('shows at once who acts on it, also while a slow result is shown to everybody', async () => {
    const incidentId = await createIncident();
    await addSuites(sharedSuitesMin);
    const clock = performance.now.bind(performance);
    let ahead = 0;
    let isSlow = true;
    const spied = vi.spyOn(performance, 'now').mockImplementation(() => {
      if (isSlow) ahead += 600;
      return clock() + ahead;
    });
    try {
      expect(await shownIncident(incidentId)).toMatchObject({ acknowledged: false });
      isSlow = false;
      const hidden = await createIncident();
      expect(await shownIncident(hidden), 'the result is a shared one').toBeUndefined();
      await acme.owner.call(incidents.changeIncident, {
        params: { incidentId },
        body: { isAcknowledged: true },
      });
      expect(await shownIncident(incidentId)).toMatchObject({ acknowledged: true });
    } finally {
      spied.mockRestore();
    }
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
