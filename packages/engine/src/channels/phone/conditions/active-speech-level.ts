/** Measures the level of speech without its pauses: ITU-T P.56, method B. */
import { sampleRate } from '@parley/sip';

export interface ActiveSpeech {
  /** Mean power while somebody speaks, in dB relative to full scale. */
  levelDb: number;
  /** One entry for each sample: 1 while somebody speaks, including pauses of up to 200 ms. */
  active: Uint8Array;
}

/** Time constant of the envelope, hangover after a sound, and distance of speech from its threshold: P.56, 8.2. */
const smoothingSeconds = 0.03;
const hangoverSamples = 0.2 * sampleRate;
const marginDb = 15.9;
/** Thresholds are powers of two, from the lowest bit of 16 to half of full scale. */
const thresholds = Array.from({ length: 15 }, (_, bit) => 2 ** (bit - 15));

/** @returns undefined if the samples are silent */
export function measureActiveSpeech(samples: Int16Array): ActiveSpeech | undefined {
  const envelope = envelopeOf(samples);
  const energy = samples.reduce((sum, one) => sum + (one / 32_768) ** 2, 0);
  if (energy === 0) return undefined;
  let before: { levelDb: number; differenceDb: number } | undefined;
  for (const threshold of thresholds) {
    const count = countOf(activeAbove(envelope, threshold));
    if (count === 0) break;
    const levelDb = 10 * Math.log10(energy / count);
    const differenceDb = levelDb - 20 * Math.log10(threshold);
    if (differenceDb <= marginDb) {
      const found = before ? between(before, { levelDb, differenceDb }) : levelDb;
      return { levelDb: found, active: activeAbove(envelope, 10 ** ((found - marginDb) / 20)) };
    }
    before = { levelDb, differenceDb };
  }
  return undefined;
}

/** Interpolates the level at which the difference is exactly the margin. */
function between(
  above: { levelDb: number; differenceDb: number },
  below: { levelDb: number; differenceDb: number },
): number {
  const share = (above.differenceDb - marginDb) / (above.differenceDb - below.differenceDb);
  return above.levelDb + share * (below.levelDb - above.levelDb);
}

function envelopeOf(samples: Int16Array): Float64Array {
  const keep = Math.exp(-1 / (smoothingSeconds * sampleRate));
  let once = 0;
  let twice = 0;
  return Float64Array.from(samples, (sample) => {
    once = keep * once + (1 - keep) * (Math.abs(sample) / 32_768);
    twice = keep * twice + (1 - keep) * once;
    return twice;
  });
}

function activeAbove(envelope: Float64Array, threshold: number): Uint8Array {
  const active = new Uint8Array(envelope.length);
  let since = hangoverSamples;
  for (const [at, level] of envelope.entries()) {
    since = level >= threshold ? 0 : since + 1;
    if (since <= hangoverSamples) active[at] = 1;
  }
  return active;
}

const countOf = (active: Uint8Array): number => active.reduce((sum, one) => sum + one, 0);
