/**
 * Phone lines for the suite of lies: a leg that plays noise in real time, at a different loudness for each prompt, and a
 * recognizer that identifies the prompt by its loudness.
 */
import type { CallRequest, LegListener, MediaLeg } from '../channels/phone/media-leg.ts';
import type { SpeechToText, Transcript } from '../speech/speech.ts';
import { calibratedAt } from '../test/calibrated-at.ts';
import type { Bot } from './lie.ts';

/** A sound of a line: speech, a beep, music or a pause. */
export type Sound =
  | { says: string; confidence?: number }
  | { beepMs: number }
  | { musicMs: number }
  | { quietMs: number };

interface LineOptions {
  /** Sounds before the call is answered. */
  early?: Sound[];
  /**
   * Makes the recognizer's result, which can be wrong. `told` contains everything that the recognizer receives besides the
   * audio.
   */
  hears?(said: string, told: string): string;
}

const frameMs = 20;
const frameSamples = 160;
const spokenMs = 300;
/** Loudness that identifies a prompt. Beeps are quieter. */
const loudness = (prompt: number) => 3_000 + prompt * 100;

/** A line that greets with the first turn and answers each message or key with the next one. */
export const line = (
  turns: Sound[][],
  { early = [], hears = (said) => said }: LineOptions = {},
): Bot => {
  const prompts = [early, ...turns].flat().filter((sound) => 'says' in sound);
  const transcribe: SpeechToText = async (samples, ...about) => {
    const heard = promptsIn(samples).flatMap((index) => prompts[index] ?? []);
    const text = hears(heard.map(({ says }) => says).join(' '), JSON.stringify(about));
    const confidences = heard.map(({ confidence = 0.9 }) => confidence);
    return { text, confidence: Math.min(...confidences, 1) } satisfies Transcript;
  };
  return async () => ({
    port: 0,
    options: {
      phone: {
        allow: ['*'],
        trunks: [
          {
            name: 'stub',
            missing: async () => [],
            place: async ({ onEarlyAudio }) => createLeg(turns, early, onEarlyAudio),
          },
        ],
        speech: {
          transcribe,
          speak: async () => new Int16Array(frameSamples),
          requiredConfidence: calibratedAt(0.5),
          missing: async () => [],
        },
        callMsMax: 20_000,
      },
    },
    async [Symbol.asyncDispose]() {},
  });
};

function createLeg(
  turns: Sound[][],
  early: Sound[],
  onEarlyAudio: CallRequest['onEarlyAudio'],
): MediaLeg {
  const unheard: Int16Array[] = [];
  const silence = new Int16Array(frameSamples);
  let listener: LegListener | undefined;
  let endedBy: 'local' | 'remote' | undefined;
  let turn = 0;
  let prompt = 0;

  const soundsOf = (sounds: readonly Sound[]): Int16Array[] =>
    sounds.flatMap((sound) => {
      if ('says' in sound) return framesOf(spokenMs, noise(loudness(prompt++)));
      if ('beepMs' in sound) return framesOf(sound.beepMs, beep);
      return 'musicMs' in sound ? framesOf(sound.musicMs, music) : framesOf(sound.quietMs, () => 0);
    });

  const before = soundsOf(early);
  const answeredAt = performance.now();
  for (const [place, frame] of before.entries())
    onEarlyAudio(frame, answeredAt - (before.length - place) * frameMs);

  function takeTurn(): void {
    unheard.push(...soundsOf(turns[turn] ?? []));
    turn += 1;
  }

  // Simulates the delays of a busy machine: all sound that is due is delivered at once.
  let sentUntil = performance.now();
  const timer = setInterval(() => {
    for (; sentUntil + frameMs <= performance.now(); sentUntil += frameMs) {
      listener?.onAudio(unheard.shift() ?? silence, sentUntil + frameMs);
    }
  }, frameMs);

  return {
    setupMs: 1,
    ringingMs: undefined,
    codec: 'PCMU',
    tellsEarlyAudio: true,
    isTimed: false,
    listen(by) {
      listener = by;
      takeTurn();
    },
    async play() {
      takeTurn();
    },
    async press() {
      takeTurn();
    },
    stats: () => ({ packetsReceived: 1, packetsLost: 0, jitterMs: 0, largestGapMs: 0 }),
    endedBy: () => endedBy,
    async hangUp() {
      endedBy ??= 'local';
      clearInterval(timer);
    },
  };
}

function framesOf(ms: number, sample: (at: number) => number): Int16Array[] {
  return Array.from({ length: Math.round(ms / frameMs) }, (_, frame) =>
    Int16Array.from({ length: frameSamples }, (_, at) => sample(frame * frameSamples + at)),
  );
}

/** Noise of constant loudness without a clear tone; the sign is pseudorandom. */
const noise = (amplitude: number) => (at: number) =>
  Math.sin(at * at * 12.9898) > 0 ? amplitude : -amplitude;

const chords = [
  [262, 330, 392],
  [294, 370, 440],
  [330, 415, 494],
];
/** A sequence of chords, which are never as loud as speech. */
const music = (at: number) =>
  (chords[Math.floor(at / 3200) % chords.length] ?? []).reduce(
    (sum, frequency) => sum + Math.round(900 * Math.sin((2 * Math.PI * frequency * at) / 8_000)),
    0,
  );

const beep = (at: number) => Math.round(2_000 * Math.sin((2 * Math.PI * 1_000 * at) / 8_000));

function promptsIn(samples: Int16Array): number[] {
  const found = new Set<number>();
  for (const sample of samples) {
    const index = (Math.abs(sample) - loudness(0)) / 100;
    if (Number.isInteger(index) && index >= 0) found.add(index);
  }
  return [...found];
}
