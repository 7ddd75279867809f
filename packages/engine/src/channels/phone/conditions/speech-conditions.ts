/**
 * Sends our speech with background noise, lost packets and delays. Everything that happens to an utterance follows from the seed
 * and from its position among the utterances of the call, so that a later run repeats it.
 */
import { clamp, type FrameToSend, type SendingConditions } from '@parley/sip';
import type { SentSpeechFacts, SpeechSettings } from '@parley/suite';
import { measureActiveSpeech } from './active-speech-level.ts';
import type { Noise } from './read-noise.ts';
import { createRandom, type Random } from './seeded-random.ts';

export interface SpeechConditions extends SendingConditions {
  /** @returns what was done to our utterances since the last call */
  takeFacts(): SentSpeechFacts;
}

type NamedNoise = Noise & { name: string };

const frameSamples = 160;
const frameMs = 20;
/**
 * Level of active speech that noise is added to, in dB relative to full scale (ITU-T P.830). With a constant level of speech,
 * the noise between utterances is as loud as behind them.
 */
const speechDb = -26;
/** Largest sample, as a share of full scale. Louder mixtures are made quieter as a whole, because clipping would change the noise. */
const loudest = 0.97;

/** An utterance as it is to be sent. */
interface Plan {
  of: Int16Array;
  clean: Int16Array;
  mixed: Int16Array;
  lost: boolean[];
  delaysMs: number[];
}

export function createSpeechConditions(
  { snrDb = 0, lossPercent = 0, jitterMs = 0, seed = seedDefault }: SpeechSettings,
  noise?: NamedNoise,
): SpeechConditions {
  /** Random numbers for the frames between utterances, whose number depends on the far side. */
  const between = createRandom(seed, 0);
  const share = lossPercent / 100;
  const backgroundGain = noise && 10 ** ((speechDb - snrDb - noise.levelDb) / 20);
  let utterances = 0;
  let noiseAt = 0;
  let plan: Plan | undefined;
  let facts = emptyFacts();

  function planFor(samples: Int16Array): Plan {
    utterances += 1;
    const random = createRandom(seed, utterances);
    const speech = measureActiveSpeech(samples);
    const active = speech?.active ?? new Uint8Array(samples.length);
    const frames = Math.ceil(samples.length / frameSamples);
    if (noise) noiseAt = Math.floor(random() * noise.samples.length);
    const sound = noise && speech ? mix(samples, speech, noise) : undefined;
    if (sound) facts.snrDb.push(sound.snrDb);
    return {
      of: samples,
      clean: sound?.clean ?? samples,
      mixed: sound?.mixed ?? samples,
      lost: lossesIn(activeFrames(active, frames), share, random),
      delaysMs: delaysOf(frames, jitterMs, random),
    };
  }

  function mix(
    samples: Int16Array,
    { levelDb, active }: { levelDb: number; active: Uint8Array },
    { samples: background }: NamedNoise,
  ) {
    const at = (index: number) => background[(noiseAt + index) % background.length] ?? 0;
    const gain = 10 ** ((speechDb - levelDb) / 20);
    const voice = Float64Array.from(samples, (one) => (gain * one) / 32_768);
    let speech = 0;
    let behind = 0;
    for (const [index, isActive] of active.entries()) {
      if (!isActive) continue;
      speech += (voice[index] ?? 0) ** 2;
      behind += at(index) ** 2;
    }
    const noiseGain = Math.sqrt(speech / (behind + 1e-12)) * 10 ** (-snrDb / 20);
    const sum = voice.map((one, index) => one + noiseGain * at(index));
    const peak = sum.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const scale = 32_768 * Math.min(1, loudest / Math.max(peak, 1e-6));
    const clean = Int16Array.from(voice, (one) => clamp(scale * one));
    const mixed = Int16Array.from(sum, (one) => clamp(scale * one));
    noiseAt = (noiseAt + samples.length) % background.length;
    return { clean, mixed, snrDb: ratioDb(clean, mixed, active) };
  }

  function nextBackground(): Int16Array {
    const frame = new Int16Array(frameSamples);
    if (!noise || backgroundGain === undefined) return frame;
    for (let i = 0; i < frameSamples; i++) {
      const at = (noiseAt + i) % noise.samples.length;
      frame[i] = clamp(32_768 * backgroundGain * (noise.samples[at] ?? 0));
    }
    noiseAt = (noiseAt + frameSamples) % noise.samples.length;
    return frame;
  }

  return {
    next(of): FrameToSend {
      if (!of)
        return {
          clean: new Int16Array(frameSamples),
          samples: nextBackground(),
          isLost: between() < share,
          delayMs: delayOf(jitterMs, between),
        };
      if (plan?.of !== of.samples || of.index === 0) plan = planFor(of.samples);
      const { clean, mixed, lost, delaysMs } = plan;
      const isLost = lost[of.index] ?? false;
      const delayMs = delaysMs[of.index] ?? 0;
      facts.packets += 1;
      if (isLost) facts.lost += 1;
      // A packet waits for the one before it, so it leaves as late as that one at least.
      facts.delayMs = Math.max(delayMs, of.index === 0 ? 0 : facts.delayMs - frameMs);
      facts.delaySum += facts.delayMs;
      facts.latestMs = Math.max(facts.latestMs, facts.delayMs);
      return {
        clean: frameAt(clean, of.index),
        samples: frameAt(mixed, of.index),
        isLost,
        delayMs,
      };
    },
    takeFacts() {
      const { packets, lost, delaySum, latestMs, snrDb: ratios } = facts;
      facts = emptyFacts();
      return {
        seed,
        packets,
        lost,
        ...(jitterMs > 0 && {
          delayMs: { mean: Math.round(delaySum / Math.max(1, packets)), most: latestMs },
        }),
        ...(noise && {
          noise: {
            recording: noise.name,
            sha256: noise.sha256,
            // Several utterances: the one with the least noise, since more noise is the stronger claim.
            snrDb: ratios.length === 0 ? null : Number(Math.max(...ratios).toFixed(1)),
          },
        }),
      };
    },
  };
}

/** Seed of suites that set none: each run does the same. */
const seedDefault = 1;

interface Counted {
  packets: number;
  lost: number;
  delayMs: number;
  delaySum: number;
  latestMs: number;
  snrDb: number[];
}

const emptyFacts = (): Counted => ({
  ...{ packets: 0, lost: 0, snrDb: [] },
  ...{ delayMs: 0, delaySum: 0, latestMs: 0 },
});

function frameAt(samples: Int16Array, index: number): Int16Array {
  const frame = new Int16Array(frameSamples);
  frame.set(samples.subarray(index * frameSamples, (index + 1) * frameSamples));
  return frame;
}

function activeFrames(active: Uint8Array, frames: number): boolean[] {
  return Array.from({ length: frames }, (_, index) =>
    active.subarray(index * frameSamples, (index + 1) * frameSamples).some(Boolean),
  );
}

/**
 * Chooses the frames to lose. Of those with speech, it is the share rounded up: otherwise, a short utterance would seldom lose
 * any, and would seem to survive losses.
 */
function lossesIn(active: readonly boolean[], share: number, random: Random): boolean[] {
  const lost = active.map((isActive) => !isActive && random() < share);
  const left = active.flatMap((isActive, index) => (isActive ? [index] : []));
  const count = Math.ceil(share * left.length - 1e-9);
  for (let taken = 0; taken < count; taken++) {
    const [index] = left.splice(Math.floor(random() * left.length), 1);
    if (index !== undefined) lost[index] = true;
  }
  return lost;
}

const delaysOf = (frames: number, jitterMs: number, random: Random): number[] =>
  Array.from({ length: frames }, () => delayOf(jitterMs, random));

const delayOf = (jitterMs: number, random: Random): number => Math.floor(random() * (jitterMs + 1));

/** @returns the level of speech above the noise, measured in what is sent, in dB */
function ratioDb(clean: Int16Array, mixed: Int16Array, active: Uint8Array): number {
  let speech = 0;
  let noise = 0;
  for (const [index, isActive] of active.entries()) {
    if (!isActive) continue;
    const voice = clean[index] ?? 0;
    speech += voice ** 2;
    noise += ((mixed[index] ?? 0) - voice) ** 2;
  }
  return 10 * Math.log10((speech + 1) / (noise + 1));
}
