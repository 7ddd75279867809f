/** Deletes things to which many runs refer. No statement may change all of these runs. */
import { devices, projects, suites } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseManyAtOnce, writeRuns } from './long-history.ts';
import { createTenant, type Tenant } from './tenant.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
  await refuseManyAtOnce(app.platform.db, [{ table: 'runs', event: 'update', rows: 300 }]);
}, 60_000);

afterAll(() => app.close());

const runsOfYears = 450;

const webchat = {
  name: 'Visitor',
  locale: 'en-US',
  settings: {
    platform: 'webchat',
    browser: 'safari-iphone',
    viewport: { width: 390, height: 844 },
  },
} as const;

const newProject = async (name: string) =>
  (await tenant.owner.call(projects.createProject, { body: { name } })).body.id;

const kinds = [
  {
    kind: 'test suite',
    column: 'suite_id',
    async create() {
      const body = {
        projectId: await newProject('Shop'),
        name: 'Orders',
        platform: 'webchat',
      } as const;
      return (await tenant.owner.call(suites.createSuite, { body })).body.id;
    },
    remove: (suiteId: string) => tenant.owner.call(suites.deleteSuite, { params: { suiteId } }),
  },
  {
    kind: 'project',
    column: 'project_id',
    create: () => newProject('Once full'),
    remove: (projectId: string) =>
      tenant.owner.call(projects.deleteProject, { params: { projectId } }),
  },
  {
    kind: 'virtual device',
    column: 'device_id',
    create: async () => (await tenant.owner.call(devices.createDevice, { body: webchat })).body.id,
    remove: (deviceId: string) => tenant.owner.call(devices.deleteDevice, { params: { deviceId } }),
  },
];

describe('deleting', () => {
  it.each(kinds)('a $kind leaves the runs of years, changing a few at a time', async (deletion) => {
    const { db } = app.platform;
    const id = await deletion.create();
    const column = sql.identifier(deletion.column);
    const { organizationId } = tenant;
    await writeRuns(db, runsOfYears, { organization_id: organizationId, [deletion.column]: id });
    const deleted = await deletion.remove(id);
    expect(deleted.status, deleted.text).toBe(204);
    const left = await db.execute(
      sql`select ${column} as reference, count(*)::int as runs from runs
          where organization_id = ${organizationId} group by 1`,
    );
    expect(left.rows).toEqual([{ reference: null, runs: runsOfYears }]);
    await db.execute(sql`delete from runs where organization_id = ${organizationId}`);
  });

  it('a project that holds a test suite changes none of its runs', async () => {
    const { db } = app.platform;
    const projectId = await newProject('Full');
    const suite = { projectId, name: 'Orders', platform: 'webchat' } as const;
    await tenant.owner.call(suites.createSuite, { body: suite });
    await writeRuns(db, 1, { organization_id: tenant.organizationId, project_id: projectId });
    const refused = await tenant.owner.call(projects.deleteProject, { params: { projectId } });
    expect(refused.error?.code).toBe('not_empty');
    const left = await db.execute(sql`select project_id from runs where project_id = ${projectId}`);
    expect(left.rows).toHaveLength(1);
  });
});
