/** Tests on real calls what the far side receives of our speech under the conditions of a suite. */
import { setTimeout } from 'node:timers/promises';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { answerCalls, printWav } from '@parley/sip';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpeech } from '../../speech/create-speech.ts';
import { sayVowels } from '../../test/made-voice.ts';
import { runText } from '../../test/run-text.ts';
import { createRandom } from './conditions/seeded-random.ts';

vi.setConfig({ testTimeout: 60_000 });

const toSamples = (sound: Float32Array, gain = 1) =>
  Int16Array.from(sound, (one) => Math.round(32_767 * gain * one));

function whiteNoise(ms: number, deviation: number): Int16Array {
  const random = createRandom(5, 0);
  return Int16Array.from({ length: 8 * ms }, () =>
    Math.round(deviation * Math.sqrt(3) * (2 * random() - 1)),
  );
}

const recordings: Record<string, Buffer> = {
  'street.wav': printWav({ sampleRate: 8000, channels: [whiteNoise(3000, 300)] }),
  'silent.wav': printWav({ sampleRate: 8000, channels: [new Int16Array(16_000)] }),
};

/** What the line received in its last call, from our first words on. */
let received: Int16Array[] = [];
let keys = '';
let calls = 0;
let lostByLine = () => 0;

/** A line that says "oe" after each key or utterance. It notices utterances by their loudness. */
let side: Awaited<ReturnType<typeof answerCalls>>;
beforeAll(async () => {
  side = await answerCalls({
    host: '127.0.0.1',
    port: 0,
    async onInvitation(invitation) {
      calls += 1;
      const call = await invitation.answer();
      if (!call) return;
      const { media } = call;
      const answer = () => media.play(toSamples(sayVowels('oe'), 0.5));
      let loudAt = 0;
      media.listen({
        onAudio(samples) {
          received.push(samples);
          const now = performance.now();
          if (samples.some((one) => Math.abs(one) > 3000)) loudAt = now;
          if (loudAt === 0 || now - loudAt < 500) return;
          loudAt = 0;
          void answer();
        },
        onKey(key) {
          keys += key;
          if (key === '#') void answer();
        },
      });
      lostByLine = () => media.stats().packetsLost;
      await setTimeout(300);
      await answer();
    },
  });
});
afterAll(() => side.close());
beforeEach(() => {
  received = [];
  keys = '';
  calls = 0;
});

const words = toSamples(sayVowels('aeiou oaue'), 0.5);
const speech = createSpeech({
  speak: async () => words,
  transcribe: async () => ({ text: 'words', confidence: 1 }),
});

interface Options {
  conditions?: object;
  steps?: string[];
  load?: boolean;
  speech?: typeof speech;
}

async function call({ conditions, steps = ['- hello'], load = true, ...options }: Options = {}) {
  const configuration = {
    syntax: 2,
    platform: 'phone',
    channel: {
      kind: 'phone',
      to: `sip:line@127.0.0.1:${side.port}`,
      quietMs: 600,
      ...(conditions && { speech: conditions }),
    },
    replyTimeout: 6,
  };
  const text = `configuration: ${JSON.stringify(configuration)}\n---\n- test: A\n- $DIAL\n${steps.join('\n')}\n`;
  const { result } = await runText(text, {
    phone: { allow: ['sip:*@127.0.0.1*'], trunks: [], callMsMax: 60_000, speech, ...options },
    ...(load && { loadRecording: async (name) => recordings[name] }),
  });
  const [test] = result.tests;
  return {
    outcome: test?.outcome,
    failure: test?.failure,
    voice: test?.steps.map(({ reply, silence }) => (reply ?? silence)?.voice) ?? [],
  };
}

const rms = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / (samples.length || 1));

/** Which frames of our words arrived, from the first loud one on. */
function arrivals(): string {
  const loud = received.map((frame) => frame.some((one) => Math.abs(one) > 3000));
  const first = loud.indexOf(true);
  return received
    .slice(first, first + Math.ceil(words.length / 160))
    .map((frame) => (frame.every((one) => one === 0) ? '-' : 'x'))
    .join('');
}

describe('speech under conditions', () => {
  it('loses the same packets with the same seed, and the result says how many', async () => {
    const run = async (seed: number) => {
      received = [];
      const { voice } = await call({ conditions: { lossPercent: 12, seed } });
      const [, reply] = voice;
      return { sent: reply?.sent, lost: lostByLine(), pattern: arrivals() };
    };
    const first = await run(7);
    expect(first.sent).toMatchObject({ seed: 7, packets: Math.ceil(words.length / 160) });
    expect(first.sent?.lost).toBeGreaterThan(5);
    expect(first.lost).toBeGreaterThanOrEqual(first.sent?.lost ?? Infinity);
    const again = await run(7);
    expect(again.sent).toEqual(first.sent);
    expect(again.pattern).toBe(first.pattern);
    expect((await run(8)).pattern).not.toBe(first.pattern);
  });

  it('has noise behind it, before, between and after words', async () => {
    const { voice, failure } = await call({ conditions: { noise: 'street.wav', snrDb: 15 } });
    expect(failure).toBeUndefined();
    expect(voice[1]?.sent).toMatchObject({
      noise: { recording: 'street.wav', snrDb: 15, sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      lost: 0,
    });
    expect(voice[0]?.sent).toMatchObject({ packets: 0, noise: { snrDb: null } });
    const quiet = received.slice(5, 25).map(rms);
    // 15 dB below speech of -26 dB.
    expect(Math.min(...quiet)).toBeGreaterThan(32_768 * 10 ** (-44 / 20));
    expect(Math.max(...quiet)).toBeLessThan(32_768 * 10 ** (-38 / 20));
  });

  it('does not change what is measured', async () => {
    const plain = await call();
    const disturbed = await call({
      conditions: { noise: 'street.wav', snrDb: 10, lossPercent: 5, jitterMs: 60 },
    });
    const figures = ({ voice }: Awaited<ReturnType<typeof call>>) => {
      const { response, ours = [] } = voice[1] ?? {};
      if (!response || 'unknown' in response) throw new Error(JSON.stringify(response));
      return { ms: response.ms, errorMs: response.errorMs, ours: ours.length };
    };
    const [before, after] = [figures(plain), figures(disturbed)];
    expect(after.ours).toBe(before.ours);
    // The line notices the end of our words up to the jitter later.
    expect(Math.abs(after.ms - before.ms)).toBeLessThan(200);
    expect(disturbed.voice[1]?.sent?.delayMs).toMatchObject({ most: expect.any(Number) });
  });

  it('never disturbs keys', async () => {
    const { outcome } = await call({
      conditions: { noise: 'street.wav', snrDb: 0, lossPercent: 50, jitterMs: 200 },
      steps: ['- $12345678#'],
    });
    expect(outcome).toBe('passed');
    expect(keys).toBe('12345678#');
  });

  it('reports nothing without conditions', async () => {
    const { voice } = await call();
    expect(voice[1]).not.toHaveProperty('sent');
  });
});

describe('noise that cannot be added', () => {
  it.each([
    ['missing.wav', true, 'noise', 'The noise "missing.wav" is missing.'],
    ['silent.wav', true, 'noise', 'The noise "silent.wav" is silent in the telephone band.'],
    ['street.wav', false, 'no-recordings', 'there are no recordings here'],
  ])('%s is an error before the call (%#)', async (noise, load, code, message) => {
    const { outcome, failure } = await call({ conditions: { noise, snrDb: 10 }, load });
    expect(outcome).toBe('error');
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(calls).toBe(0);
  });
});

const hasSpeech = hasPrograms('flite', 'pocketsphinx_batch');

it.skipIf(!hasSpeech)(
  'is understood by a recognizer without noise, and not in loud noise',
  async () => {
    const local = createSpeech({});
    const text = 'for your balance press one';
    const spoken = await local.speak(text, { id: 'rms', locale: 'en-US' });
    const heardBy = async (conditions: object) => {
      received = [];
      await call({
        conditions,
        speech: createSpeech({
          speak: async () => spoken,
          transcribe: async () => ({ text: 'words', confidence: 1 }),
        }),
      });
      const all = Int16Array.from(received.flatMap((frame) => [...frame]));
      const heard = await local.transcribe(all, { locale: 'en-US' });
      return heard.text;
    };
    expect(await heardBy({ noise: 'street.wav', snrDb: 45 })).toContain('balance press one');
    expect(await heardBy({ noise: 'street.wav', snrDb: -5 })).not.toContain('balance');
  },
  150_000,
);
