import {
  alerts,
  apiKeys,
  audit as endpoints,
  monitoring,
  organizations,
  projects,
  publicApi,
  runs,
  suites,
} from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../db/schema/index.ts';
import { cleanUp } from '../../platform/queue/clean-up.ts';
import { createBotSuite, startRun } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { auditCleanUp } from './audit.jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

/** Returns the log as lines of `action target detail`, oldest first. */
async function logOf(member: Member): Promise<string[]> {
  const { status, body } = await member.call(endpoints.listAudit);
  expect(status).toBe(200);
  return body.items
    .toReversed()
    .map(({ action, target, detail }) => `${action} ${target} ${detail}`.trim());
}

describe('the audit log', () => {
  it('records who joined, left and got which role', async () => {
    const tenant = await createTenant(app);
    const { owner } = tenant;
    const { body } = await owner.call(organizations.invite, {
      body: { email: 'ivan@acme.example', role: 'member' },
    });
    const params = { invitationId: body.id };
    await owner.call(organizations.resendInvitation, { params });
    await owner.call(organizations.deleteInvitation, { params });
    const max = await tenant.add('member', { email: 'max@acme.example' });
    const memberId = { memberId: max.userId };
    await owner.call(organizations.changeMemberRole, { params: memberId, body: { role: 'admin' } });
    await owner.call(organizations.removeMember, { params: memberId });
    await owner.call(organizations.updateOrganization, { body: { name: 'Acme Corp' } });
    expect(await logOf(owner)).toEqual([
      'invitation.sent ivan@acme.example member',
      'invitation.resent ivan@acme.example member',
      'invitation.deleted ivan@acme.example',
      'member.role-changed max@acme.example admin',
      'member.removed max@acme.example',
      'organization.renamed Acme Corp',
    ]);
  });

  it('records changes of suites and runs, by whom and from where', async () => {
    const { owner } = await createTenant(app);
    const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
    const params = { suiteId };
    const target = await owner.call(projects.createProject, { body: { name: 'Hotline' } });
    await owner.call(suites.moveSuite, { params, body: { projectId: target.body.id } });
    const acceptedWordings = [
      { test: 'Test 1', wording: 'We are open.' },
      { test: 'Test 2', wording: 'Come in.' },
    ];
    await owner.call(suites.updateSuite, { params, body: { acceptedWordings } });
    await owner.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    await owner.call(suites.setMonitoring, { params, body: { isMonitoring: false } });
    const { id: runId } = await startRun(owner, suiteId);
    await owner.call(runs.cancelRun, { params: { runId } });
    await owner.call(suites.deleteSuite, { params });
    expect(await logOf(owner)).toEqual([
      'suite.moved Opening hours Hotline',
      'suite.wording-accepted Opening hours “Test 1”: We are open.',
      'suite.wording-accepted Opening hours “Test 2”: Come in.',
      'monitoring.on Opening hours',
      'monitoring.off Opening hours',
      'run.started Opening hours',
      'run.cancelled Opening hours',
      'suite.deleted Opening hours',
    ]);
    const { body } = await owner.call(endpoints.listAudit, { query: { limit: 1 } });
    expect(body.items[0]).toMatchObject({
      actor: { id: owner.userId, name: 'Ada Lovelace', email: owner.email },
      apiKey: null,
      address: '127.0.0.1',
    });
  });

  it('records who changed schedules and alert channels', async () => {
    const { owner } = await createTenant(app, {
      planId: 'enterprise',
      subscriptionStatus: 'enabled',
    });
    const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
    const params = { suiteId };
    const config = { everyMinutes: 5 } as const;
    await owner.call(suites.updateSuite, { params, body: { monitoringConfig: config } });
    // Sending the same schedule again changes nothing.
    await owner.call(suites.updateSuite, { params, body: { monitoringConfig: config } });
    await owner.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await owner.call(monitoring.pauseMonitor, { params, body: { until } });
    await owner.call(monitoring.pauseMonitor, { params, body: { until: null } });
    const releases = { name: 'Releases', timeZone: 'UTC', holidays: [], windows: [] };
    const calendar = await owner.call(monitoring.createCalendar, { body: releases });
    const calendarId = { calendarId: calendar.body.id };
    await owner.call(monitoring.updateCalendar, { params: calendarId, body: releases });
    await owner.call(monitoring.deleteCalendar, { params: calendarId });
    const route = {
      name: 'On call',
      isEnabled: true,
      classes: [],
      afterMinutes: 0,
      remindEveryMinutes: null,
    };
    const target = { kind: 'email' as const, recipients: ['ops@acme.example'] };
    const channel = await owner.call(alerts.createAlertChannel, { body: { ...route, target } });
    const alertChannelId = { alertChannelId: channel.body.channel.id };
    await owner.call(alerts.updateAlertChannel, { params: alertChannelId, body: route });
    await owner.call(alerts.deleteAlertChannel, { params: alertChannelId });
    expect(await logOf(owner)).toEqual([
      'monitoring.scheduled Opening hours',
      'monitoring.on Opening hours',
      `monitoring.paused Opening hours ${until}`,
      'monitoring.resumed Opening hours',
      'calendar.created Releases',
      'calendar.changed Releases',
      'calendar.deleted Releases',
      'alert-channel.created On call ops@acme.example',
      'alert-channel.changed On call ops@acme.example',
      'alert-channel.deleted On call ops@acme.example',
    ]);
  });

  it('records who deleted a project', async () => {
    const { owner } = await createTenant(app);
    const { body } = await owner.call(projects.createProject, { body: { name: 'Hotline' } });
    const params = { projectId: body.id };
    expect((await owner.call(projects.deleteProject, { params })).status).toBe(204);
    expect((await owner.call(projects.deleteProject, { params })).status).toBe(404);
    expect(await logOf(owner)).toEqual(['project.deleted Hotline']);
  });

  it('records which API key acted, and keeps its name after its deletion', async () => {
    const { owner } = await createTenant(app);
    const created = await owner.call(apiKeys.createApiKey, { body: { name: 'GitHub' } });
    const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
    const call = { token: created.body.key, params: { suiteId }, body: {} };
    expect((await app.call(publicApi.beginRun, call)).status).toBe(202);
    await owner.call(apiKeys.revokeApiKey, { params: { apiKeyId: created.body.id } });
    expect(await logOf(owner)).toEqual([
      'api-key.created GitHub full',
      'run.started Opening hours',
      'api-key.revoked GitHub',
    ]);
    const { body } = await owner.call(endpoints.listAudit, { query: { topic: 'runs' } });
    expect(body.items).toMatchObject([{ action: 'run.started', apiKey: 'GitHub' }]);
  });

  it('contains no refused action', async () => {
    const tenant = await createTenant(app);
    const { owner } = tenant;
    await owner.call(organizations.removeMember, { params: { memberId: owner.userId } });
    await owner.call(suites.deleteSuite, { params: { suiteId: 'unknown' } });
    const again = { email: owner.email, role: 'member' as const };
    expect((await owner.call(organizations.invite, { body: again })).status).toBe(409);
    expect(await logOf(owner)).toEqual([]);
  });

  it('is read page by page and by person', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    for (const name of ['A', 'B', 'C']) {
      await tenant.owner.call(organizations.updateOrganization, { body: { name } });
    }
    await admin.call(organizations.updateOrganization, { body: { name: 'D' } });
    const read = async (query: { cursor?: string; actorId?: string }) =>
      (await admin.call(endpoints.listAudit, { query: { ...query, limit: 2 } })).body;
    const first = await read({});
    expect(first.items.map(({ target }) => target)).toEqual(['D', 'C']);
    const second = await read({ cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ target }) => target)).toEqual(['B', 'A']);
    expect(second.nextCursor).toBeNull();
    const own = await read({ actorId: admin.userId });
    expect(own.items.map(({ target }) => target)).toEqual(['D']);
  });

  it('is exported as CSV in which nothing is a formula', async () => {
    const { owner } = await createTenant(app);
    for (const name of ['=1+1', 'Acme, "the" company']) {
      await owner.call(organizations.updateOrganization, { body: { name } });
    }
    const { headers, text } = await owner.call(endpoints.exportAudit);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(headers.get('content-disposition')).toBe('attachment; filename=audit-log.csv');
    const [head, newest, oldest, ...rest] = text.split('\r\n');
    expect(head).toBe('time,action,name,email,API key,address,target,detail');
    expect(newest).toContain('organization.renamed,Ada Lovelace,');
    expect(newest).toContain('"Acme, ""the"" company"');
    expect(oldest).toContain(",'=1+1,");
    expect(rest).toEqual(['']);
  });

  it('deletes entries older than its retention', async () => {
    const { owner } = await createTenant(app);
    for (const name of ['A', 'B', 'C']) {
      await owner.call(organizations.updateOrganization, { body: { name } });
    }
    const { db } = app.platform;
    await db
      .update(auditEntries)
      .set({ at: sql`now() - interval '500 days'` })
      .where(eq(auditEntries.organizationId, owner.organizationId));
    await owner.call(organizations.updateOrganization, { body: { name: 'D' } });
    await cleanUp(app.platform, [auditCleanUp(app.platform)], AbortSignal.timeout(10_000));
    expect(await logOf(owner)).toEqual(['organization.renamed D']);
  });
});
