import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { billing, type Picker, type PickerAction, pickers } from '@parley/contract';
import { count, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pickers as rows } from '../../db/schema/index.ts';
import { startPresence } from '../../platform/presence.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { sweepPickers } from './picker-leases.ts';
import { pickerLimits } from './picker-limits.ts';

const program = process.env.CHROMIUM_PATH ?? '';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const page = `<!doctype html><title>Shop</title><input placeholder="Search the shop" type="search">
<div class="chat" style="position:fixed;right:0;bottom:0;width:340px;height:420px">
<div class="log" role="log" style="height:300px;overflow:auto"><p class="bot">Welcome</p></div>
<input class="field" placeholder="Type a message"></div><script>{
  const log = document.querySelector('.log'), field = document.querySelector('.field');
  const show = (text, who) => log.insertAdjacentHTML('beforeend', '<p class="' + who + '">' + text + '</p>');
  field.onkeydown = ({ key }) => { if (key !== 'Enter') return; show(field.value, 'me'); show('You said ' + field.value, 'bot'); field.value = ''; };
}</script>`;

let shop: Server;
let app: TestApp;
let ada: Member;
let eve: Member;
let url: string;

beforeAll(async () => {
  shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
  url = `http://${host}/`;
  app = await startTestApp({ reachable: [host], settings: { PARLEY_BROWSER: program } });
  ada = (await createTenant(app)).owner;
  eve = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  shop.closeAllConnections();
  shop.close();
});

const limits = { ...pickerLimits };

afterEach(async () => {
  Object.assign(pickerLimits, limits);
  await app.platform.db.delete(rows);
});

const open = (channel: object = { kind: 'browser', url }, who = ada) =>
  who.call(pickers.openPicker, { body: { channel: channel as never } });

const read = (pickerId: string, who = ada) => who.call(pickers.getPicker, { params: { pickerId } });

const act = (pickerId: string, body: PickerAction, who = ada) =>
  who.call(pickers.actInPicker, { params: { pickerId }, body });

async function until(pickerId: string, isTrue: (picker: Picker) => boolean): Promise<Picker> {
  let last: Picker | undefined;
  await expect
    .poll(
      async () => {
        last = (await read(pickerId)).body;
        return isTrue(last);
      },
      { timeout: 50_000, interval: 300 },
    )
    .toBe(true);
  return last as Picker;
}

const isReady = ({ doing, view }: Picker) => doing === null && view !== null;

async function opened(): Promise<Picker> {
  const { status, body, error } = await open();
  expect([status, error]).toEqual([201, undefined]);
  expect(body).toMatchObject({ status: 'waiting', doing: 'open', view: null });
  return until(body.id, isReady);
}

async function done(pickerId: string, action: PickerAction): Promise<Picker> {
  const { status, body } = await act(pickerId, action);
  expect([status, body.doing]).toEqual([202, action.kind]);
  return until(pickerId, isReady);
}

const keptRows = async () =>
  (await app.platform.db.select({ count: count() }).from(rows))[0]?.count ?? 0;

describe.skipIf(!existsSync(program))('a picker', () => {
  it('shows the page and its parts, takes what is chosen, and sends a message', async () => {
    const { id, view, picture } = await opened();
    expect(view?.parts.map(({ part, source }) => [part, source])).toEqual([
      ['open', 'none'],
      ['input', 'found'],
      ['send', 'none'],
      ['reply', 'found'],
    ]);
    expect(picture).toBeGreaterThan(0);
    const file = await ada.call(pickers.getPickerPicture, { params: { pickerId: id } });
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'no-store']);

    const early = await done(id, { kind: 'choose', part: 'reply', key: '0:1' });
    expect(early.refusal).toMatch(/Send a test message first/);
    const used = async () =>
      (await ada.call(billing.getBilling)).body.meters.find(({ kind }) => kind === 'interactions')
        ?.used;
    const before = Number(await used());
    const said = await done(id, { kind: 'say', message: 'hello there' });
    expect(said.trial).toMatchObject({
      message: 'hello there',
      outcome: 'answered',
      replies: [{ text: 'You said hello there' }],
    });
    expect(await used()).toBe(before + 1);

    const reply = said.view?.candidates.find(({ name }) => name === 'You said hello there');
    const chosen = await done(id, { kind: 'choose', part: 'reply', key: String(reply?.key) });
    expect([chosen.refusal, chosen.picks]).toEqual([null, { reply: '.bot' }]);
    const [field] = chosen.view?.parts.find(({ part }) => part === 'input')?.boxes ?? [];
    const { picks } = await done(id, {
      kind: 'point',
      part: 'input',
      x: Number(field?.x) + 5,
      y: Number(field?.y) + 5,
    });
    expect(picks).toEqual({ reply: '.bot', input: expect.stringContaining('Type a message') });
    expect((await done(id, { kind: 'clear', part: 'reply' })).picks).not.toHaveProperty('reply');
  });

  it('is closed with its page, and nothing of it is kept', async () => {
    const { id } = await opened();
    const closed = await ada.call(pickers.closePicker, { params: { pickerId: id } });
    expect(closed.status).toBe(204);
    expect(await keptRows()).toBe(0);
    expect((await read(id)).status).toBe(404);
    expect((await act(id, { kind: 'open' })).status).toBe(404);
  });

  it('is that of its organization alone, with its picture', async () => {
    const { id } = await opened();
    const params = { pickerId: id };
    const foreign = [
      await read(id, eve),
      await act(id, { kind: 'open' }, eve),
      await eve.call(pickers.getPickerPicture, { params }),
      await eve.call(pickers.closePicker, { params }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await read(id)).body.status).toBe('open');
  });

  it.each([
    ['the dialog has gone', { unseenMs: 0 }, /nobody was looking/],
    ['nothing was done for a while', { idleMs: 0 }, /without a change/],
    ['its time is over', { totalMs: 0 }, /stays open/],
  ])('ends when %s, and its picture goes', async (_, limit, words) => {
    const { id } = await opened();
    Object.assign(pickerLimits, limit);
    const ended = await until(id, ({ status }) => status === 'ended');
    expect(ended.failure?.message).toMatch(words);
    const params = { pickerId: id };
    expect((await ada.call(pickers.getPickerPicture, { params })).status).toBe(404);
    const { status, error } = await act(id, { kind: 'open' });
    expect([status, error?.code]).toEqual([409, 'conversation_over']);
  });

  it('names the parts of its channel from the beginning', async () => {
    const parts = { input: '.field', reply: '.bot' };
    const { body } = await open({ kind: 'browser', url, ...parts });
    expect(body.picks).toEqual(parts);
    expect((await until(body.id, isReady)).picks).toEqual(parts);
  });

  it('does one thing at a time', async () => {
    const { id } = await opened();
    await act(id, { kind: 'say', message: 'hello' });
    const { status, error } = await act(id, { kind: 'open' });
    expect([status, error?.code]).toEqual([409, 'limit_reached']);
  });

  it('is one of three that an organization has open at a time', async () => {
    Object.assign(pickerLimits, { openPerOrganization: 1 });
    expect((await open()).status).toBe(201);
    const { status, error } = await open();
    expect([status, error?.code]).toEqual([409, 'limit_reached']);
    expect((await open(undefined, eve)).status).toBe(201);
  });

  it('says why a page may not be reached', async () => {
    const { body } = await open({ kind: 'browser', url: 'http://10.0.0.1/' });
    const { view } = await until(body.id, isReady);
    expect(view?.problem?.code).toBe('egress-refused');
  });

  it('refuses points, parts and keys that no picture has', async () => {
    const { id } = await opened();
    const wrong = [
      { kind: 'point', part: 'input', x: -1, y: 5 },
      { kind: 'point', part: 'input', x: 1e9, y: 5 },
      { kind: 'point', part: 'frame', x: 1, y: 5 },
      { kind: 'choose', part: 'input', key: 'text=Pay' },
      { kind: 'say', message: 'x'.repeat(2001) },
    ];
    for (const body of wrong) {
      expect((await act(id, body as never)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await open({ kind: 'http', url })).status).toBe(400);
  });
});

describe('an installation', () => {
  let idle: TestApp;
  beforeAll(async () => {
    idle = await startTestApp({ hasWorker: false });
  });
  afterAll(() => idle.close());

  const refusal = async () => {
    const { owner } = await createTenant(idle);
    const body = { channel: { kind: 'browser', url: 'https://shop.example' } as never };
    const { status, error } = await owner.call(pickers.openPicker, { body });
    return [status, error?.code, error?.message];
  };

  it('without a worker says so', async () => {
    const words = expect.stringContaining('No worker is running');
    expect(await refusal()).toEqual([409, 'installation_not_ready', words]);
  });

  it('whose workers have no Chromium says so', async () => {
    const presence = await startPresence(idle.platform, 'worker');
    await idle.platform.db.execute(sql`update server_processes set lacks = '{browser}'`);
    const words = expect.stringContaining('Chromium');
    expect(await refusal()).toEqual([409, 'installation_not_ready', words]);
    await presence.close();
  });

  it('whose workers are busy ends the picker instead of letting it wait for ever', async () => {
    const presence = await startPresence(idle.platform, 'worker');
    const { owner } = await createTenant(idle);
    const body = { channel: { kind: 'browser', url: 'https://shop.example' } as never };
    const { body: picker } = await owner.call(pickers.openPicker, { body });
    await idle.platform.db.update(rows).set({ createdAt: sql`now() - interval '1 minute'` });
    expect(await sweepPickers(idle.platform.db)).toBe(1);
    const params = { pickerId: picker.id };
    const { body: ended } = await owner.call(pickers.getPicker, { params });
    expect([ended.status, ended.failure?.code]).toEqual(['ended', 'worker-busy']);
    await idle.platform.db.update(rows).set({ seenAt: sql`now() - interval '1 hour'` });
    await sweepPickers(idle.platform.db);
    expect((await owner.call(pickers.getPicker, { params })).status).toBe(404);
    await presence.close();
  });
});
