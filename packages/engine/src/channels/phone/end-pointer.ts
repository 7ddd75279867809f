/**
 * Finds where speech begins and ends: compares the level of each 20 ms with the noise of the line,
 * and detects music. Music ends the speech before it and is not speech itself. Pure: takes audio
 * with its time, returns what is known so far.
 */
import { sampleRate } from '@parley/sip';
import { createMusicDetector } from './music-detector.ts';

const frameSamples = 160;
const frameMs = (1000 * frameSamples) / sampleRate;
/** Speech begins once this many of the last five are loud. */
const loudToBegin = 3;
/** Less than this, followed by silence, was a click. */
const shortestMs = 140;
const clickQuietMs = 400;
const quietest = 90;
const aboveNoise = 2.5;
const noiseMax = 600;
/** Music is detected from the last seconds, so loud frames are kept for that long. */
const rememberedMs = 6000;

export interface EndPointer {
  hear(samples: Int16Array, at: number): void;
  /** Discards the audio so far; `at` is the current time. */
  reset(at: number): void;
  /** Undefined before speech begins. */
  speech(): Speaking | undefined;
  isMusic(): boolean;
}

interface Speaking {
  /** Start by `performance.now()`. */
  beganAt: number;
  lastLoudAt: number;
  /** Total length of the loud frames. */
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
  const detector = createMusicDetector();
  const loudTimes: number[] = [];
  /** Time until which the audio was discarded. */
  let resetAt = Number.NEGATIVE_INFINITY;

  function hearFrame(frame: Int16Array, at: number): void {
    const loudness = rootMeanSquare(frame);
    const isLoud = loudness > Math.max(quietest, aboveNoise * noise);
    // Falls at once and rises slowly: speech is no noise, a line that hums is.
    noise = Math.min(noiseMax, loudness < noise ? loudness : noise * 1.005 + 0.05);
    if (isLoud) loudTimes.push(at);
    while ((loudTimes[0] ?? at) < at - rememberedMs) loudTimes.shift();
    const change = detector.hear({ samples: frame, loudness, isLoud, at });
    if (change?.kind === 'music') endAtMusic(change.since);
    if (change?.kind === 'speech') beginAfterMusic(change.since, at);
    if (detector.isMusic() || change) return;
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

  /** Removes sound since then from the speech, because it was music. The speech may vanish altogether. */
  function endAtMusic(since: number): void {
    recent = [];
    if (!speaking) return;
    const lastLoudAt = loudTimes.findLast((at) => at <= since) ?? since;
    const loudAfter = loudTimes.filter((at) => at > lastLoudAt).length;
    const loudMs = speaking.loudMs - loudAfter * frameMs;
    speaking = loudMs < shortestMs ? undefined : { ...speaking, lastLoudAt, loudMs };
  }

  function beginAfterMusic(since: number, at: number): void {
    const beganAt = Math.max(since, resetAt);
    const loud = loudTimes.filter((time) => time > beganAt);
    pauseMs = 0;
    recent = [];
    const loudMs = loud.length * frameMs;
    speaking = { beganAt, lastLoudAt: loud.at(-1) ?? at, loudMs, longestPauseMs: 0 };
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
    reset(at) {
      resetAt = at;
      recent = [];
      speaking = undefined;
    },
    speech: () => speaking && { ...speaking },
    isMusic: detector.isMusic,
  };
}

function rootMeanSquare(frame: Int16Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return Math.sqrt(sum / frame.length);
}
