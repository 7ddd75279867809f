/** Effects of telephone lines on a prompt. The result still counts as the same prompt. */
import { clamp, decode, encode, toTelephone } from '@parley/sip';
import { createRandom } from '../drill/random.ts';

type Change = (samples: Int16Array) => Int16Array;

/** A connection: its codec and its other effects. */
export interface Connection {
  name: string;
  /** Part of the measurement that the connection belongs to. */
  kind: 'codec' | 'noise' | 'line';
  carry(samples: Int16Array, seed: number): Int16Array;
}

const codec =
  (name: 'PCMU' | 'PCMA'): Change =>
  (samples) =>
    decode(name, encode(name, samples));

const gain =
  (db: number): Change =>
  (samples) =>
    samples.map((one) => clamp(one * 10 ** (db / 20)));

/** Plays the prompt with a different clock, which changes its pitch and length. */
const speed =
  (ratio: number): Change =>
  (samples) =>
    Int16Array.from({ length: Math.floor(samples.length / ratio) }, (_, at) => {
      const place = at * ratio;
      const before = Math.floor(place);
      const part = place - before;
      return clamp((samples[before] ?? 0) * (1 - part) + (samples[before + 1] ?? 0) * part);
    });

const packet = 160;

/** Drops packets. Each lost packet is replaced by silence or by a repetition of the previous packet. */
function lose(samples: Int16Array, share: number, isRepeated: boolean, seed: number): Int16Array {
  const random = createRandom(seed);
  const received = samples.slice();
  for (let at = packet; at + packet <= received.length; at += packet) {
    if (random() >= share) continue;
    if (isRepeated) received.copyWithin(at, at - packet, at);
    else received.fill(0, at, at + packet);
  }
  return received;
}

/** Adds white noise. @param snr ratio to the power of the prompt, in decibels */
function addNoise(samples: Int16Array, snr: number, seed: number): Int16Array {
  const random = createRandom(seed);
  const spoken = samples.filter((one) => one !== 0);
  const power = spoken.reduce((sum, one) => sum + one * one, 0) / (spoken.length || 1);
  const deviation = Math.sqrt(power / 10 ** (snr / 10));
  return samples.map((one) => clamp(one + deviation * gaussian(random)));
}

const gaussian = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Adds margins like those that an endpointer keeps: some of the line before and after the prompt, in samples. */
export function withMargins(samples: Int16Array, before = 1600, after = 1600): Int16Array {
  const padded = new Int16Array(samples.length + before + after);
  padded.set(samples, before);
  return padded;
}

/** Adds margins of varying length, because prompts on a line do not start at our frame boundaries. */
const around = (samples: Int16Array, seed: number) =>
  withMargins(samples, 1600 + ((37 * seed) % 80));

function withBeep(samples: Int16Array): Int16Array {
  const tone = Int16Array.from({ length: 4000 }, (_, at) =>
    Math.round(6000 * Math.sin((2 * Math.PI * 1000 * at) / 8000)),
  );
  const all = new Int16Array(samples.length + 8000);
  all.set(tone);
  all.set(samples, 8000);
  return all;
}

/**
 * Simulates a wideband codec: upsamples to 16 kHz, encodes with 8 bits per sample, and returns to the telephone rate. G.722
 * uses more quantizer steps at low levels than G.711.
 */
const wideband: Change = (samples) => {
  const doubled = Int16Array.from({ length: 2 * samples.length }, (_, at) =>
    clamp(((samples[at >> 1] ?? 0) + (samples[(at + 1) >> 1] ?? 0)) / 2),
  );
  return toTelephone(codec('PCMU')(doubled), 16_000);
};

const line = (
  name: string,
  change: (samples: Int16Array, seed: number) => Int16Array,
): Connection => ({
  name,
  kind: 'line',
  carry: (samples, seed) => codec('PCMU')(change(around(samples, seed), seed)),
});

const noisy = (snr: number): Connection => ({
  name: `noise ${snr} dB`,
  kind: 'noise',
  carry: (samples, seed) => codec('PCMU')(addNoise(around(samples, seed), snr, seed)),
});

export const connections: readonly Connection[] = [
  { name: 'PCMU', kind: 'codec', carry: (samples, seed) => codec('PCMU')(around(samples, seed)) },
  { name: 'PCMA', kind: 'codec', carry: (samples, seed) => codec('PCMA')(around(samples, seed)) },
  {
    name: '16 kHz and back',
    kind: 'codec',
    carry: (samples, seed) => codec('PCMA')(wideband(around(samples, seed))),
  },
  noisy(30),
  noisy(25),
  noisy(20),
  noisy(15),
  line('louder by 12 dB', gain(12)),
  line('softer by 12 dB', gain(-12)),
  line('DC offset', (samples) => samples.map((one) => clamp(one + 500))),
  line('1% faster', speed(1.01)),
  line('1% slower', speed(0.99)),
  line('2% lost, silence', (samples, seed) => lose(samples, 0.02, false, seed)),
  line('2% lost, concealed', (samples, seed) => lose(samples, 0.02, true, seed)),
  line('3 s of silence before', (samples) => withMargins(samples, 24_000, 4000)),
  line('beep before', withBeep),
];
