import { overview } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alerts, projects, suites } from '../../db/schema/index.ts';
import { newId } from '../../platform/security/ids.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

const monitorsFailing = 200;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
}, 120_000);

afterAll(() => app.close());

/** Creates monitored suites, each with an open incident that names the reply of the bot. */
async function fill({ organizationId }: Tenant, said: (index: number) => string): Promise<void> {
  const { db } = app.platform;
  const projectId = newId();
  await db.insert(projects).values({ id: projectId, organizationId, name: 'Bank' });
  const all = Array.from({ length: monitorsFailing }, (_, index) => ({
    suite: {
      id: newId(),
      organizationId,
      projectId,
      name: `Suite ${index}`,
      platform: 'webchat' as const,
      source: '',
      testCount: 1,
      isMonitoring: true,
    },
    got: said(index),
  }));
  await db.insert(suites).values(all.map(({ suite }) => suite));
  await db.insert(alerts).values(
    all.map(({ suite, got }) => ({
      id: newId(),
      organizationId,
      suiteId: suite.id,
      suiteName: suite.name,
      classes: ['wrong' as const],
      timeline: [],
      evidence: { test: 'Hours', step: 1, said: 'Hi', expected: 'Open', got } as never,
    })),
  );
}

const read = async (tenant: Tenant) => {
  const { status, body, text } = await tenant.owner.call(overview.getOverview);
  expect(status, text).toBe(200);
  return { body, bytes: text.length };
};

it('counts two hundred failing monitors, and lists as many causes as can be read', async () => {
  const acme = await createTenant(app);
  await fill(acme, (index) => `Closed for reason ${index}`);
  const { body, bytes } = await read(acme);
  expect(body.monitors).toMatchObject({ total: monitorsFailing, failed: monitorsFailing });
  expect([body.broken.length, body.moreBroken]).toEqual([100, 100]);
  expect(new Set(body.broken.map(({ got }) => got)).size).toBe(100);
  expect(bytes).toBeLessThan(200_000);
});
