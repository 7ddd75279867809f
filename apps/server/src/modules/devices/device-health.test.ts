import {
  type BodyInput,
  type DeviceHealth,
  devices as endpoints,
  organizations,
} from '@parley/contract';
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { devices, organizations as organizationRows, usageEvents } from '../../db/schema/index.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { countUsage } from '../billing/billing.ts';
import { checkHealthJob } from './device-health.ts';

vi.setConfig({ testTimeout: 60_000 });

let ivr: MockIvr;
let app: TestApp;
let ada: Member;
let stranger: Member;

beforeAll(async () => {
  ivr = await startMockIvr();
  app = await startTestApp({
    reachable: [ivr.authority],
    settings: { PARLEY_PHONE_ALLOW: `sip:*@${ivr.authority}` },
  });
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
  stranger = (await createTenant(app, { name: 'Other' })).owner;
});

afterAll(async () => {
  await app.close();
  await ivr.close();
});

type Settings = BodyInput<typeof endpoints.createDevice>['settings'];

const caller: Settings = {
  platform: 'phone',
  caller: { kind: 'sip', address: 'sip:ada@tester.example' },
  trunk: null,
  voiceId: 'Joanna',
};

async function createDevice(settings: Settings = caller): Promise<string> {
  const body = { name: `Caller ${Math.random()}`, locale: 'en-US', settings };
  return (await ada.call(endpoints.createDevice, { body })).body.id;
}

async function untilChecked(deviceId: string): Promise<DeviceHealth> {
  return vi.waitUntil(
    async () => {
      const { body } = await ada.call(endpoints.getDeviceHealth, { params: { deviceId } });
      return body.status !== 'checking' && body;
    },
    { timeout: 40_000, interval: 200 },
  );
}

/** Returns the seconds of calls that were counted for checks of a device. */
async function callSecondsOf(deviceId: string): Promise<number> {
  const [row] = await app.platform.db
    .select({ total: sql`coalesce(sum(${usageEvents.quantity}), 0)`.mapWith(Number) })
    .from(usageEvents)
    .where(
      and(eq(usageEvents.source, `device-check:${deviceId}`), eq(usageEvents.kind, 'call-seconds')),
    );
  return row?.total ?? 0;
}

describe('GET and POST …/devices/{deviceId}/health', () => {
  it('knows nothing at first, and after a check what is installed and what is missing', async () => {
    const params = { deviceId: await createDevice() };
    const before = await ada.call(endpoints.getDeviceHealth, { params });
    expect(before.body).toMatchObject({ status: 'unknown', checks: [], call: null });
    const asked = await ada.call(endpoints.checkDeviceHealth, { params, body: {} });
    expect(asked).toMatchObject({ status: 202, body: { status: 'checking' } });
    const health = await untilChecked(params.deviceId);
    expect(health.checks.map(({ name }) => name)).toEqual([
      'speaking',
      'understanding',
      'trunk',
      'destinations',
    ]);
    const speaking = health.checks[0];
    expect(speaking).toMatchObject(
      hasPrograms('flite') ? { ok: true } : { ok: false, remedy: 'apt-get install flite' },
    );
    expect(health.checks[3]?.message).toContain(ivr.authority);
  });

  it.skipIf(!hasPrograms('flite', 'pocketsphinx_batch'))(
    'calls somebody, and tells what was heard or why nobody was',
    async () => {
      const params = { deviceId: await createDevice() };
      await ada.call(endpoints.checkDeviceHealth, { params, body: { to: ivr.uri } });
      const { status, call } = await untilChecked(params.deviceId);
      expect(status).toBe('ready');
      expect(call).toMatchObject({ to: ivr.uri, wasAnswered: true, failure: null });
      expect(call?.transcript).toMatch(/welcome|opening hours/);
      await vi.waitFor(() => expect(ivr.openCalls()).toBe(0));
      const secondsOfAnswered = await callSecondsOf(params.deviceId);
      expect(secondsOfAnswered).toBeGreaterThan(0);
      await ada.call(endpoints.checkDeviceHealth, { params, body: { to: ivr.uriOf('busy') } });
      const second = await untilChecked(params.deviceId);
      expect(second).toMatchObject({
        status: 'not-ready',
        call: { wasAnswered: false, failure: { code: 'busy' } },
      });
      expect(await callSecondsOf(params.deviceId)).toBe(secondsOfAnswered);
      const used = await ada.call(organizations.getUsage);
      expect(used.body.callMinutes).toBe(1);
    },
  );

  it('places no call for an organization that is locked or out of call minutes', async () => {
    const { owner, organizationId } = await createTenant(app, { name: 'Poor' });
    const body = { name: 'Caller', locale: 'en-US', settings: caller };
    const { id: deviceId } = (await owner.call(endpoints.createDevice, { body })).body;
    const check = async (to?: string) => {
      const call = { params: { deviceId }, body: to === undefined ? {} : { to } };
      const { status, error } = await owner.call(endpoints.checkDeviceHealth, call);
      return error?.code ?? status;
    };
    const scope = { db: app.platform.db, organizationId };
    await countUsage(scope, 'run:earlier', { interactions: 0, callSeconds: 1_000_000 });
    expect([await check(ivr.uri), await check()]).toEqual(['quota_reached', 202]);
    await scope.db
      .update(organizationRows)
      .set({ subscriptionEndsAt: new Date(Date.now() - 1000) })
      .where(eq(organizationRows.id, organizationId));
    expect(await check(ivr.uri)).toBe('subscription_inactive');
  });

  it('places no call that the operator does not allow', async () => {
    const params = { deviceId: await createDevice() };
    await ada.call(endpoints.checkDeviceHealth, { params, body: { to: '+1 202 456 1111' } });
    const { call } = await untilChecked(params.deviceId);
    expect(call).toMatchObject({ wasAnswered: false, failure: { code: 'destination-refused' } });
  });

  it('is nothing for a visitor, and not for strangers', async () => {
    const visitor = await createDevice({
      platform: 'webchat',
      browser: 'chrome-mac',
      viewport: { width: 390, height: 844 },
    });
    const asked = await ada.call(endpoints.checkDeviceHealth, {
      params: { deviceId: visitor },
      body: {},
    });
    expect(asked.status).toBe(400);
    const params = { deviceId: await createDevice() };
    const read = await stranger.call(endpoints.getDeviceHealth, { params });
    const checked = await stranger.call(endpoints.checkDeviceHealth, { params, body: {} });
    expect([read.status, checked.status]).toEqual([404, 404]);
  });
});

/** Marks a check of the device as requested at that time. */
async function ask(deviceId: string, askedAt: string): Promise<void> {
  const health = { askedAt, checkedAt: null, checks: [], call: null };
  await app.platform.db.update(devices).set({ health }).where(eq(devices.id, deviceId));
}

/** Queues the job of a check requested at that time, and waits until it has run. */
async function carryOut(
  payload: { organizationId: string; deviceId: string },
  askedAt: string,
): Promise<void> {
  const { db, queue } = app.platform;
  await queue.send(db, checkHealthJob, { ...payload, askedAt, to: ivr.uri });
  await vi.waitFor(async () => {
    const { rows } = await db.execute(
      sql`select from pgboss.job where data ->> 'askedAt' = ${askedAt} and state = 'completed'`,
    );
    expect(rows).toHaveLength(1);
  }, 40_000);
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('a check', () => {
  const longAgo = ago(130_000);

  it.each([
    ['waited longer for a worker than anybody waits for it', longAgo, longAgo],
    ['was asked for again', ago(2000), ago(1000)],
  ])('that %s calls nobody', async (_, sentAt, askedAt) => {
    const deviceId = await createDevice();
    await ask(deviceId, askedAt);
    const calls = ivr.callsTaken();
    await carryOut({ organizationId: ada.organizationId, deviceId }, sentAt);
    const { body } = await ada.call(endpoints.getDeviceHealth, { params: { deviceId } });
    expect(body).toMatchObject({ askedAt, checkedAt: null, call: null });
    expect(ivr.callsTaken()).toBe(calls);
  });

  it.skipIf(!hasPrograms('flite', 'pocketsphinx_batch'))(
    'that was asked for again while it called takes nothing from the later one',
    async () => {
      const { organizationId } = ada;
      const deviceId = await createDevice();
      const askedAt = ago(1000);
      await ask(deviceId, askedAt);
      const calls = ivr.callsTaken();
      const carriedOut = carryOut({ organizationId, deviceId }, askedAt);
      await vi.waitFor(() => expect(ivr.callsTaken()).toBe(calls + 1), 40_000);
      const askedAgainAt = ago(0);
      await ask(deviceId, askedAgainAt);
      await carriedOut;
      const { body } = await ada.call(endpoints.getDeviceHealth, { params: { deviceId } });
      expect(body).toMatchObject({ status: 'checking', askedAt: askedAgainAt });
      expect(await callSecondsOf(deviceId)).toBeGreaterThan(0);
    },
  );
});

describe('a job whose payload was changed', () => {
  it('reaches nothing of the organization that it does not name', async () => {
    const deviceId = await createDevice();
    const askedAt = ago(0);
    await ask(deviceId, askedAt);
    const calls = ivr.callsTaken();
    await carryOut({ organizationId: stranger.organizationId, deviceId }, askedAt);
    const params = { deviceId };
    const { body } = await ada.call(endpoints.getDeviceHealth, { params });
    expect(body).toMatchObject({ status: 'checking', checks: [], call: null });
    expect(ivr.callsTaken()).toBe(calls);
    // The same job runs if its request time matches the stored one.
    const askedAgainAt = ago(0);
    await ask(deviceId, askedAgainAt);
    await carryOut({ organizationId: ada.organizationId, deviceId }, askedAgainAt);
    const own = await ada.call(endpoints.getDeviceHealth, { params });
    expect(own.body.checks).not.toEqual([]);
  });
});
