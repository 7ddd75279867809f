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
  /** What was done to our own audio as the suite wanted; absent if it wanted nothing. */
  sent?: SentSpeechFacts;
  /** What the line seems to be; absent in runs of earlier versions. */
  line?: LineFacts;
  /** The packets that came from the far side; absent in runs of earlier versions, and on legs that show none. */
  network?: NetworkFacts;
}

/** Packets of a turn, and the range in which the mean opinion score of the E-model (ITU-T G.107) lies. */
export interface NetworkFacts {
  /** Packets that the far side sent, and how many of them were lost, or came too late for a phone to play. */
  packets: number;
  lost: number;
  late: number;
  /** Milliseconds in which Parley was too busy to see when packets arrived; absent if there were none. */
  stalledMs?: number;
  /** Assumptions of the suite; absent if it makes none. */
  delayMs?: number;
  lossConcealment?: boolean;
  score: { least: number; most: number } | { unknown: string };
}

/** The conditions under which our words of a turn were sent. */
export interface SentSpeechFacts {
  seed: number;
  /** Packets of our words, and how many of them were lost. 0 if we said nothing. */
  packets: number;
  lost: number;
  /** Delays of the packets in milliseconds; absent if they were not delayed. */
  delayMs?: { mean: number; most: number };
  /** Absent if no noise was added. */
  noise?: {
    recording: string;
    /** SHA-256 hash of the recording, in hexadecimal. */
    sha256: string;
    /** Level of our active speech above the noise, measured in what was sent; null if we said nothing. */
    snrDb: number | null;
  };
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

/** @returns the conditions for people: "noise street.wav at 10 dB, 3 of 97 packets lost, seed 7"; undefined if we said nothing */
export function sentInWords({
  seed,
  packets,
  lost,
  delayMs,
  noise,
}: SentSpeechFacts): string | undefined {
  if (packets === 0) return undefined;
  return [
    ...(noise ? [`noise ${noise.recording} at ${noise.snrDb ?? '–'} dB`] : []),
    `${lost} of ${packets} packets lost`,
    ...(delayMs ? [`delayed by ${delayMs.mean} ms on average, ${delayMs.most} ms at most`] : []),
    `seed ${seed}`,
  ].join(', ');
}

/** @returns the facts for people: "4.12 to 4.33 at an assumed delay of 150 ms, 2 of 250 packets lost, 1 late" */
export function networkInWords({ score, packets, lost, late, delayMs }: NetworkFacts): string {
  const assumed = delayMs === undefined ? '' : ` at an assumed delay of ${delayMs} ms`;
  return [
    'unknown' in score ? 'not available' : `${scoreInWords(score, delayMs)}${assumed}`,
    `${lost} of ${packets} packets lost`,
    ...(late > 0 ? [`${late} late`] : []),
  ].join(', ');
}

function scoreInWords(score: { least: number; most: number }, delayMs: number | undefined): string {
  const [least, most] = [score.least.toFixed(2), score.most.toFixed(2)];
  if (delayMs === undefined) return `${most} at most`;
  return least === most ? most : `${least} to ${most}`;
}
