import { printWav } from '@parley/sip';
import { describe, expect, it } from 'vitest';
import { sayVowels } from '../../../test/made-voice.ts';
import { measureActiveSpeech } from './active-speech-level.ts';
import { readNoise } from './read-noise.ts';
import { createRandom } from './seeded-random.ts';
import { createSpeechConditions, type SpeechConditions } from './speech-conditions.ts';

const toSamples = (sound: Float32Array | Float64Array, gain = 1) =>
  Int16Array.from(sound, (one) => Math.round(32_767 * gain * one));
const silence = (ms: number) => new Int16Array(8 * ms);
const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

function whiteNoise(ms: number, deviation: number, seed = 3): Int16Array {
  const random = createRandom(seed, 0);
  return Int16Array.from({ length: 8 * ms }, () =>
    Math.round(deviation * Math.sqrt(3) * (2 * random() - 1)),
  );
}

const wavOf = (samples: Int16Array, sampleRate = 8000) =>
  printWav({ sampleRate, channels: [samples] });
const noise = { name: 'street.wav', ...readNoise(wavOf(whiteNoise(4000, 300))) };
const words = toSamples(sayVowels('aeiou oaue'), 0.5);

function sendAll(conditions: SpeechConditions, samples: Int16Array) {
  return Array.from({ length: Math.ceil(samples.length / 160) }, (_, index) =>
    conditions.next({ samples, index }),
  );
}

const lostIn = (frames: ReturnType<typeof sendAll>) =>
  frames.flatMap(({ isLost }, index) => (isLost ? [index] : []));
const whole = (frames: ReturnType<typeof sendAll>, part: 'clean' | 'samples') =>
  joined(...frames.map((frame) => frame[part]));

const powerOf = (samples: ArrayLike<number>) =>
  Array.from(samples).reduce((sum, one) => sum + one * one, 0) / samples.length;

describe('the level of active speech', () => {
  const tone = (ms: number) =>
    Int16Array.from({ length: 8 * ms }, (_, at) =>
      Math.round(8000 * Math.sin((2 * Math.PI * 500 * at) / 8000)),
    );
  const toneDb = 20 * Math.log10(8000 / Math.SQRT2 / 32_768);

  it('is that of a tone without pauses', () => {
    expect(measureActiveSpeech(tone(3000))?.levelDb).toBeCloseTo(toneDb, 0);
  });

  it('does not depend on the silence around the words', () => {
    const alone = measureActiveSpeech(joined(tone(1000), silence(1000), tone(1000)))?.levelDb ?? 0;
    const padded = joined(silence(20_000), tone(1000), silence(1000), tone(1000), silence(20_000));
    // The hangover of 200 ms after each tone counts as speech.
    expect(alone).toBeGreaterThan(toneDb - 1.5);
    expect(Math.abs((measureActiveSpeech(padded)?.levelDb ?? 0) - alone)).toBeLessThan(1);
  });

  it('does not exist in silence', () => {
    expect(measureActiveSpeech(silence(1000))).toBeUndefined();
    expect(measureActiveSpeech(new Int16Array())).toBeUndefined();
  });
});

describe('noise behind speech', () => {
  it.each([-5, 0, 10, 20, 30])('has the level of %d dB while somebody speaks', (snrDb) => {
    const padded = joined(silence(5000), words, silence(5000));
    const conditions = createSpeechConditions({ noise: 'street.wav', snrDb }, noise);
    const frames = sendAll(conditions, padded);
    const clean = whole(frames, 'clean');
    const sent = whole(frames, 'samples');
    const { active = new Uint8Array() } = measureActiveSpeech(clean) ?? {};
    const during = (samples: ArrayLike<number>) =>
      Array.from(samples).filter((_, at) => active[at] === 1);
    const added = sent.map((one, at) => one - (clean[at] ?? 0));
    const ratio = 10 * Math.log10(powerOf(during(clean)) / powerOf(during(added)));
    expect(Math.abs(ratio - snrDb)).toBeLessThan(0.5);
    expect(conditions.takeFacts().noise?.snrDb).toBeCloseTo(snrDb, 0);
  });

  it('covers loud and quiet voices alike, and never clips', () => {
    for (const gain of [0.01, 0.1, 1]) {
      const samples = toSamples(sayVowels('aeiou'), gain);
      const conditions = createSpeechConditions({ noise: 'street.wav', snrDb: -10 }, noise);
      const sent = whole(sendAll(conditions, samples), 'samples');
      expect(Math.max(...sent.map(Math.abs))).toBeLessThan(32_767);
      expect(conditions.takeFacts().noise?.snrDb).toBeCloseTo(-10, 0);
    }
  });

  it('goes on between utterances at the same level', () => {
    const conditions = createSpeechConditions({ noise: 'street.wav', snrDb: 10 }, noise);
    const before = joined(...Array.from({ length: 50 }, () => conditions.next(undefined).samples));
    const behind = whole(sendAll(conditions, joined(silence(2000), words)), 'samples');
    const level = (samples: Int16Array) => 10 * Math.log10(powerOf(samples));
    expect(Math.abs(level(before) - level(behind.subarray(0, 8000)))).toBeLessThan(1);
    expect(level(before)).toBeGreaterThan(20);
  });

  it('has no ratio in a turn in which we say nothing', () => {
    const conditions = createSpeechConditions({ noise: 'street.wav', snrDb: 10 }, noise);
    conditions.next(undefined);
    expect(conditions.takeFacts()).toMatchObject({ packets: 0, noise: { snrDb: null } });
    sendAll(conditions, silence(400));
    expect(conditions.takeFacts()).toMatchObject({ packets: 20, noise: { snrDb: null } });
  });

  it('leaves our own voice alone for measurements', () => {
    const conditions = createSpeechConditions({ noise: 'street.wav', snrDb: 0 }, noise);
    const clean = whole(sendAll(conditions, words), 'clean');
    expect(measureActiveSpeech(clean)?.levelDb).toBeCloseTo(-26, 0);
    expect(conditions.next(undefined).clean.every((one) => one === 0)).toBe(true);
  });
});

describe('lost packets', () => {
  it('are the same with the same seed, however long the far side speaks between', () => {
    const run = (seed: number, pause: number) => {
      const conditions = createSpeechConditions({ lossPercent: 10, jitterMs: 40, seed });
      return [words, words].map((samples) => {
        for (let frame = 0; frame < pause; frame++) conditions.next(undefined);
        const frames = sendAll(conditions, samples);
        return [lostIn(frames), frames.map(({ delayMs }) => delayMs)];
      });
    };
    expect(run(7, 3)).toEqual(run(7, 400));
    expect(run(7, 3)).not.toEqual(run(8, 3));
    const [first, second] = run(7, 3);
    expect(first).not.toEqual(second);
  });

  it.each([
    [1, 'a'],
    [0.1, 'a'],
    [3, 'aeiou oaue'],
    [50, 'aeiou'],
  ])('are the share of %d percent rounded up, even in "%s"', (lossPercent, text) => {
    const samples = joined(silence(500), toSamples(sayVowels(text), 0.5), silence(500));
    const { active = new Uint8Array() } = measureActiveSpeech(samples) ?? {};
    for (let seed = 0; seed < 20; seed++) {
      const conditions = createSpeechConditions({ lossPercent, seed });
      const frames = sendAll(conditions, samples);
      const withSpeech = frames.filter((_, at) =>
        active.subarray(160 * at, 160 * at + 160).some(Boolean),
      );
      const count = withSpeech.filter(({ isLost }) => isLost).length;
      expect(count).toBe(Math.ceil((lossPercent / 100) * withSpeech.length));
      expect(count).toBeGreaterThan(0);
      expect(conditions.takeFacts()).toMatchObject({ seed, lost: lostIn(frames).length });
    }
  });

  it('leave the words as they are', () => {
    const conditions = createSpeechConditions({ lossPercent: 5 });
    const frames = sendAll(conditions, words);
    expect(whole(frames, 'samples').subarray(0, words.length)).toEqual(words);
    expect(conditions.takeFacts()).not.toHaveProperty('noise');
    expect(conditions.takeFacts()).toEqual({ seed: 1, packets: 0, lost: 0 });
  });
});

it('delays packets by up to the jitter, and reports by how much', () => {
  const conditions = createSpeechConditions({ jitterMs: 40 });
  const delays = sendAll(conditions, words).map(({ delayMs }) => delayMs);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...delays)).toBeLessThanOrEqual(40);
  expect(new Set(delays).size).toBeGreaterThan(10);
  const { delayMs } = conditions.takeFacts();
  expect(delayMs?.most).toBe(Math.max(...delays));
  expect(delayMs?.mean).toBeGreaterThan(10);
});

describe('a recording of noise', () => {
  it.each([
    ['is silent', silence(2000)],
    ['is silent', whiteNoise(2000, 2)],
    ['is silent', new Int16Array(16_000).fill(9000)],
    // Rumble of 15 Hz, which no telephone carries.
    [
      'is silent',
      Int16Array.from({ length: 16_000 }, (_, at) =>
        Math.round(900 * Math.sin((2 * Math.PI * 15 * at) / 8000)),
      ),
    ],
    ['has 0.5 s of noise', whiteNoise(500, 300)],
    ['is too quiet at', joined(whiteNoise(2000, 3000), silence(1200), whiteNoise(2000, 3000))],
    ['is too quiet at', joined(silence(600), whiteNoise(4000, 3000), silence(600))],
  ])('%s (%#), so it is refused', (why, samples) => {
    expect(() => readNoise(wavOf(samples))).toThrow(why);
  });

  it('is refused if it is another file', () => {
    expect(() => readNoise(Buffer.from('no sound'))).toThrow('is not a 16-bit WAV file');
  });

  it('has the same level at other rates', () => {
    const tone = (rate: number) =>
      Int16Array.from({ length: 2 * rate }, (_, at) =>
        Math.round(5000 * Math.sin((2 * Math.PI * 1000 * at) / rate)),
      );
    const at8 = readNoise(wavOf(tone(8000))).levelDb;
    for (const rate of [16_000, 44_100, 48_000])
      expect(Math.abs(readNoise(wavOf(tone(rate), rate)).levelDb - at8)).toBeLessThan(0.3);
  });
});
