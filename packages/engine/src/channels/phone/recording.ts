/** Records both sides of a call on one timeline, as a person would have heard it. */
import { printWav, sampleRate } from '@parley/sip';

export interface Recording {
  /**
   * Records received audio. Returns how much later than `at` the samples end in the recording, in milliseconds: late and
   * simultaneous samples are recorded one after another.
   */
  heard(samples: Int16Array, at: number): number;
  said(samples: Int16Array, at: number): void;
  /** Audio between two moments of the recording, in the time of `performance.now()`. */
  between(from: number, to: number): Int16Array;
  /** Marks the moment of the answer, for listeners. */
  markAnswer(at: number): void;
  /** A stereo WAV file from a given moment on: the far side on the left, ours on the right. */
  wavSince(from: number): Buffer;
}

/**
 * Length from which a gap is filled with silence. It is longer than a line or a busy machine may delay audio; filling shorter
 * gaps would tear late audio apart.
 */
const holeSamples = sampleRate;

export function createRecording(startedAt: number, secondsMax: number): Recording {
  const heard = createTrack(secondsMax * sampleRate);
  const said = createTrack(secondsMax * sampleRate);
  const placeOf = (at: number) => Math.max(0, Math.round(((at - startedAt) * sampleRate) / 1000));
  let answer: number | undefined;
  return {
    heard(samples, at) {
      const place = placeOf(at) - samples.length;
      const start = place - heard.length() > holeSamples ? place : heard.length();
      heard.put(samples, start);
      return startedAt + ((start + samples.length) * 1000) / sampleRate - at;
    },
    said(samples, at) {
      said.put(samples, Math.max(said.length(), placeOf(at)));
    },
    between: (from, to) => heard.slice(placeOf(from), placeOf(to)),
    markAnswer(at) {
      answer = placeOf(at);
    },
    wavSince(from) {
      const start = placeOf(from);
      const channels = [heard.slice(start), said.slice(start)];
      const isMarked = answer !== undefined && answer > start;
      const marks = isMarked ? [{ at: (answer ?? 0) - start, label: 'Answered' }] : [];
      return printWav({ sampleRate, channels }, marks);
    },
  };
}

function createTrack(samplesMax: number) {
  let samples = new Int16Array(30 * sampleRate);
  let length = 0;
  return {
    length: () => length,
    put(more: Int16Array, at: number) {
      const end = at + more.length;
      if (end > samplesMax) return;
      if (end > samples.length) {
        const larger = new Int16Array(Math.min(samplesMax, 2 * end));
        larger.set(samples.subarray(0, length));
        samples = larger;
      }
      samples.set(more, at);
      length = Math.max(length, end);
    },
    slice: (from: number, to = length) =>
      samples.slice(Math.min(from, length), Math.min(to, length)),
  };
}
