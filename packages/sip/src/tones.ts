/** Telephone keys as pairs of tones in the audio (DTMF), for lines that carry no key events. */
import { sampleRate } from './g711.ts';

const low = [697, 770, 852, 941];
const high = [1209, 1336, 1477, 1633];
const pad = ['123A', '456B', '789C', '*0#D'];

const pairs = new Map(
  pad.flatMap((row, r) => [...row].map((key, c) => [key, [low[r] ?? 0, high[c] ?? 0]] as const)),
);

/** Generates the sound of one key. */
function toneOf(key: string, ms: number): Int16Array {
  const frequencies = pairs.get(key) ?? [];
  return sine(frequencies, ms, 8000);
}

const keyMs = 120;
/** Silence in milliseconds after each key. A call's `press` ends with it. */
export const silenceAfterKeyMs = 80;
const commaMs = 500;

/** Generates the sound of several keys in sequence; a comma is half a second of silence. */
export function soundOf(keys: string): Int16Array {
  const parts = [...keys].map((key) =>
    key === ','
      ? [...silenceOf(commaMs)]
      : [...toneOf(key, keyMs), ...silenceOf(silenceAfterKeyMs)],
  );
  return Int16Array.from(parts.flat());
}

const silenceOf = (ms: number) => new Int16Array((ms * sampleRate) / 1000);

/** Generates simultaneous tones, each with the given amplitude. */
export function sine(frequencies: readonly number[], ms: number, amplitude: number): Int16Array {
  const samples = new Int16Array(Math.round((ms * sampleRate) / 1000));
  for (let i = 0; i < samples.length; i++) {
    const sum = frequencies.reduce(
      (total, frequency) => total + Math.sin((2 * Math.PI * frequency * i) / sampleRate),
      0,
    );
    samples[i] = Math.round(amplitude * sum);
  }
  return samples;
}

/** Computes the share of the energy at a frequency, with Goertzel's algorithm. Returns 0 for silence. */
export function shareOf(frequency: number, samples: Int16Array): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / sampleRate);
  let before = 0;
  let last = 0;
  let energy = 0;
  for (const sample of samples) {
    const next = sample + coefficient * last - before;
    before = last;
    last = next;
    energy += sample * sample;
  }
  if (energy === 0) return 0;
  const power = last * last + before * before - coefficient * last * before;
  return (2 * power) / (samples.length * energy);
}

/** Detects keys in frames of 20 ms. Speech almost never consists of exactly the two tones of a key. */
export function createToneDetector(onKey: (key: string) => void): (frame: Int16Array) => void {
  let current: string | undefined;
  let frames = 0;
  return (frame) => {
    const key = keyIn(frame);
    frames = key === current ? frames + 1 : 1;
    current = key;
    if (key !== undefined && frames === 2) onKey(key);
  };
}

function keyIn(frame: Int16Array): string | undefined {
  const peak = frame.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (peak < 500) return undefined;
  const [row, rowShare] = strongest(low, frame);
  const [column, columnShare] = strongest(high, frame);
  const isPair = rowShare > 0.2 && columnShare > 0.2 && rowShare + columnShare > 0.8;
  return isPair ? pad[row]?.[column] : undefined;
}

function strongest(frequencies: readonly number[], frame: Int16Array): [number, number] {
  const shares = frequencies.map((frequency) => shareOf(frequency, frame));
  const most = Math.max(...shares);
  return [shares.indexOf(most), most];
}
