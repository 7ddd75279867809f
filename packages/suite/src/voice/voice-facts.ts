/** Measurements of a turn on a call: who spoke when, on one clock. Plain data, stored with the turn. */
import type { Interjection } from './interjection.ts';
import type { LineFacts } from './line-facts.ts';

/** A time span in milliseconds from the start of the step's recording. */
export type VoiceSpan = [from: number, to: number];

export interface VoiceFacts {
  /** When Parley spoke or pressed keys. `theirs`: when the far side spoke. */
  ours: VoiceSpan[];
  theirs: VoiceSpan[];
  /** When only Parley's own audio came back; absent if it did not. */
  echo?: VoiceSpan[];
  /** Delay of the echo in milliseconds. */
  echoMs?: number;
  /** Level of the far side's speech above the noise of the line, in dB; null if it did not speak. */
  snrDb: number | null;
  /** Time from the end of Parley's speech to the start of the far side's. */
  response: VoiceFigure;
  /** Longest silence of both sides after Parley spoke. */
  deadAir: VoiceFigure;
  /** Time during which both sides spoke. */
  overlap: VoiceFigure;
  /** What the suite wanted to be said while they were speaking, even if that was not done or cannot be timed. */
  planned?: Interjection;
  /** What was said while they were speaking, and when. Absent if nothing was. */
  interjection?: { kind: 'interrupt' | 'backchannel'; text: string; span: VoiceSpan };
  /** From the start of an interruption to the end of their speech before a silence. Absent without one. */
  yields?: VoiceFigure;
  /** Time for which the far side went on speaking after a backchannel; absent without one. */
  goesOn?: VoiceFigure;
  /** What the line seems to be; absent in runs of earlier versions. */
  line?: LineFacts;
}

/** A measured duration, or why there is none. */
export type VoiceFigure = MeasuredFigure | { unknown: string };

export interface MeasuredFigure {
  ms: number;
  /** Maximum measurement error in milliseconds, in either direction. */
  errorMs: number;
  /** Start in the step's recording, in milliseconds. `toMs` is the end. */
  fromMs: number;
  toMs: number;
  /** True if it was still going on at the end of the turn, so that `ms` is a lower bound. */
  isAtLeast?: true;
  /** Length of a short silence after which the far side went on speaking, in milliseconds. It may have been just a breath. */
  resumedAfterMs?: number;
}

/** @returns the figure for people: "0.84 s (±0.04 s)" */
export function figureInWords(figure: VoiceFigure): string {
  if ('unknown' in figure) return 'not available';
  const { ms, errorMs, isAtLeast } = figure;
  return `${isAtLeast ? 'at least ' : ''}${seconds(ms)} (±${seconds(errorMs)})`;
}

const seconds = (ms: number) => `${Number((ms / 1000).toFixed(2))} s`;
