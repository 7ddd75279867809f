/** Decides from measurements if a received prompt matches a recording: passed, failed, or undecided. */
import { compareSounds, type SoundComparison } from './compare-sounds.ts';

/** The verdict on a prompt, with the reason as a clause: `it differs at 1.2 s`. */
export interface SoundVerdict {
  outcome: 'passed' | 'failed' | 'undecided';
  /** Reason why the prompt did not pass; absent if it did. */
  reason?: string;
  comparison: SoundComparison;
}

/**
 * Minimum difference that proves another word, in dB of the worst 300 ms. Chosen on the calibration texts and voices of `npm
 * run bench -- prompts`: matching prompts measured 2.2 at most, with concealed packets.
 */
export const failDb = 2.5;
/** Maximum sharpest difference of a matching prompt, in dB. Matching prompts measured up to 1.5, at another speed. */
export const passDb = 1.5;
/** The same limit on a noisy line, in dB. Noise hides differences and adds none; matching prompts measured up to 0.7. */
const passInNoiseDb = 0.8;
/** SNR from which noise hides nothing, in dB. */
const quietSnrDb = 33;
/** Minimum SNR, in dB; more noise can hide a changed consonant. */
const snrLeastDb = 22;
/** Minimum difference that cannot be explained by noise above that limit, in dB. */
const clearlyDifferentDb = 2 * failDb;
/** Minimum proportion of the recording that must be comparable. */
const coverageLeast = 0.95;
/**
 * Duration of other sound before or after the prompt, in milliseconds. Above the first value, it may be a word; above the
 * second, it is one.
 */
const extraMaybeMs = 100;
const extraMs = 200;

/** Facts about a prompt besides its sound. */
export interface SoundCircumstances {
  /** True if the tester stopped listening before the prompt had ended. */
  isCut?: boolean;
  /** True if packets of the call were lost. */
  hasLost?: boolean;
}

/**
 * Compares the sound of a line with a recording, and decides if they match.
 *
 * @param reference the recording; 8,000 samples per second, -1 to 1
 * @param received the sound of the line, including some audio before and after the prompt
 */
export function judgeSound(
  reference: Float32Array,
  received: Float32Array,
  { isCut = false, hasLost = false }: SoundCircumstances = {},
): SoundVerdict {
  const comparison = compareSounds(reference, received, hasLost);
  return { ...decide(comparison, isCut), comparison };
}

function decide(found: SoundComparison, isCut: boolean): Omit<SoundVerdict, 'comparison'> {
  const { worstDb, sharpestDb, snrDb, coverage, lost, isClipped, extraBeforeMs, extraAfterMs } =
    found;
  const isNoisy = snrDb < snrLeastDb;
  const undecided = (reason: string) => ({ outcome: 'undecided' as const, reason });
  if (worstDb >= failDb) {
    const isCertain = !isNoisy || worstDb >= clearlyDifferentDb;
    if (isClipped) return undecided('the prompt was too loud for the line and is distorted');
    if (isCut && found.worstKind === 'missing')
      return undecided('the prompt was not heard to the end');
    return isCertain ? { outcome: 'failed', reason: whereOf(found) } : undecided(noiseOf(found));
  }
  if (isNoisy) return undecided(noiseOf(found));
  const extra = Math.max(extraBeforeMs, extraAfterMs);
  if (extra > extraMs) return { outcome: 'failed', reason: extraOf(found) };
  if (coverage < coverageLeast)
    return undecided(lost >= 1 - coverageLeast ? lossOf(found) : hiddenOf(found));
  if (isCut) return undecided('the prompt was not heard to the end');
  if (sharpestDb > (snrDb < quietSnrDb ? passInNoiseDb : passDb))
    return undecided(`${whereOf(found)}, which is too little to be a different word for certain`);
  if (extra > extraMaybeMs) return undecided(extraOf(found));
  return { outcome: 'passed' };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function whereOf({ worstAtMs, worstKind, worstDb }: SoundComparison): string {
  const place = `from ${seconds(worstAtMs)} to ${seconds(worstAtMs + 300)} of the recording`;
  const what = {
    missing: `its sound is missing ${place}`,
    added: `there is other sound ${place}`,
    different: `it differs ${place}`,
  }[worstKind];
  return `${what} (by ${worstDb.toFixed(1)} dB)`;
}

function extraOf({ extraBeforeMs, extraAfterMs }: SoundComparison): string {
  const [ms, where] =
    extraAfterMs >= extraBeforeMs ? [extraAfterMs, 'after'] : [extraBeforeMs, 'before'];
  return `${seconds(ms)} of other sound came ${where} it`;
}

const noiseOf = ({ snrDb }: SoundComparison) =>
  `the line is too noisy: the prompt is only ${Math.round(snrDb)} dB above the noise, but ${snrLeastDb} dB is required`;

const hiddenOf = ({ coverage, snrDb }: SoundComparison) =>
  `noise covers too much: ${percent(coverage)} of the recording can be compared, but ${percent(coverageLeast)} is required (the prompt is ${Math.round(snrDb)} dB above the noise)`;

const lossOf = ({ lost }: SoundComparison) => `${percent(lost)} of it was lost on the way`;

const percent = (share: number) => `${Math.floor(100 * share)}%`;
