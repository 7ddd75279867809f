/**
 * Where speech begins and ends, by how loud each 20 ms are against the noise of the line. Pure: audio
 * with its time goes in, what is known so far comes out.
 */
import { sampleRate } from '@parley/sip';

const frameSamples = 160;
const frameMs = (1000 * frameSamples) / sampleRate;
/** Speech begins with so many loud frames out of the last five. */
const loudToBegin = 3;
/** Less than this, followed by silence, was a click. */
const shortestMs = 140;
const clickQuietMs = 400;
const quietest = 90;
const aboveNoise = 2.5;
const noiseMax = 600;

export interface EndPointer {
  hear(samples: Int16Array, at: number): void;
  /** Nothing was heard yet. */
  reset(): void;
  /** Undefined before speech begins. */
  speech(): Speaking | undefined;
}

export interface Speaking {
  /** Of `performance.now()`. */
  beganAt: number;
  lastLoudAt: number;
  /** Loud frames. */
  loudMs: number;
  longestPauseMs: number;
}

export function createEndPointer(): EndPointer {
  let noise = quietest;
  let rest = new Int16Array();
  let recent: boolean[] = [];
  let speaking: Speaking | undefined;
  // Counted and not timed: packets may come late and several at once.
  let pauseMs = 0;

  function hearFrame(frame: Int16Array, at: number): void {
    const loudness = rootMeanSquare(frame);
    const isLoud = loudness > Math.max(quietest, aboveNoise * noise);
    // Falls at once and rises slowly: speech is no noise, a line that hums is.
    noise = Math.min(noiseMax, loudness < noise ? loudness : noise * 1.005 + 0.05);
    if (!speaking) {
      maybeBegin(isLoud, at);
      return;
    }
    if (isLoud) {
      speaking.longestPauseMs = Math.max(speaking.longestPauseMs, pauseMs);
      pauseMs = 0;
      speaking.lastLoudAt = at;
      speaking.loudMs += frameMs;
      return;
    }
    pauseMs += frameMs;
    if (speaking.loudMs < shortestMs && pauseMs > clickQuietMs) {
      speaking = undefined;
      recent = [];
    }
  }

  function maybeBegin(isLoud: boolean, at: number): void {
    recent = [...recent.slice(-4), isLoud];
    const loud = recent.filter(Boolean).length;
    if (!isLoud || loud < loudToBegin) return;
    const beganAt = at - frameMs * (recent.length - recent.indexOf(true));
    pauseMs = 0;
    speaking = { beganAt, lastLoudAt: at, loudMs: loud * frameMs, longestPauseMs: 0 };
  }

  return {
    hear(samples, at) {
      const whole = new Int16Array(rest.length + samples.length);
      whole.set(rest);
      whole.set(samples, rest.length);
      const frames = Math.floor(whole.length / frameSamples);
      for (let i = 0; i < frames; i++) {
        // Several frames at once were said one after the other.
        const frameAt = at - (frames - 1 - i) * frameMs;
        hearFrame(whole.subarray(i * frameSamples, (i + 1) * frameSamples), frameAt);
      }
      rest = whole.slice(frames * frameSamples);
    },
    reset() {
      recent = [];
      speaking = undefined;
    },
    speech: () => speaking && { ...speaking },
  };
}

function rootMeanSquare(frame: Int16Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return Math.sqrt(sum / frame.length);
}
