/** Measures how exactly the starts and ends of speech are found, in sentences with a known audible part. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { detectVoice, edgeAccuracy, spansOf } from '@parley/engine/voice';
import { clamp, decode, encode, parseWav, toTelephone } from '@parley/sip';
import { createRandom } from '../drill/random.ts';
import { gaussian, readLine, type VoiceName } from '../ears/corpus.ts';

interface Sentence {
  samples: Int16Array;
  /** Start and end of the audible part, in milliseconds. */
  fromMs: number;
  toMs: number;
}

export interface EdgeRow {
  noise: string;
  sentences: number;
  /** Median ratio of speech to noise that the detector measures, in dB. */
  snrDb: number;
  /** Error of starts and ends in milliseconds, without the bias: 5th percentile, median and 95th percentile. */
  starts: Spread;
  ends: Spread;
  /** Sentences that were not found as a single stretch of speech. */
  missed: number;
}

interface Spread {
  p5: number;
  median: number;
  p95: number;
}

export async function spoken(text: string, voice: VoiceName): Promise<Sentence> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-voice-'));
  try {
    const file = join(folder, 'said.wav');
    const said = readLine(text).said;
    await promisify(execFile)('flite', ['-voice', voice, '-t', said, '-o', file]);
    const { channels, sampleRate } = parseWav(await readFile(file));
    return audible(toTelephone(channels[0] ?? new Int16Array(), sampleRate));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Level relative to the loudest moment, in dB. Anything softer is considered inaudible. */
const audibleDb = -40;
const windowSamples = 40;

function audible(samples: Int16Array): Sentence {
  const powers = Array.from({ length: Math.floor(samples.length / windowSamples) }, (_, at) =>
    samples
      .subarray(at * windowSamples, (at + 1) * windowSamples)
      .reduce((sum, one) => sum + one * one, 0),
  );
  const least = Math.max(...powers) * 10 ** (audibleDb / 10);
  const isHeard = (power: number) => power >= least;
  const ms = windowSamples / 8;
  return {
    samples,
    fromMs: powers.findIndex(isHeard) * ms,
    toMs: (powers.findLastIndex(isHeard) + 1) * ms,
  };
}

const beforeMs = 1500;
const afterMs = 1500;

/** @param snr ratio of the sentence's power to the noise, in dB; undefined for no noise */
export function measureEdges(sentences: readonly Sentence[], snr: number | undefined): EdgeRow {
  const starts: number[] = [];
  const ends: number[] = [];
  const ratios: number[] = [];
  let missed = 0;
  for (const [index, { samples, fromMs, toMs }] of sentences.entries()) {
    const random = createRandom(index + 1);
    const shift = random.between(0, 159);
    const line = new Int16Array(samples.length + 8 * (beforeMs + afterMs));
    line.set(samples, 8 * beforeMs + shift);
    const power = samples.reduce((sum, one) => sum + one * one, 0) / ((toMs - fromMs) * 8);
    const deviation = snr === undefined ? 0 : Math.sqrt(power / 10 ** (snr / 10));
    const noisy = line.map((one) => clamp(one + deviation * gaussian(random)));
    const { loud, snrDb } = detectVoice(decode('PCMU', encode('PCMU', noisy)));
    const spans = spansOf(loud);
    const [first, last] = [spans[0], spans.at(-1)];
    const at = beforeMs + shift / 8;
    const isFound = first && last && last[1] > at && first[0] < at + toMs;
    if (!isFound) {
      missed += 1;
      continue;
    }
    ratios.push(snrDb ?? 0);
    const { startBiasMs, endBiasMs } = edgeAccuracy(snrDb);
    starts.push(first[0] - startBiasMs - (at + fromMs));
    ends.push(last[1] - endBiasMs - (at + toMs));
  }
  return {
    noise: snr === undefined ? 'none' : `${snr} dB`,
    sentences: sentences.length,
    snrDb: Math.round(spreadOf(ratios).median),
    starts: spreadOf(starts),
    ends: spreadOf(ends),
    missed,
  };
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
  return { p5: at(0.05), median: at(0.5), p95: at(0.95) };
}
