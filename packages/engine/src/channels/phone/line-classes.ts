/** Follows a call to find what its line is: remembers the words since we last spoke or pressed keys. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LineClass, LineFacts } from '@parley/suite';
import { classifyLine, type LineWords } from '../../line/classify-line.ts';
import { asksForMessage } from '../../line/line-words.ts';
import type { Heard } from '../../speech/hear.ts';
import type { MediaLeg } from './media-leg.ts';
import type { PhoneLine, Prompt } from './phone-line.ts';

interface Call {
  leg: MediaLeg;
  line: PhoneLine;
  locale: string;
  /** ISO 3166 code of the line's country, if known. */
  country: string | undefined;
  /** Start of the recording by `performance.now()`; earlier than `answeredAt` if there was early audio. */
  recordedFrom: number;
  answeredAt: number;
}

export interface LineClasses {
  /** Adds the recognized words of a prompt. */
  heard(prompt: Pick<Prompt, 'beganAt' | 'speechMs'>, heard: Heard): void;
  /** Starts anew, because we spoke or pressed keys. */
  addressed(): void;
  /**
   * Classifies the line at the end of a turn that began at `from`, if it is asked for classes: this takes processor time that
   * other calls need. If it is asked for a voicemail, it listens a moment longer if the words are those of a recorder.
   */
  classify(from: number, asked: readonly LineClass[]): Promise<LineFacts | undefined>;
}

/** Maximum milliseconds of audio that are looked at. */
const windowMs = 30_000;
/** Maximum time that recorders take before they beep, and the silence after it that shows that they listen, in milliseconds. */
const beepWaitMs = 3000;
const listensMs = 600;

export function createLineClasses(call: Call): LineClasses {
  const { leg, line, locale, country, recordedFrom, answeredAt } = call;
  let words: (LineWords & { at: number })[] = [];
  let isAddressed = false;
  let isFirst = true;

  async function waitForBeep(): Promise<void> {
    const mayRecord = words.some(({ text }) => asksForMessage(text));
    if (!mayRecord || leg.endedBy()) return;
    if (await line.hearsBeep(performance.now() + beepWaitMs)) await sleep(listensMs);
  }

  return {
    heard({ beganAt, speechMs }, { text, isUnsure, sureText }) {
      words.push({
        text,
        sureText: isUnsure ? sureText : text,
        isSure: !isUnsure,
        at: beganAt,
        fromMs: 0,
        toMs: speechMs,
      });
    },
    addressed() {
      words = [];
      isAddressed = true;
    },
    async classify(turnFrom, asked) {
      const containsAnswer = isFirst;
      isFirst = false;
      if (asked.length === 0) return undefined;
      if (asked.includes('voicemail')) await waitForBeep();
      const now = performance.now();
      const since = isAddressed ? line.saidAt() : recordedFrom;
      const from = Math.max(recordedFrom, Math.min(since, turnFrom), now - windowMs);
      const answeredMs = containsAnswer ? whenAnswered(from) : undefined;
      const { heard } = line.recording.legsBetween(from, now);
      return classifyLine({
        samples: heard,
        fromMs: Math.max(0, turnFrom - from),
        sinceMs: Math.max(0, since - from),
        words: words.map(({ at, toMs, ...word }) => ({
          ...word,
          fromMs: at - from,
          toMs: at - from + toMs,
        })),
        locale,
        country,
        answeredMs,
      });
    },
  };

  function whenAnswered(from: number): number | 'unknown' {
    return leg.tellsEarlyAudio ? Math.max(0, answeredAt - from) : 'unknown';
  }
}
