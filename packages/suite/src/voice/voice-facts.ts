/** What was measured of a turn on a call: who spoke when, on one clock. Plain data, stored with the turn. */

/** A stretch of time in milliseconds from the start of the step's recording. */
export type VoiceSpan = [from: number, to: number];

export interface VoiceFacts {
  /** When we spoke or pressed keys, and when the far side spoke. */
  ours: VoiceSpan[];
  theirs: VoiceSpan[];
  /** When only our own audio came back. Absent if it did not. */
  echo?: VoiceSpan[];
  /** Delay of that echo. */
  echoMs?: number;
  /** Level of their speech above the noise of the line, in dB; null if nobody spoke. */
  snrDb: number | null;
  /** From the end of our speech to the start of theirs. */
  response: VoiceFigure;
  /** The longest silence of both after we spoke. */
  deadAir: VoiceFigure;
  /** Time in which both spoke. */
  overlap: VoiceFigure;
  /** What was said while they were speaking, and when. Absent if nothing was. */
  interjection?: { kind: 'interrupt' | 'backchannel'; text: string; span: VoiceSpan };
  /** From the start of an interruption to the end of their speech before a silence. Absent without one. */
  yields?: VoiceFigure;
  /** Time for which they went on after the end of a backchannel. Absent without one. */
  goesOn?: VoiceFigure;
}

/** A measured duration, or why there is none. */
export type VoiceFigure = MeasuredFigure | { unknown: string };

export interface MeasuredFigure {
  ms: number;
  /** It may be this much shorter or longer. */
  errorMs: number;
  /** Its place in the step's recording. */
  fromMs: number;
  toMs: number;
  /** True if it was still going on when the turn ended. */
  isAtLeast?: true;
  /** Silence after which they spoke on at once, so that they may only have taken a breath. */
  resumedAfterMs?: number;
}

/** @returns the figure for people: "0.84 s (±0.04 s)" */
export function figureInWords(figure: VoiceFigure): string {
  if ('unknown' in figure) return 'not available';
  const { ms, errorMs, isAtLeast } = figure;
  return `${isAtLeast ? 'at least ' : ''}${seconds(ms)} (±${seconds(errorMs)})`;
}

const seconds = (ms: number) => `${Number((ms / 1000).toFixed(2))} s`;
