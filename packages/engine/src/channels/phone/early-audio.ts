/** Audio before a call is answered: announcements, tones and music. */
import { sampleRate } from '@parley/sip';
import { createEndPointer } from './end-pointer.ts';
import { createRecording, type Recording } from './recording.ts';
import { withoutTones } from './tones.ts';

export interface EarlyAudio {
  /** Adds audio that arrived at `at`. `endedAt` is when it would have ended without delays, if known. */
  hear(samples: Int16Array, at: number, endedAt?: number): void;
  /** Time of the first sound by `performance.now()`; undefined if there was none. */
  startedAt(): number | undefined;
  /** Recording of the early audio, which continues through the call; undefined if there was no sound. */
  recording(): Recording | undefined;
  pieces(options: PieceOptions): EarlyPiece[];
}

export interface PieceOptions {
  /** A piece ends after this much silence. */
  quietMs: number;
  promptMs: number;
  /** Event that ended the early audio, and thereby its last piece. */
  end: 'answer' | 'refusal';
}

/** A piece of speech within the early audio. */
export interface EarlyPiece {
  samples: Int16Array;
  /** Time from the start of the early audio to the start of the piece. */
  fromMs: number;
  speechMs: number;
  longestPauseMs: number;
  end: 'silence' | 'music' | 'limit' | PieceOptions['end'];
}

const frameSamples = 160;
const frameMs = (1000 * frameSamples) / sampleRate;
const marginMs = 200;
const shortestMs = 140;

/** Records early audio. The recording, with the call after it, is limited to `secondsMax` seconds. */
export function createEarlyAudio(secondsMax: number): EarlyAudio {
  let startedAt: number | undefined;
  let endedAt = 0;
  let recording: Recording | undefined;
  return {
    hear(samples, at, heardAt) {
      startedAt ??= (heardAt ?? at) - (samples.length * 1000) / sampleRate;
      recording ??= createRecording(startedAt, secondsMax);
      endedAt = at + recording.heard(samples, at, heardAt);
    },
    startedAt: () => startedAt,
    recording: () => recording,
    pieces: (options) =>
      recording && startedAt !== undefined
        ? piecesIn(recording.between(startedAt, endedAt), options)
        : [],
  };
}

/** Finds the pieces of speech; tones and music are left out. */
export function piecesIn(
  sound: Int16Array,
  { quietMs, promptMs, end }: PieceOptions,
): EarlyPiece[] {
  const samples = withoutTones(sound);
  const endPointer = createEndPointer();
  const pieces: EarlyPiece[] = [];
  const take = (how: EarlyPiece['end'], at: number) => {
    const speech = endPointer.speech();
    if (!speech || speech.loudMs < shortestMs) return;
    const { beganAt, lastLoudAt, longestPauseMs } = speech;
    pieces.push({
      samples: samples.slice(
        samplesOf(Math.max(0, beganAt - marginMs)),
        samplesOf(lastLoudAt + marginMs),
      ),
      fromMs: Math.round(beganAt),
      speechMs: Math.round(lastLoudAt - beganAt),
      longestPauseMs: Math.round(longestPauseMs),
      end: how,
    });
    endPointer.reset(at);
  };
  let at = 0;
  for (let from = 0; from + frameSamples <= samples.length; from += frameSamples) {
    at += frameMs;
    endPointer.hear(samples.subarray(from, from + frameSamples), at);
    const speech = endPointer.speech();
    if (!speech) continue;
    if (at - speech.lastLoudAt >= quietMs) take(endPointer.isMusic() ? 'music' : 'silence', at);
    else if (at - speech.beganAt >= promptMs) take('limit', at);
  }
  take(end, at);
  return pieces;
}

const samplesOf = (ms: number) => Math.round((ms * sampleRate) / 1000);
