/** Tests calls over Twilio at the protocol level, against an emulator in front of the mock IVR. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { startTwilioEmulator, type TwilioEmulator } from '@parley/mock-ivr/twilio-emulator';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSpeech } from '../../../../speech/create-speech.ts';
import { calibratedAt } from '../../../../test/calibrated-at.ts';
import { runText } from '../../../../test/run-text.ts';
import type { PhoneSettings } from '../../phone-settings.ts';
import { listenForStreams, type StreamListener } from './stream-listener.ts';
import { openTwilioTrunk, type TwilioSettings, type TwilioTrunk } from './twilio-trunk.ts';

vi.setConfig({ testTimeout: 60_000 });

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token-of-the-account' };
const ownNumber = '+12025550100';
/** SIP lines by number. */
const lines: Record<string, string> = {
  '+12024561111': 'bank',
  '+12024561112': 'busy',
  '+12024561113': 'ringing',
  '+12024561114': 'nobody',
  '+12024561115': 'silent',
  '+12024561116': 'dropping',
};
const numberOf = (line: string) =>
  Object.keys(lines).find((number) => lines[number] === line) ?? line;

let ivr: MockIvr;
let twilio: TwilioEmulator;
let trunk: TwilioTrunk;

beforeAll(async () => {
  ivr = await startMockIvr();
});

afterAll(() => ivr.close());

beforeEach(async () => {
  twilio = await startTwilioEmulator({
    ...account,
    numbers: [ownNumber],
    lineOf: (number) => ivr.uriOf(lines[number] ?? 'nobody'),
  });
  trunk = await openTrunk();
});

afterEach(async () => {
  await trunk.close();
  await twilio.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function openTrunk(change: Partial<TwilioSettings> = {}): Promise<TwilioTrunk> {
  const port = await freePort();
  const host = '127.0.0.1';
  const streamUrl = `ws://${host}:${port}/calls`;
  const { url } = twilio;
  return openTwilioTrunk({ ...account, url, from: ownNumber, host, port, streamUrl, ...change });
}

const deaf = createSpeech({
  calibration: calibratedAt(0.5),
  speak: async () => new Int16Array(1600),
  transcribe: async () => ({ text: 'welcome', confidence: 0.9 }),
});

interface Call {
  line?: string;
  by?: TwilioTrunk;
  speech?: PhoneSettings['speech'];
  channel?: object;
  signal?: AbortSignal;
}

async function call(tests: string[], options: Call = {}) {
  const { line = 'bank', by = trunk, speech = deaf, channel, signal } = options;
  const to = { kind: 'phone', to: numberOf(line), quietMs: 900, ...channel };
  const configuration = { platform: 'phone', channel: to, replyTimeout: 10 };
  const kept: { kind: string; bytes: Uint8Array }[] = [];
  const { result } = await runText(
    [`configuration: ${JSON.stringify(configuration)}`, ...tests].join('\n---\n'),
    {
      phone: { allow: ['+1202*'], trunks: [by], callMsMax: 120_000, speech },
      keepEvidence: async (exhibit) => `${exhibit.kind}-${kept.push(exhibit)}`,
      ...(signal && { signal }),
    },
  );
  const log = kept.find(({ kind }) => kind === 'log');
  return {
    result,
    failure: result.tests[0]?.failure,
    kept: kept.map(({ kind }) => kind),
    log: Buffer.from(log?.bytes ?? []).toString('utf8'),
  };
}

const untilNoCalls = () => vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 5000 });
const untilStatus = (status: string) =>
  vi.waitFor(() => expect(twilio.calls.map((one) => one.status)).toEqual([status]), {
    timeout: 5000,
  });

it('refuses a suite that wants its speech disturbed, before it calls', async () => {
  const channel = { speech: { lossPercent: 3 } };
  const { failure } = await call(['- test: A\n- $DIAL'], { channel });
  expect(failure).toMatchObject({ class: 'configuration', code: 'no-speech-conditions' });
  expect(twilio.calls).toEqual([]);
});

describe.skipIf(!hasPrograms('flite', 'pocketsphinx_batch'))('a suite by Twilio', () => {
  it('passes: prompts are understood, keys go as tones, speech is heard, the end is known', async () => {
    const { result, kept } = await call(
      [
        [
          '- test: Balance',
          '- $DIAL: for your balance press one',
          '- $1: enter your account number',
          '- $1234#: your current balance is one hundred and twenty five dollars',
        ].join('\n'),
        [
          '- test: Echo',
          '- $DIAL:',
          '- $3: please tell me what you would like to do',
          '- I would like to know my balance: I would like to know my balance',
        ].join('\n'),
        [
          '- test: Goodbye',
          '- $DIAL:',
          '- $0:',
          '    - prompt: goodbye',
          '    - connection.endedBy: remote',
          '    - packets.lost: 0',
        ].join('\n'),
      ],
      { speech: createSpeech({}) },
    );
    expect(result.tests.flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    expect(result.status).toBe('passed');
    expect(kept.filter((kind) => kind === 'audio')).toHaveLength(8);
    await untilNoCalls();
    expect(twilio.calls.map(({ protocolError }) => protocolError)).toEqual(
      Array(3).fill(undefined),
    );
    expect(twilio.calls.map(({ keys }) => keys).sort()).toEqual(['0', '11234#', '3']);
  });
});

describe('a call by Twilio', () => {
  const dial = ['- test: A\n- $DIAL: welcome'];

  it('has a limit of its own, in case that nobody is there any more to end it', async () => {
    await call(dial, { line: 'dropping', channel: { ringMs: 7500 } });
    const { form } = twilio.calls[0] ?? {};
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      To: numberOf('dropping'),
      From: ownNumber,
      Timeout: '8',
      TimeLimit: '130',
    });
  });

  it.each([
    ['busy', 'network', 'busy'],
    ['ringing', 'silent', 'no-answer'],
    ['nobody', 'configuration', 'unknown-number'],
  ])('to a line that is %s says so', async (line, className, code) => {
    const { failure, log } = await call(dial, { line, channel: { ringMs: 1000 } });
    expect(failure).toMatchObject({ class: className, code });
    expect(log).toContain('← Twilio: call CA');
    expect(log).not.toContain(account.authToken);
    await untilNoCalls();
  });

  it.each([
    ['with a wrong password', { authToken: 'wrong' }, 'trunk-refused', 'PARLEY_TWILIO_AUTH_TOKEN'],
    ['from a number of others', { from: '+12025550199' }, 'caller-refused', 'PARLEY_TWILIO_FROM'],
    ['whose stream leads nowhere', { streamUrl: 'ws://127.0.0.1:9/' }, 'no-stream', '127.0.0.1:9'],
  ])('%s is refused with what to do', async (_, change, code, hint) => {
    const by = await openTrunk(change);
    const { failure } = await call(dial, { by });
    expect(failure).toMatchObject({ class: 'configuration', code });
    expect(failure?.hint).toContain(hint);
    await untilNoCalls();
    await by.close();
  });

  it('to a Twilio that is not there says so', async () => {
    const by = await openTrunk({ url: 'http://127.0.0.1:9' });
    const { failure } = await call(dial, { by });
    expect(failure).toMatchObject({ class: 'network', code: 'trunk-unreachable' });
    await by.close();
  });

  it.each([
    ['silent', 'completed'],
    ['ringing', 'canceled'],
  ])('is ended when the run is cancelled: %s', async (line, status) => {
    const stopping = new AbortController();
    const before = ivr.callsTaken();
    const running = call(['- test: A\n- $DIAL: hello'], { line, signal: stopping.signal });
    await vi.waitFor(() => expect(ivr.callsTaken()).toBe(before + 1));
    stopping.abort();
    expect((await running).result.status).toBe('cancelled');
    await untilStatus(status);
    await untilNoCalls();
  });

  it('ends with the process that holds it', async () => {
    const by = await openTrunk();
    const running = call(['- test: A\n- $DIAL: hello'], { line: 'silent', by });
    await vi.waitFor(() => expect(ivr.openCalls()).toBe(1), { timeout: 5000 });
    await by.close();
    await untilStatus('completed');
    await untilNoCalls();
    expect((await running).failure).toMatchObject({ class: 'wrong', code: 'hung-up' });
  });
});

describe('where streams arrive', () => {
  let listener: StreamListener;
  let streamUrl: string;

  beforeEach(async () => {
    const port = await freePort();
    streamUrl = `ws://127.0.0.1:${port}/calls`;
    const { authToken } = account;
    listener = await listenForStreams({
      host: '127.0.0.1',
      port,
      streamUrl,
      authToken,
      startMs: 300,
    });
  });

  afterEach(() => listener.close());

  const signatureOf = (url: string, key = account.authToken) =>
    createHmac('sha1', key).update(url).digest('base64');

  const connect = (signature = signatureOf(streamUrl)) =>
    new WebSocket(streamUrl, { headers: { 'x-twilio-signature': signature } });

  async function start(token: string): Promise<WebSocket> {
    const socket = connect();
    await once(socket, 'open');
    socket.send(JSON.stringify({ event: 'connected' }));
    const said = { customParameters: { token } };
    socket.send(JSON.stringify({ event: 'start', streamSid: 'MZ1', start: said }));
    return socket;
  }

  const closeCode = async (socket: WebSocket) => (await once(socket, 'close'))[0] as number;

  it.each([
    ['none', () => ''],
    ['that of another password', () => signatureOf(streamUrl, 'other')],
    ['that of another address', () => signatureOf('wss://elsewhere.example/calls')],
  ])('a handshake is refused whose signature is %s', async (_, signature) => {
    const [, response] = await once(connect(signature()), 'unexpected-response');
    expect(response.statusCode).toBe(403);
  });

  it('takes the stream of a call that waits for it, once', async () => {
    const { token, opened } = listener.expect();
    const socket = await start(token);
    const stream = await opened;
    expect(await closeCode(await start(token))).toBe(1008);
    expect(stream.endedBy()).toBeUndefined();
    socket.close();
    await vi.waitFor(() => expect(stream.endedBy()).toBe('remote'));
  });

  it('refuses a stream that nobody waits for, or waits for no longer', async () => {
    const { token, forget } = listener.expect();
    forget();
    expect(await closeCode(await start(token))).toBe(1008);
    expect(await closeCode(await start('guessed'))).toBe(1008);
    expect(await closeCode(await start('__proto__'))).toBe(1008);
  });

  it('takes a message of 64 KB, and ends a stream whose message is longer', async () => {
    const { token, opened } = listener.expect();
    const socket = await start(token);
    const stream = await opened;
    const around = JSON.stringify({ event: 'mark', text: '' }).length;
    const message = (bytes: number) =>
      JSON.stringify({ event: 'mark', text: 'x'.repeat(bytes - around) });
    socket.send(message(65_536));
    socket.ping();
    await once(socket, 'pong');
    expect(stream.endedBy()).toBeUndefined();
    socket.send(message(65_537));
    expect(await closeCode(socket)).toBe(1009);
  });

  it('refuses a stream that does not say whose it is', async () => {
    expect(await closeCode(connect())).toBe(1008);
    const babbling = connect();
    await once(babbling, 'open');
    babbling.send('what');
    expect(await closeCode(babbling)).toBe(1008);
  });
});
