/** Turn-taking on a call: speaks, presses keys, and waits for a prompt until it ends. Used with all kinds of legs. */
import { silenceAfterKeyMs } from '@parley/sip';
import { createWait } from '../wait.ts';
import { hasBeep } from './beep.ts';
import { createEndPointer } from './end-pointer.ts';
import type { EndedBy, MediaLeg } from './media-leg.ts';
import { createRecording, type Recording } from './recording.ts';

export interface PhoneLine {
  say(samples: Int16Array): Promise<void>;
  press(keys: string): Promise<void>;
  /** Waits for a prompt. Undefined if no speech began in time, or if the call is over and all its prompts were returned. */
  hear(until: Hearing): Promise<Prompt | undefined>;
  /** Listens for a beep after the last prompt, without consuming audio. */
  hearsBeep(until: number): Promise<boolean>;
  /** Time when the last utterance had been sent, or the call was answered. */
  saidAt(): number;
  /** True if any audio arrived. */
  hasHeard(): boolean;
  /** True if music is playing and nobody speaks. */
  playsMusic(): boolean;
  endedBy(): EndedBy | undefined;
  recording: Recording;
}

/** Words that we speak while the far side does. */
export interface Interjecting {
  samples: Int16Array;
  /** Milliseconds after the start of their speech. */
  afterMs: number;
  /** True if the prompt starts anew after it; otherwise it goes on. */
  isInterruption: boolean;
  onStart(at: number): void;
  onEnd(at: number): void;
}

interface Hearing {
  /** Time of `performance.now()` by which speech must begin. */
  until: number;
  interjecting?: Interjecting | undefined;
  /** True to cut speech off at `until`. */
  cuts: boolean;
  /** Silence that ends the prompt. */
  quietMs: number;
  promptMs: number;
}

export interface Prompt {
  samples: Int16Array;
  /** Samples with more audio before and after them, for comparisons of sound. */
  around: Int16Array;
  /** Start by `performance.now()`. */
  beganAt: number;
  speechMs: number;
  /** The longest pause within the speech. */
  longestPauseMs: number;
  /** Time from the last sound until the prompt was considered over. */
  silenceMs: number;
  /** Audio from shortly before the last sound until the prompt was considered over. */
  ending: Int16Array;
  /** Event that ended the prompt. */
  end: 'silence' | 'music' | 'hang-up' | 'cut' | 'limit';
  /** Keys that the far side pressed during the prompt. */
  keys: string;
}

/** Audio that is kept before and after a prompt, because recognizers need some silence, and speech can begin softly. */
const marginMs = 200;
/**
 * Audio around a prompt for sound comparisons. It is longer, because the ends are less certain if a busy machine receives audio
 * late.
 */
const aroundMs = 500;
/** Length of the end of a prompt that decides how it ended. */
const endingMs = 500;

/** Opens a line. With `early`, the call is added to the recording of the audio before the answer. */
export function openPhoneLine(leg: MediaLeg, secondsMax: number, early?: Recording): PhoneLine {
  const answeredAt = performance.now();
  const recording = early ?? createRecording(answeredAt, secondsMax);
  const endPointer = createEndPointer();
  const wait = createWait();
  let saidAt = answeredAt;
  let heardFrom = answeredAt;
  let hasHeard = false;
  let keys = '';
  /** Offsets of the prompt's start and last sound in the recording, in milliseconds. */
  const later = { began: 0, lastLoud: 0 };

  leg.listen({
    onAudio(samples, at, endedAt) {
      hasHeard = true;
      const laterMs = recording.heard(samples, at, endedAt);
      const before = endPointer.speech();
      endPointer.hear(samples, at);
      const speech = endPointer.speech();
      if (speech && !before) later.began = laterMs;
      if (speech?.lastLoudAt !== before?.lastLoudAt) later.lastLoud = laterMs;
      wait.end();
    },
    onSent: recording.sent,
    onKey(key) {
      keys += key;
    },
    onEnd: () => wait.end(),
  });

  async function play(samples: Int16Array): Promise<void> {
    if (!leg.isTimed) recording.said(samples, performance.now());
    await leg.play(samples);
  }

  /** Starts a new turn: all sound until now, except for the last `silentMs`, belongs to the previous prompt. */
  function turnOver(silentMs = 0): void {
    saidAt = performance.now();
    heardFrom = saidAt - silentMs;
    keys = '';
    endPointer.reset(saidAt);
  }

  function endOf({ until, cuts, quietMs, promptMs }: Hearing): Prompt['end'] | 'none' | undefined {
    const now = performance.now();
    const speech = endPointer.speech();
    if (leg.endedBy()) return speech ? 'hang-up' : 'none';
    if (!speech) return now >= until ? 'none' : undefined;
    if (now - speech.lastLoudAt >= quietMs) return endPointer.isMusic() ? 'music' : 'silence';
    if (cuts && now >= until) return 'cut';
    return now - speech.beganAt >= promptMs ? 'limit' : undefined;
  }

  return {
    recording,
    saidAt: () => saidAt,
    hasHeard: () => hasHeard,
    playsMusic: endPointer.isMusic,
    endedBy: leg.endedBy,
    async say(samples) {
      await play(samples);
      turnOver();
    },
    async press(pressed) {
      await leg.press(pressed);
      // Fast lines answer as soon as the key ends. Without some audio before their first word, recognizers are uncertain.
      turnOver(silenceAfterKeyMs);
    },
    async hearsBeep(until) {
      for (;;) {
        const now = performance.now();
        const from = Math.max(heardFrom, now - endingMs);
        if (hasBeep(recording.between(from + later.lastLoud, now + later.lastLoud))) return true;
        if (now >= until || leg.endedBy()) return false;
        await wait.until(now + 50);
      }
    },
    async hear({ interjecting, ...hearing }) {
      const waitMs = hearing.until - performance.now();
      let planned = interjecting;
      let isInterrupting = false;
      const interject = (one: Interjecting) => {
        one.onStart(performance.now());
        isInterrupting = one.isInterruption;
        void play(one.samples).then(() => {
          if (!one.isInterruption) return one.onEnd(performance.now());
          isInterrupting = false;
          turnOver();
          one.onEnd(saidAt);
          hearing.until = saidAt + waitMs;
          wait.end();
        });
      };
      for (;;) {
        const speech = endPointer.speech();
        if (planned && speech && performance.now() - speech.beganAt >= planned.afterMs) {
          interject(planned);
          planned = undefined;
        }
        const end = isInterrupting && !leg.endedBy() ? undefined : endOf(hearing);
        if (end === 'none') return undefined;
        if (!end || !speech) {
          await wait.until(performance.now() + 50);
          continue;
        }
        const now = performance.now();
        const from = Math.max(heardFrom, speech.beganAt - marginMs);
        const until = Math.min(now, speech.lastLoudAt + marginMs);
        const samples = recording.between(from + later.began, until + later.lastLoud);
        const aroundFrom = Math.max(heardFrom, speech.beganAt - aroundMs);
        const aroundUntil = end === 'music' ? until : Math.min(now, speech.lastLoudAt + aroundMs);
        const prompt: Prompt = {
          samples,
          around: recording.between(aroundFrom + later.began, aroundUntil + later.lastLoud),
          beganAt: speech.beganAt,
          speechMs: Math.round(speech.lastLoudAt - speech.beganAt),
          longestPauseMs: Math.round(speech.longestPauseMs),
          silenceMs: Math.round(now - speech.lastLoudAt),
          ending: recording.between(
            speech.lastLoudAt - endingMs + later.lastLoud,
            (end === 'music' ? speech.lastLoudAt : now) + later.lastLoud,
          ),
          end,
          keys,
        };
        heardFrom = now;
        keys = '';
        endPointer.reset(now);
        return prompt;
      }
    },
  };
}
