import { type BodyInput, devices as endpoints } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
let acme: Tenant;
let ada: Member;
let stranger: Member;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  acme = await createTenant(app, { planId: 'enterprise' });
  ada = await acme.add('member');
  stranger = (await createTenant(app, { name: 'Other' })).owner;
});

afterAll(() => app.close());

type NewDevice = BodyInput<typeof endpoints.createDevice>;

const visitor: NewDevice = {
  name: 'Visitor',
  locale: 'en-US',
  settings: {
    platform: 'webchat',
    browser: 'safari-iphone',
    viewport: { width: 390, height: 844 },
  },
};

const caller: NewDevice = {
  name: 'Caller',
  locale: 'de-DE',
  concurrencyLimit: 2,
  settings: {
    platform: 'phone',
    caller: { kind: 'number', number: '+49 (30) 5550-123' },
    trunk: 'sip.example.com:5061',
    voiceId: 'Vicki',
  },
};

async function newOrganization(): Promise<Member> {
  return (await createTenant(app)).owner;
}

async function create(member: Member, device: NewDevice) {
  const answer = await member.call(endpoints.createDevice, { body: device });
  expect(answer.text).toContain('"id"');
  return answer.body;
}

describe('creating a device', () => {
  it('[S-002, S-225] answers a member with the visitor, five conversations at the same time unless said otherwise', async () => {
    const answer = await ada.call(endpoints.createDevice, { body: visitor });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...visitor,
      platform: 'webchat',
      concurrencyLimit: 5,
      suiteCount: 0,
    });
  });

  it('keeps the number of a caller as digits only', async () => {
    const device = await create(ada, caller);
    expect(device).toMatchObject({
      platform: 'phone',
      locale: 'de-DE',
      concurrencyLimit: 2,
      settings: {
        caller: { kind: 'number', number: '+49305550123' },
        trunk: 'sip.example.com:5061',
        voiceId: 'Vicki',
      },
    });
  });

  it('takes a caller with a SIP address and no trunk of its own', async () => {
    const settings = {
      platform: 'phone' as const,
      caller: { kind: 'sip' as const, address: 'sip:tester@pbx.example.com' },
      trunk: null,
      voiceId: 'Joanna',
    };
    const body = { name: 'By SIP', locale: 'en-US', settings };
    expect((await create(ada, body)).settings).toEqual(settings);
  });

  const webchat = visitor.settings;
  const phone = caller.settings;
  const number = (value: string) => ({ ...phone, caller: { kind: 'number', number: value } });
  const sip = (address: string) => ({ ...phone, caller: { kind: 'sip', address } });

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['a limit of nothing', { concurrencyLimit: 0 }, 'concurrencyLimit'],
    ['a limit beyond reason', { concurrencyLimit: 101 }, 'concurrencyLimit'],
    ['half a conversation', { concurrencyLimit: 1.5 }, 'concurrencyLimit'],
    ['an unknown locale', { locale: 'xx-XX' }, 'locale'],
    ['an unknown browser', { settings: { ...webchat, browser: 'lynx' } }, 'settings.browser'],
    [
      'a viewport of a stamp',
      { settings: { ...webchat, viewport: { width: 20, height: 900 } } },
      'settings.viewport.width',
    ],
    ['an unknown platform', { settings: { platform: 'fax' } }, 'settings.platform'],
    ['a number without country', { settings: number('030 5550123') }, 'settings.caller.number'],
    ['a number of words', { settings: number('+call me') }, 'settings.caller.number'],
    ['a SIP address without host', { settings: sip('sip:tester') }, 'settings.caller.address'],
    [
      'a SIP address with a second line',
      { settings: sip('sip:a@b.example\r\nVia: x') },
      'settings.caller.address',
    ],
    ['a trunk that is a URL', { settings: { ...phone, trunk: 'https://x' } }, 'settings.trunk'],
    ['a voice of another language', { locale: 'en-US', settings: phone }, 'settings.voiceId'],
  ])('refuses %s and names the field', async (_, change, path) => {
    const base = 'settings' in change && change.settings.platform !== 'webchat' ? caller : visitor;
    const body = { ...base, name: 'Refused', ...change } as NewDevice;
    const { status, error } = await ada.call(endpoints.createDevice, { body });
    expect(status).toBe(400);
    expect(error?.problems?.map((problem) => problem.path)).toContain(path);
  });

  it('refuses a taken name, ignoring case, and accepts one of many concurrent requests', async () => {
    const member = await newOrganization();
    await create(member, { ...visitor, name: 'Front door' });
    const again = await member.call(endpoints.createDevice, {
      body: { ...visitor, name: 'FRONT DOOR' },
    });
    expect(again.error?.code).toBe('name_taken');
    const tries = Array.from({ length: 8 }, () =>
      member.call(endpoints.createDevice, { body: { ...visitor, name: 'Race' } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('answers a repeated request with its first answer', async () => {
    const call = {
      body: { ...visitor, name: 'Once' },
      headers: { 'idempotency-key': 'device-once' },
    };
    const first = await ada.call(endpoints.createDevice, call);
    const second = await ada.call(endpoints.createDevice, call);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });
});

describe('the list of devices', () => {
  it('is paged by name, searched and filtered', async () => {
    const member = await newOrganization();
    for (const name of ['zebra', 'Ärger', 'beta', 'Alpha'])
      await create(member, { ...visitor, name });
    await create(member, { ...caller, name: 'Alpine line' });
    const list = async (query: Record<string, string | number>) => {
      const { body } = await member.call(endpoints.pageDevices, { query });
      return [body.items.map(({ name }) => name), body.pagination.total];
    };
    expect(await list({})).toEqual([['Alpha', 'Alpine line', 'Ärger', 'beta', 'zebra'], 5]);
    expect(await list({ page: 2, pageSize: 2 })).toEqual([['Ärger', 'beta'], 5]);
    expect(await list({ search: 'ALP' })).toEqual([['Alpha', 'Alpine line'], 2]);
    expect(await list({ platform: 'phone' })).toEqual([['Alpine line'], 1]);
    expect(await list({ search: 'alp', platform: 'webchat' })).toEqual([['Alpha'], 1]);
    expect(await list({ search: '%' })).toEqual([[], 0]);
  });

  it('has bounded pages', async () => {
    const { status } = await ada.call(endpoints.pageDevices, { query: { pageSize: 101 } });
    expect(status).toBe(400);
  });
});

describe('changing a device', () => {
  it('[S-002] changes what is named and leaves the rest', async () => {
    const device = await create(ada, { ...caller, name: 'Changing' });
    const params = { deviceId: device.id };
    const limited = await ada.call(endpoints.updateDevice, {
      params,
      body: { concurrencyLimit: 7 },
    });
    expect(limited.body).toMatchObject({ concurrencyLimit: 7, settings: device.settings });
    const read = await ada.call(endpoints.getDevice, { params });
    expect(read.body).toEqual(limited.body);
  });

  it('refuses a locale that its voice does not support', async () => {
    const device = await create(ada, { ...caller, name: 'Polyglot' });
    const { status, error } = await ada.call(endpoints.updateDevice, {
      params: { deviceId: device.id },
      body: { locale: 'en-US' },
    });
    expect(status).toBe(400);
    expect(error?.message).toContain('Vicki');
  });

  it('leaves it on its platform', async () => {
    const device = await create(ada, { ...visitor, name: 'Staying' });
    const { status, error } = await ada.call(endpoints.updateDevice, {
      params: { deviceId: device.id },
      body: { settings: caller.settings, locale: caller.locale },
    });
    expect(status).toBe(400);
    expect(error?.problems?.[0]?.path).toBe('settings.platform');
  });

  it('renames it, but not to the name of another', async () => {
    const device = await create(ada, { ...visitor, name: 'Before' });
    await create(ada, { ...visitor, name: 'Neighbour' });
    const params = { deviceId: device.id };
    const renamed = await ada.call(endpoints.renameDevice, { params, body: { name: ' After ' } });
    expect(renamed.body.name).toBe('After');
    const taken = await ada.call(endpoints.renameDevice, { params, body: { name: 'neighbour' } });
    expect(taken.error?.code).toBe('name_taken');
    const blank = await ada.call(endpoints.renameDevice, { params, body: { name: ' ' } });
    expect(blank.status).toBe(400);
  });
});

describe('deleting a device', () => {
  it('[S-002] takes away what nothing uses', async () => {
    const device = await create(ada, { ...visitor, name: 'Leaving' });
    const params = { deviceId: device.id };
    expect((await ada.call(endpoints.deleteDevice, { params })).status).toBe(204);
    expect((await ada.call(endpoints.getDevice, { params })).status).toBe(404);
    expect((await ada.call(endpoints.deleteDevice, { params })).status).toBe(404);
  });

  it('is not done for others', async () => {
    const device = await create(ada, { ...visitor, name: 'Private' });
    const params = { deviceId: device.id };
    expect((await stranger.call(endpoints.deleteDevice, { params })).status).toBe(404);
    expect((await ada.call(endpoints.getDevice, { params })).status).toBe(200);
  });
});
