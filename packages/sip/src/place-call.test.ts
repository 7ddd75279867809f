import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CallOptions, type PlacedCall, placeCall } from './place-call.ts';
import { parseSdp } from './sdp.ts';
import { challengeFor, isAnswered } from './sip-digest.ts';
import { header } from './sip-message.ts';
import {
  describeAudio,
  type FarAudio,
  openFarAudio,
  type ScriptedCallee,
  startCallee,
} from './test/scripted-callee.ts';

const here = 'IP4 127.0.0.1';

async function call(callee: ScriptedCallee, options: Partial<CallOptions> = {}) {
  const placed = await placeCall({
    to: `sip:line@127.0.0.1:${callee.port}`,
    from: 'sip:test@127.0.0.1',
    peer: { address: '127.0.0.1', port: callee.port },
    ringMs: 5000,
    ...options,
  });
  onTestFinished(() => placed.media.close());
  return placed;
}

/** Places a call whose far side can receive audio at two addresses; it starts with the first. */
async function callInTwoPlaces(options: Partial<CallOptions> = {}) {
  const [first, second] = [await openFarAudio(), await openFarAudio()];
  const callee = await startCallee(describeAudio(here, first.port));
  onTestFinished(async () => {
    for (const one of [first, second, callee]) await one[Symbol.asyncDispose]();
  });
  return { first, second, callee, placed: await call(callee, options) };
}

async function hearsOn({ heard }: FarAudio) {
  const before = heard.length;
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before + 2));
}

async function isHeard(audio: FarAudio, callee: ScriptedCallee, { media }: PlacedCall) {
  const before = media.stats().packetsReceived;
  audio.say({ sequence: before + 1 }, callee.callersPort());
  await vi.waitFor(() => expect(media.stats().packetsReceived).toBe(before + 1));
}

describe('a far side that leads its audio elsewhere', () => {
  it.each(['INVITE', 'UPDATE'])('by %s hears there, and is heard from there', async (method) => {
    const { first, second, callee, placed } = await callInTwoPlaces();
    await hearsOn(first);
    await isHeard(first, callee, placed);
    const moved = await callee.ask(method, describeAudio(here, second.port, '8 101'));
    expect(moved.status).toBe(200);
    expect(parseSdp(moved.body)).toMatchObject({
      port: callee.callersPort(),
      codec: 'PCMA',
      keysPayloadType: 101,
    });
    await hearsOn(second);
    expect(second.heard.at(-1)?.payloadType).toBe(8);
    await isHeard(second, callee, placed);
    const until = first.heard.length;
    await hearsOn(second);
    expect(first.heard.length).toBe(until);
  });

  it('in its answer to our offer hears there', async () => {
    const { second, callee } = await callInTwoPlaces();
    const offered = await callee.ask('INVITE', '');
    expect(parseSdp(offered.body)).toMatchObject({ port: callee.callersPort() });
    callee.tell('ACK', describeAudio(here, second.port));
    await hearsOn(second);
  });

  it('where none may go is told so, and hears on where it was', async () => {
    const checked: number[] = [];
    const { first, second, callee } = await callInTwoPlaces({
      async checkMedia({ address, port }) {
        checked.push(port);
        if (checked.length > 1) throw new Error('refused');
        return address;
      },
    });
    const moved = await callee.ask('INVITE', describeAudio(here, second.port));
    expect(moved.status).toBe(488);
    expect(checked).toEqual([first.port, second.port]);
    await hearsOn(first);
    expect(second.heard).toEqual([]);
  });

  it.each([
    ['at a port that is none', describeAudio(here, 99_999)],
    ['in a codec of which we know nothing', describeAudio(here, 4000, '18')],
    ['at a name that nobody has looked up', describeAudio('IP4 rebind.example', 4000)],
  ])('%s is told so, and hears on where it was', async (_, description) => {
    const { first, callee } = await callInTwoPlaces();
    expect((await callee.ask('UPDATE', description)).status).toBe(488);
    await hearsOn(first);
  });
});

it('a far side that holds the call, or only asks whether we are there, hears on', async () => {
  const checkMedia = vi.fn(async () => '127.0.0.1');
  const { first, callee } = await callInTwoPlaces({ checkMedia });
  for (const connection of ['IP4 0.0.0.0', here]) {
    const answer = await callee.ask('INVITE', describeAudio(connection, first.port));
    expect(answer.status).toBe(200);
    await hearsOn(first);
  }
  expect(checkMedia).toHaveBeenCalledOnce();
});

describe('a far side that watches the session', () => {
  const credentials = { username: 'tester', password: 's3cret' };

  it('and wants to know once more who we are is told, and its refusal acknowledged', async () => {
    const callee = await startCallee(describeAudio(here, 4000), (answer, request) => {
      answer.headers.push(['Session-Expires', '1']);
      const isFirst = header(request, 'cseq') === '1 INVITE';
      if (isFirst || header(request, 'proxy-authorization')) return;
      Object.assign(answer, { status: 407, reason: 'Proxy Authentication Required' });
      answer.headers.push(['Proxy-Authenticate', challengeFor('pbx', 'nonce')]);
    });
    onTestFinished(() => callee[Symbol.asyncDispose]());
    const placed = await call(callee, { credentials });
    await vi.waitFor(() =>
      expect(callee.methods.slice(0, 6)).toEqual([
        'INVITE',
        'ACK',
        'INVITE',
        'ACK',
        'INVITE',
        'ACK',
      ]),
    );
    const [, , refused, acknowledged, proven] = callee.requests.slice(0, 5);
    if (!refused || !acknowledged || !proven) throw new Error('Too few requests.');
    expect(header(acknowledged, 'via')).toBe(header(refused, 'via'));
    const proof = header(proven, 'proxy-authorization');
    expect(isAnswered(proof, credentials, { method: 'INVITE', nonce: 'nonce' })).toBe(true);
    expect(proven.body).not.toBe('');
    await placed.hangUp();
    expect(callee.methods.slice(-2)).toEqual(['BYE', 'BYE']);
  });

  it('for weeks is left alone meanwhile', async () => {
    await using audio = await openFarAudio();
    const callee = await startCallee(describeAudio(here, audio.port), (answer) => {
      answer.headers.push(['Session-Expires', '4294968']);
    });
    onTestFinished(() => callee[Symbol.asyncDispose]());
    await call(callee);
    await hearsOn(audio);
    expect(callee.methods).toEqual(['INVITE', 'ACK']);
  });
});
