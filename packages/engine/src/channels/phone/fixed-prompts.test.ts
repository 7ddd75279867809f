/** Tests on real calls that replies are recognized by their sound. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { answerCalls, parseWav, printWav } from '@parley/sip';
import { foldEvents, parseSuite, type RunEvent } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reevaluate } from '../../reevaluate.ts';
import { createSpeech } from '../../speech/create-speech.ts';
import { sayVowels } from '../../test/made-voice.ts';
import { runText } from '../../test/run-text.ts';

vi.setConfig({ testTimeout: 60_000 });

const toSamples = (sound: Float32Array) =>
  Int16Array.from(sound, (one) => Math.round(32_767 * one));
const wavOf = (sound: Float32Array, sampleRate = 8000) =>
  printWav({ sampleRate, channels: [toSamples(sound)] });

const greeting = 'aeiou oaue iuoa';
const prompts: Record<string, string> = {
  right: greeting,
  wrong: 'aeiou oaie iuoa',
  longer: `${greeting} eo`,
  shorter: greeting.slice(0, -3),
};

let side: Awaited<ReturnType<typeof answerCalls>>;
beforeAll(async () => {
  side = await answerCalls({
    host: '127.0.0.1',
    port: 0,
    async onInvitation(invitation) {
      const call = await invitation.answer();
      const prompt = prompts[invitation.user];
      if (!prompt) return;
      await setTimeout(500);
      await call?.media.play(toSamples(sayVowels(prompt)));
    },
  });
});
afterAll(() => side.close());

/** A recognizer that returns wrong words with low confidence. */
const speech = createSpeech({
  speak: async () => new Int16Array(1600),
  transcribe: async () => ({ text: 'something else', confidence: 0.1 }),
});

interface Options {
  item?: string;
  to?: string;
  recordings?: Record<string, Buffer>;
  quietMs?: number;
}

const textOf = ({ item = 'sounds like: greeting.wav', to, quietMs = 600 }: Options) =>
  `configuration: ${JSON.stringify({
    syntax: 2,
    platform: 'phone',
    channel: { kind: 'phone', to, quietMs },
    replyTimeout: 6,
  })}\n---\n- test: A\n- $DIAL:\n    - ${item}\n`;

async function call(user: string, options: Options = {}) {
  const { recordings = { 'greeting.wav': wavOf(sayVowels(greeting)) } } = options;
  const text = textOf({ to: `sip:${user}@127.0.0.1:${side.port}`, ...options });
  const { result, events } = await runText(text, {
    phone: { allow: ['sip:*@127.0.0.1*'], trunks: [], callMsMax: 60_000, speech },
    loadRecording: async (name) => recordings[name],
  });
  const [test] = result.tests;
  return { text, events, outcome: test?.outcome, failure: test?.failure, step: test?.steps[0] };
}

describe('a line that plays a recording', () => {
  it('passes by its sound, although no word was understood', async () => {
    const { outcome, step, failure } = await call('right');
    expect({ outcome, failure }).toEqual({ outcome: 'passed', failure: undefined });
    expect(step?.verdicts[0]).toMatchObject({
      passed: true,
      rule: 'prompt sounds like "greeting.wav"',
      sound: { recording: 'greeting.wav', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it.each([
    ['wrong', /it differs from 1\.\d s to \d\.\d s of the recording/],
    ['longer', /s of other sound came after it/],
    ['shorter', /its sound is missing from/],
  ])('fails if it is %s, and says where', async (user, hint) => {
    const { outcome, failure } = await call(user);
    expect(outcome).toBe('failed');
    expect(failure).toMatchObject({
      class: 'wrong',
      message: 'Expected prompt sounds like "greeting.wav", which it does not.',
      hint: expect.stringMatching(hint),
    });
  });

  it('fails if it says nothing', async () => {
    expect(await call('silent', { quietMs: 300 })).toMatchObject({ outcome: 'failed' });
  });

  it('passes with one of several recordings', async () => {
    const recordings = {
      'day.wav': wavOf(sayVowels('uiuiuiuiui')),
      'night.wav': wavOf(sayVowels(greeting)),
    };
    const item = 'sounds like: [day.wav, night.wav]';
    const { outcome, step } = await call('right', { item, recordings });
    expect(outcome).toBe('passed');
    expect(step?.verdicts[0]?.expected).toBe('night.wav');
  });

  it('passes with a stereo recording at another rate', async () => {
    const slow = sayVowels(greeting);
    const fast = Float32Array.from({ length: 2 * slow.length }, (_, at) => {
      const [before = 0, after = 0] = [slow[at >> 1], slow[(at + 1) >> 1]];
      return (before + after) / 2;
    });
    const channels = [toSamples(fast), toSamples(fast)];
    const bytes = printWav({ sampleRate: 16_000, channels });
    expect(await call('right', { recordings: { 'greeting.wav': bytes } })).toMatchObject({
      outcome: 'passed',
    });
  });

  it('is an error if the recording is missing, or pauses for longer than a prompt may', async () => {
    const missing = await call('right', { recordings: {} });
    expect(missing).toMatchObject({ outcome: 'error', failure: { code: 'recording' } });
    expect(missing.failure?.message).toBe('The recording "greeting.wav" is missing.');
    const recordings = { 'greeting.wav': wavOf(sayVowels('aei      oua')) };
    const { outcome, failure } = await call('right', { recordings });
    expect(outcome).toBe('error');
    expect(failure?.message).toBe(
      'The recording "greeting.wav" has a pause of 0.8 s, and a prompt ends after 0.6 s of silence.',
    );
  });

  it('is an error where nothing loads recordings', async () => {
    const { result } = await runText(textOf({ to: `sip:right@127.0.0.1:${side.port}` }), {
      phone: { allow: ['sip:*@127.0.0.1*'], trunks: [], callMsMax: 60_000, speech },
    });
    expect(result.tests[0]).toMatchObject({
      outcome: 'error',
      failure: { code: 'no-recordings' },
    });
  });

  it('keeps its verdict when it is re-evaluated, and compares with no other recording', async () => {
    const { events, text } = await call('wrong');
    const again = (source: string) => reevaluateText(source, events);
    expect(await again(text)).toMatchObject({ outcome: 'failed' });
    expect(await again(text.replace('greeting.wav', 'other.wav'))).toMatchObject({
      outcome: 'undecided',
      failure: { code: 'not-recorded' },
    });
  });
});

async function reevaluateText(source: string, events: RunEvent[]) {
  const again = await reevaluate(parseSuite(source).suite, foldEvents(events));
  return again.tests[0];
}

const phone = 'baresip';
const sounds = '/usr/share/asterisk/sounds/en_US_f_Allison';
const hasPerson = existsSync(`${sounds}/digits/13.wav`);
/** Skipped if the package asterisk-core-sounds-en-wav, which contains the recordings, is not installed. */
describe.skipIf(!hasPerson || !hasPrograms(phone))('a person, played by baresip', () => {
  const load = async (name: string) =>
    parseWav(await readFile(`${sounds}/${name}.wav`)).channels[0] ?? new Int16Array();
  const menu = async (digit: string) =>
    Int16Array.from([
      ...(await load('if-correct-press')),
      ...new Int16Array(400),
      ...(await load(`digits/${digit}`)),
    ]);

  it.each([
    ['13', 'passed'],
    ['30', 'failed'],
  ])('who says "press %s" instead of 13 has %s', async (digit, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-baresip-'));
    const port = await freePort();
    // baresip hangs up at the end of the file.
    const said = Int16Array.from([...(await menu(digit)), ...new Int16Array(8 * 15_000)]);
    await writeFile(join(folder, 'said.wav'), printWav({ sampleRate: 8000, channels: [said] }));
    await writeFile(join(folder, 'config'), baresipConfig(folder, port));
    await writeFile(
      join(folder, 'accounts'),
      `<sip:line@127.0.0.1:${port}>;regint=0;answermode=auto\n`,
    );
    await writeFile(join(folder, 'contacts'), '');
    const baresip = spawn(phone, ['-f', folder, '-t', '40'], { stdio: 'ignore' });
    try {
      await vi.waitFor(async () => expect(await isTaken(port)).toBe(true), { timeout: 10_000 });
      const { outcome, failure } = await call('line', {
        to: `sip:line@127.0.0.1:${port}`,
        recordings: {
          'greeting.wav': printWav({ sampleRate: 8000, channels: [await menu('13')] }),
        },
      });
      expect(outcome, failure?.hint).toBe(expected);
    } finally {
      baresip.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const baresipConfig = (folder: string, port: number) =>
  [
    `sip_listen 127.0.0.1:${port}`,
    'module_path /usr/lib/baresip/modules',
    'net_interface 127.0.0.1',
    `audio_source aufile,${join(folder, 'said.wav')}`,
    'audio_player aubridge,x',
    'module g711.so',
    'module aufile.so',
    'module aubridge.so',
    'module uuid.so',
    'module_app menu.so',
    'module_app account.so',
  ].join('\n');

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((closed) => socket.close(() => closed()));
  return port;
}

async function isTaken(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  const bound = once(socket, 'listening').then(
    () => false,
    () => true,
  );
  socket.bind(port, '127.0.0.1');
  return bound.finally(() => socket.close());
}
