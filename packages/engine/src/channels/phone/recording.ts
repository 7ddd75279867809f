/** Records both sides of a call on one timeline. All measurements of time rely on it; a turn is a part of it. */
import { printWav, sampleRate } from '@parley/sip';

export interface Recording {
  /**
   * Records received audio. With `endedAt`, the audio is placed where it would have been heard without delays, and pauses
   * absorb the difference. Otherwise, late and simultaneous samples follow one another. Returns by how many milliseconds the
   * samples end later in the recording than at `at`.
   */
  heard(samples: Int16Array, at: number, endedAt?: number): number;
  /** Records audio that is about to be sent, if the leg does not know when it leaves. */
  said(samples: Int16Array, at: number): void;
  /**
   * Records sent audio as it leaves. `asSent` is our voice with everything that was added to it: it is heard in the recording,
   * and measurements use our voice alone.
   */
  sent(samples: Int16Array, at: number, endedAt: number, asSent?: Int16Array): void;
  /** Returns received audio between two moments, in the time of `performance.now()`. */
  between(from: number, to: number): Int16Array;
  /** Returns both sides between two moments. */
  legsBetween(from: number, to: number): Legs;
  /** Adds a mark at the moment of the answer to the recording. */
  markAnswer(at: number): void;
  /** Returns a stereo WAV file from a given moment on, with the far side on the left and ours on the right. */
  wavSince(from: number): Buffer;
}

/** Audio of both sides that began at the same moment. */
interface Legs {
  heard: Int16Array;
  said: Int16Array;
  /** Our side with everything that was added to our voice; absent if nothing was. */
  aired?: Int16Array;
  /**
   * Largest displacement of audio from its true position, in milliseconds: packets that left late, or audio without a pause to
   * absorb the difference.
   */
  displacedMs: number;
}

/**
 * Minimum length of a gap that is filled with silence. It is longer than delays on a line or a busy machine; filling shorter
 * gaps would tear late audio apart.
 */
const holeSamples = sampleRate;
/** Maximum deviation for which audio stays in one piece. */
const slackSamples = sampleRate / 200;
/** Loudest sample of a pause. Pauses can be shortened or lengthened. */
const pauseLoudest = 200;
/** Minimum deviation that is remembered. */
const displacedMsMin = 10;
/** Received packets whose delays are compared: one second. */
const comparedDelays = 50;
/** Missing audio at the end that counts as silence. */
const missingSamples = sampleRate / 2;

export function createRecording(startedAt: number, secondsMax: number): Recording {
  const heard = createTrack(secondsMax * sampleRate);
  const said = createTrack(secondsMax * sampleRate);
  /** Our side with what was added to our voice, at the same places. */
  let aired: Track | undefined;
  const placeOf = (at: number) => Math.max(0, Math.round(((at - startedAt) * sampleRate) / 1000));
  const timeOf = (place: number) => startedAt + (place * 1000) / sampleRate;
  let answer: number | undefined;
  const delays: number[] = [];

  /** @returns the shortest delay of the last received packets. If it stays large, their timestamps may be wrong. */
  function leastDelay(delayMs: number): number {
    delays.push(delayMs);
    if (delays.length > comparedDelays) delays.shift();
    return delays.length < comparedDelays ? 0 : Math.min(...delays);
  }

  /**
   * @param lateMs how late the samples passed, as far as that makes their place uncertain
   * @returns the place at which the samples end
   */
  function putInTime(
    track: Track,
    samples: Int16Array,
    { endedAt, lateMs, asSent }: { endedAt: number; lateMs: number; asSent?: Int16Array },
  ): number {
    const wanted = placeOf(endedAt) - samples.length;
    const drift = wanted - track.length();
    const isQuiet = samples.every(isQuietSample);
    const isPause = isQuiet && Math.abs(drift) > slackSamples;
    let piece = samples;
    let start = track.length();
    const isFirst = track.length() === 0;
    if (isFirst || drift > holeSamples || (isPause && drift > 0)) start = Math.max(0, wanted);
    else if (isPause) piece = samples.subarray(Math.min(samples.length, -drift));
    track.put(piece, start);
    if (asSent) aired?.put(asSent.subarray(0, piece.length), start);
    const end = start + piece.length;
    const offMs = Math.max(Math.abs(timeOf(end) - endedAt), lateMs);
    if (!isQuiet && offMs > displacedMsMin) track.displace(start, end, offMs);
    return end;
  }

  function put(samples: Int16Array, at: number): number {
    const place = placeOf(at) - samples.length;
    const start = place - heard.length() > holeSamples ? place : heard.length();
    heard.put(samples, start);
    return start + samples.length;
  }

  return {
    heard: (samples, at, endedAt) =>
      timeOf(
        endedAt === undefined
          ? put(samples, at)
          : putInTime(heard, samples, { endedAt, lateMs: leastDelay(at - endedAt) }),
      ) - at,
    said(samples, at) {
      said.put(samples, Math.max(said.length(), placeOf(at)));
    },
    sent(samples, at, endedAt, asSent) {
      if (asSent && !aired) aired = createTrack(secondsMax * sampleRate);
      const added = aired && { asSent: asSent ?? samples };
      putInTime(said, samples, { endedAt, lateMs: at - endedAt, ...added });
    },
    between: (from, to) => heard.slice(placeOf(from), placeOf(to)),
    legsBetween(from, to) {
      const [start, end] = [placeOf(from), placeOf(to)];
      return {
        heard: withSilence(heard.slice(start, end), end - start),
        said: withSilence(said.slice(start, end), end - start),
        ...(aired && { aired: withSilence(aired.slice(start, end), end - start) }),
        displacedMs: Math.max(heard.displacedMs(start, end), said.displacedMs(start, end)),
      };
    },
    markAnswer(at) {
      answer = placeOf(at);
    },
    wavSince(from) {
      const start = placeOf(from);
      const channels = [heard.slice(start), (aired ?? said).slice(start)];
      const isMarked = answer !== undefined && answer > start;
      const marks = isMarked ? [{ at: (answer ?? 0) - start, label: 'Answered' }] : [];
      return printWav({ sampleRate, channels }, marks);
    },
  };
}

/** Some lines send nothing in silence. A few packets that are still on their way are no silence. */
function withSilence(samples: Int16Array, length: number): Int16Array {
  if (length - samples.length < missingSamples) return samples;
  const whole = new Int16Array(length);
  whole.set(samples);
  return whole;
}

const isQuietSample = (sample: number) => Math.abs(sample) <= pauseLoudest;

/** Maximum remembered pieces of displaced audio; the last piece covers all later ones. */
const displacedMax = 1000;

type Track = ReturnType<typeof createTrack>;

function createTrack(samplesMax: number) {
  let samples = new Int16Array(30 * sampleRate);
  let length = 0;
  const displaced: { from: number; to: number; ms: number }[] = [];
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
    displace(from: number, to: number, ms: number) {
      const last = displaced.at(-1);
      const isMore = last && last.to >= from && Math.abs(last.ms - ms) <= 5;
      if (last && (isMore || displaced.length >= displacedMax)) {
        last.to = to;
        last.ms = Math.max(last.ms, ms);
      } else displaced.push({ from, to, ms });
    },
    displacedMs: (from: number, to: number) =>
      displaced.reduce(
        (most, one) => (one.to > from && one.from < to ? Math.max(most, one.ms) : most),
        0,
      ),
    slice: (from: number, to = length) =>
      samples.slice(Math.min(from, length), Math.min(to, length)),
  };
}
