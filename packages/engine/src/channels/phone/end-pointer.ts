/**
 * Finds the start and end of speech: compares the level of each 20 ms with the noise of the line, and detects music. Music ends
 * the speech before it and is not speech itself. Depends only on the audio and times that it is given.
 */
import { sampleRate } from '@parley/sip';
import { createMusicDetector } from './music-detector.ts';

const frameSamples = 160;
const frameMs = (1000 * frameSamples) / sampleRate;
/** Speech begins once this many of the last five frames are loud. */
const loudToBegin = 3;
/** Minimum length of speech; a shorter sound followed by silence is a click. */
const shortestMs = 140;
const clickQuietMs = 400;
const quietest = 90;
const aboveNoise = 2.5;
const noiseMax = 600;
/** Time for which loud frames are remembered, because music is detected only after several seconds. */
const rememberedMs = 6000;

export interface EndPointer {
  hear(samples: Int16Array, at: number): void;
  /** Discards the audio so far; `at` is the current time. */
  reset(at: number): void;
  /** Speech since the last reset; undefined until it begins. */
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
  // Counted in frames rather than measured, because packets can arrive late or several at a time.
  let pauseMs = 0;
  const detector = createMusicDetector();
  const loudTimes: number[] = [];
  /** Time of the last reset. */
  let resetAt = Number.NEGATIVE_INFINITY;

  function hearFrame(frame: Int16Array, at: number): void {
    const loudness = rootMeanSquare(frame);
    const isLoud = loudness > Math.max(quietest, aboveNoise * noise);
    // Falls immediately and rises slowly, so that it follows a humming line, but not speech.
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

  /**
   * Removes the sound after this time from the speech, because it was music. If too little remains, the speech is discarded.
   */
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
        // Frames that arrive together follow one another in time.
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
