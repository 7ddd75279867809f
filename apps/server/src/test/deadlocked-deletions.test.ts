/**
 * Deletes things to which an active run refers. The deletion waits for the run's row, while the run, which writes its row a
 * second time, waits for those things. PostgreSQL aborts one of the two.
 */
import { devices, identity, organizations, projects, suites } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeadlock } from '../platform/database/deadlock.ts';
import { untilEnded } from './bot-suite.ts';
import { type FilledOrganization, fillOrganization } from './filled-organization.ts';
import { writeRuns } from './long-history.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { untilWaiting } from './until-waiting.ts';

let app: TestApp;
let busy: FilledOrganization;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  busy = await fillOrganization(app, 'Busy');
  const { owner, member, holdings } = busy;
  await untilEnded(owner, holdings.runId ?? '');
  const { body: project } = await owner.call(projects.createProject, { body: { name: 'Empty' } });
  projectId = project.id;
  // The run's last events are not written yet.
  await app.platform.db.execute(
    sql`update runs set device_id = ${holdings.deviceId}, project_id = ${projectId},
          is_complete = false
        where id = ${holdings.runId}`,
  );
  await owner.call(organizations.removeMember, { params: { memberId: member.userId } });
}, 60_000);

afterAll(() => app.close());

/** Deletions in order. The account comes last, because its deletion also deletes the organization. */
const deletions = [
  {
    table: 'suites',
    waitsIn: 'suites',
    remove: ({ owner, holdings }: FilledOrganization) =>
      owner.call(suites.deleteSuite, { params: { suiteId: holdings.suiteId ?? '' } }),
  },
  {
    table: 'devices',
    waitsIn: 'devices',
    remove: ({ owner, holdings }: FilledOrganization) =>
      owner.call(devices.deleteDevice, { params: { deviceId: holdings.deviceId ?? '' } }),
  },
  {
    table: 'projects',
    waitsIn: 'projects',
    remove: ({ owner }: FilledOrganization) =>
      owner.call(projects.deleteProject, { params: { projectId } }),
  },
  {
    table: 'organizations',
    // The organization's runs are deleted first, a few at a time.
    waitsIn: 'runs',
    remove: ({ owner }: FilledOrganization) =>
      owner.call(identity.deleteUser, { params: { id: owner.userId } }),
  },
];

describe.runIf(process.env.PARLEY_TEST_DATABASE_URL)('a deletion and a run at work', () => {
  it('that deadlock at an old run end with nothing left', async () => {
    const { db } = app.platform;
    const { owner, tenant } = busy;
    const suite = { projectId, name: 'Orders', platform: 'webchat' } as const;
    const { body: created } = await owner.call(suites.createSuite, { body: suite });
    const suiteId = created.id;
    await writeRuns(db, 5, { organization_id: tenant.organizationId, suite_id: suiteId });
    let deletion: ReturnType<typeof owner.call> | undefined;
    const runsAtWork = db.transaction(async (work) => {
      await work.execute(
        sql`select from runs where suite_id = ${suiteId} order by id desc limit 1 for update`,
      );
      deletion = owner.call(suites.deleteSuite, { params: { suiteId } });
      await untilWaiting(db, 'update "runs"');
      await work.execute(sql`update runs set last_seq = last_seq where suite_id = ${suiteId}`);
    });
    await runsAtWork.catch((error) => {
      if (!isDeadlock(error)) throw error;
    });
    const deleted = await deletion;
    expect(deleted?.status, deleted?.text).toBe(204);
  }, 30_000);

  it.each(deletions)(
    'that wait for each other end with nothing left in $table',
    async ({ waitsIn, remove }) => {
      const { runId } = busy.holdings;
      let deletion: ReturnType<typeof remove> | undefined;
      const runAtWork = app.platform.db.transaction(async (run) => {
        const write = () =>
          run.execute(sql`update runs set last_seq = last_seq where id = ${runId}`);
        await write();
        deletion = remove(busy);
        await untilWaiting(app.platform.db, `delete from "${waitsIn}"`);
        await write();
      });
      // PostgreSQL aborts the transaction that checks first. If that is the deletion, it is retried.
      await runAtWork.catch((error) => {
        if (!isDeadlock(error)) throw error;
      });
      const deleted = await deletion;
      expect(deleted?.status, deleted?.text).toBe(204);
    },
    30_000,
  );
});
