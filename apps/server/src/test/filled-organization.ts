/** Organizations that contain some of everything, for tests that call all endpoints. */
import {
  type ApiKey,
  agents,
  alerts,
  apiKeys,
  devices,
  environments,
  explorations,
  libraries,
  monitoring,
  organizations,
  quarantines,
  recordings,
  runShares,
  suites,
  suiteViews,
  webhooks,
} from '@parley/contract';
import { alerts as alertRows } from '../db/schema/alerts.ts';
import { judgeReplies, namedJudges } from '../db/schema/judges.ts';
import { pickers as pickerRows } from '../db/schema/pickers.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import { folderOfRun, keepEvidenceIn } from '../modules/runs/log/evidence.ts';
import { newId } from '../platform/security/ids.ts';
import { createBotSuite, startRun } from './bot-suite.ts';
import { startLoadTest, steadyLoad } from './load-suite.ts';
import { createTenant, type Member, type Tenant } from './tenant.ts';
import type { TestApp } from './test-app.ts';
import { tone } from './tone.ts';
import { alertRoute, type Holdings, mailTarget, visitor, webhookInput } from './valid-requests.ts';

/** An organization that contains some of everything, with users and API keys for calls. */
export interface FilledOrganization {
  tenant: Tenant;
  owner: Member;
  member: Member;
  /** API keys of the owner: `key` has full access, `readingKey` may only read. */
  key: string;
  readingKey: string;
  holdings: Holdings;
}

export async function createKey(member: Member, access: ApiKey['access'] = 'full') {
  const { body } = await member.call(apiKeys.createApiKey, { body: { name: 'CI', access } });
  return body;
}

export async function fillOrganization(app: TestApp, name: string): Promise<FilledOrganization> {
  const tenant = await createTenant(app, { name });
  const { owner } = tenant;
  const member = await tenant.add('member');
  const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
  const suite = await owner.call(suites.getSuite, { params: { suiteId } });
  const botUrl = `https://${name.toLowerCase()}.example/message`;
  const loadedSuiteId = await createBotSuite(owner, { botUrl });
  const run = await startRun(owner, suiteId);
  const share = await owner.call(runShares.shareRun, {
    params: { runId: run.id },
    body: { days: 7 },
  });
  const device = await owner.call(devices.createDevice, { body: visitor(name) });
  const slow = { ...steadyLoad, thinkTimeMs: 10_000 };
  const loadTest = await startLoadTest(owner, { ...slow, suiteId: loadedSuiteId });
  const invitation = await owner.call(organizations.invite, {
    body: { email: `guest@${name}.example`, role: 'member' },
  });
  const { id: apiKeyId, key } = await createKey(owner);
  const { key: readingKey } = await createKey(owner, 'read');
  const exploration = await owner.call(explorations.createExploration, {
    body: { suiteId },
  });
  await owner.call(suites.setMonitoring, {
    params: { suiteId },
    body: { isMonitoring: true },
  });
  const quarantine = await owner.call(quarantines.beginQuarantine, {
    params: { suiteId },
    body: { test: 'Test 1', reason: 'Known bug', days: 7 },
  });
  const calendar = await owner.call(monitoring.createCalendar, {
    body: { name: 'Holidays', timeZone: 'UTC', windows: [], holidays: [] },
  });
  const channel = await owner.call(alerts.createAlertChannel, {
    body: { ...alertRoute, target: mailTarget },
  });
  const webhook = await owner.call(webhooks.createWebhook, { body: webhookInput });
  const deliveryId = newId();
  await app.platform.db.insert(webhookDeliveries).values({
    id: deliveryId,
    organizationId: tenant.organizationId,
    webhookId: webhook.body.webhook.id,
    messageId: `test-${deliveryId}`,
    type: 'webhook.test',
    body: '{}',
    status: 'delivered',
  });
  const incidentId = newId();
  await app.platform.db.insert(alertRows).values({
    id: incidentId,
    organizationId: tenant.organizationId,
    suiteId,
    suiteName: 'Bank',
    classes: ['wrong'],
  });
  const environment = await owner.call(environments.createEnvironment, {
    params: { projectId: suite.body.projectId },
    body: { name: 'Staging', variables: { api: botUrl }, secrets: { token: 'staging-token-1' } },
  });
  const agent = await owner.call(agents.createAgent, {
    params: { projectId: suite.body.projectId },
    body: { source: 'agent: Support\nchannel: { kind: http, url: https://agent.example }\n' },
  });
  await owner.call(libraries.updateLibrary, {
    params: { projectId: suite.body.projectId },
    body: { source: '- block: greet\n- hello: hello\n' },
  });
  const recording = await owner.call(recordings.addRecording, {
    params: { projectId: suite.body.projectId },
    body: { name: 'greeting.wav', audio: tone().toString('base64') },
  });
  await app.platform.db.insert(namedJudges).values({
    projectId: suite.body.projectId,
    name: 'strict',
    organizationId: tenant.organizationId,
    rubric: 'Be strict.',
  });
  const replyId = newId();
  await app.platform.db.insert(judgeReplies).values({
    id: replyId,
    organizationId: tenant.organizationId,
    projectId: suite.body.projectId,
    digest: replyId,
    suiteName: 'Bank',
    testName: 'Test 1',
    said: 'When are you open?',
    reply: 'At noon.',
    expected: ['says when it is open'],
  });
  const pickerId = newId();
  await app.platform.db.insert(pickerRows).values({
    id: pickerId,
    organizationId: tenant.organizationId,
    configuration: { channel: { kind: 'browser', url: 'https://shop.example' } },
    status: 'held',
    leaseOwner: 'none',
    leaseExpiresAt: new Date(Date.now() + 24 * 60 * 60_000),
    picture: Buffer.from('picture').toString('base64'),
    pictureVersion: 1,
  });
  const view = await owner.call(suiteViews.createSuiteView, {
    body: { name: 'Failing', filters: { state: 'failing' }, isShared: true },
  });
  const line = { kind: 'log', bytes: Buffer.from('A line') } as const;
  const { storage, log } = app.platform;
  const evidenceId = await keepEvidenceIn(storage, folderOfRun(run.id), log)(line);
  await storage.put(`explorations/${exploration.body.id}/${evidenceId}`, line.bytes);
  const holdings = {
    orgId: tenant.organizationId,
    projectId: suite.body.projectId,
    suiteId,
    runId: run.id,
    quarantineId: quarantine.body.id,
    shareId: share.body.share.id,
    calendarId: calendar.body.id,
    alertChannelId: channel.body.channel.id,
    webhookId: webhook.body.webhook.id,
    deliveryId,
    incidentId,
    viewId: view.body.id,
    environmentId: environment.body.id,
    agentId: agent.body.id,
    recordingId: recording.body.id,
    replyId,
    apiKeyId,
    deviceId: device.body.id,
    explorationId: exploration.body.id,
    pickerId,
    stateKey: 'start',
    evidenceId,
    loadTestId: loadTest.id,
    memberId: member.userId,
    invitationId: invitation.body.id,
    email: `guest@${name}.example`,
    userId: owner.userId,
    id: owner.userId,
    propertyName: 'name',
    sessionId: 'none',
    kind: 'mails',
    organizationId: owner.organizationId,
    deadWorkId: 'none',
  };
  return { tenant, owner, member, key, readingKey, holdings };
}
