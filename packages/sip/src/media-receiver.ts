/** The receiving half of a call's audio: takes packets and delivers audio and keys in the order of the line. */
import { decode } from './g711.ts';
import { createJitterBuffer } from './jitter-buffer.ts';
import { createLatenessMeter } from './lateness-meter.ts';
import { createLineClock, type LineClock } from './line-clock.ts';
import type { RtpPacket } from './rtp.ts';
import { parseTelephoneEvent } from './telephone-event.ts';
import { createToneDetector } from './tones.ts';

export interface MediaListener {
  /**
   * Receives audio in the order of the line, with silence for lost packets. `at` is when the audio arrived, and `endedAt` is
   * when it would have ended without delays, according to its timestamp. Both are values of `performance.now()`.
   */
  onAudio?(samples: Int16Array, at: number, endedAt: number): void;
  onKey?(key: string, at: number): void;
}

export interface HearingStats {
  packetsReceived: number;
  packetsLost: number;
  /** Mean deviation of packet arrival times (RFC 3550), in milliseconds. */
  jitterMs: number;
  /** Longest gap between two packets, in milliseconds. */
  largestGapMs: number;
  network: NetworkStats;
}

/** What the network did to the packets, from the start of the call. */
export interface NetworkStats {
  /** Packets that arrived in time to be put in order, each counted once. */
  packets: number;
  /** Gaps that lost packets left; packets lost in a row leave one. */
  lossBursts: number;
  /** Packets that came too late for the jitter buffer of a phone (`jitterBufferMs`), which are not counted as lost. */
  packetsLate: number;
  /** Runs of packets that were late in a row. */
  lateBursts: number;
  /** Milliseconds in which this process was too busy to take packets, so that nothing shows when those arrived. */
  stalledMs: number;
  /** Arrival of the last packet by `performance.now()`; undefined before the first packet. */
  lastReceivedAt: number | undefined;
}

export interface MediaReceiver {
  receive(packet: RtpPacket, at: number): void;
  /** Gives up on overdue packets. Call it regularly. */
  giveUp(now: number): void;
  /** Sets the payload type of key events. If undefined, keys are detected as tones. */
  hearKeys(payloadType: number | undefined): void;
  listen(listener: MediaListener): void;
  stats(): HearingStats;
}

/** Longest gap that is filled with silence, in samples. After a longer gap, the line continues at the current time. */
const fillSamplesMax = 16_000;

const samplesPerMs = 8;

/** Longest time between two frames of 20 ms in a process that is not delayed, in milliseconds. */
const ownDelayMs = 40;

/** Packets missing at once, a minute of audio, from which a sender has begun to count anew (RFC 3550, Appendix A.1). */
const dropoutPackets = 3_000;

/** The current source. A transfer or hold brings a new one, with its own sequence numbers. */
interface Speaker {
  source: number;
  clock: LineClock;
  nextTimestamp?: number;
}

export function createMediaReceiver(): MediaReceiver {
  const stats = { packetsReceived: 0, packetsLost: 0, jitterMs: 0, largestGapMs: 0 };
  const network: NetworkStats = {
    packets: 0,
    lossBursts: 0,
    packetsLate: 0,
    lateBursts: 0,
    stalledMs: 0,
    lastReceivedAt: undefined,
  };
  let listener: MediaListener = {};
  const told: { since: number | undefined; samples: number } = { since: undefined, samples: 0 };
  let keysPayloadType: number | undefined;
  let detectTone = (_: Int16Array) => {};
  let arriving: { source: number; transit: number } | undefined;
  let speaker: Speaker | undefined;
  let lastEvent: { source: number; timestamp: number } | undefined;

  let takenAt: number | undefined;

  const buffer = createJitterBuffer(receiveInOrder);
  const lateness = createLatenessMeter();

  function receive(packet: RtpPacket, at: number): void {
    measure(packet, at);
    buffer.take(packet, at);
  }

  function receiveInOrder(packet: RtpPacket, at: number, missing: number): void {
    if (packet.source !== speaker?.source)
      speaker = { source: packet.source, clock: createLineClock() };
    network.packets += 1;
    if (missing > 0 && missing < dropoutPackets) {
      stats.packetsLost += missing;
      network.lossBursts += 1;
    }
    if (packet.payloadType === keysPayloadType) {
      receiveEvent(packet, at);
      return;
    }
    // All packets of a key carry the time at which it was pressed, so nothing shows whether they are late.
    const late = lateness.take(packet, at);
    network.packetsLate += late;
    if (late > 0) network.lateBursts += 1;
    receiveAudio(speaker, packet, at);
  }

  function receiveAudio(from: Speaker, packet: RtpPacket, at: number): void {
    const codec = packet.payloadType === 0 ? 'PCMU' : packet.payloadType === 8 ? 'PCMA' : undefined;
    if (codec === undefined) return;
    const { nextTimestamp } = from;
    const endedAt = from.clock.timeOf(packet.timestamp, at);
    const gap = nextTimestamp === undefined ? 0 : (packet.timestamp - nextTimestamp) >>> 0;
    const silence = gap > fillSamplesMax ? 0 : Math.min(gap, roomForSilence(at));
    const samples = decode(codec, packet.payload);
    if (silence > 0) tell(new Int16Array(silence), at, endedAt - samples.length / samplesPerMs);
    from.nextTimestamp = (packet.timestamp + samples.length) >>> 0;
    detectTone(samples);
    tell(samples, at, endedAt);
  }

  function tell(samples: Int16Array, at: number, endedAt: number): void {
    told.samples += samples.length;
    listener.onAudio?.(samples, at, endedAt);
  }

  /** Limits silence to the elapsed time; timestamps that run ahead of the clock would otherwise fill the memory. */
  function roomForSilence(at: number): number {
    told.since ??= at;
    const spoken = Math.floor((at - told.since) * samplesPerMs);
    return Math.max(0, spoken + fillSamplesMax - told.samples);
  }

  function receiveEvent({ source, timestamp, payload }: RtpPacket, at: number): void {
    const event = parseTelephoneEvent(payload);
    // Compare the source too: some lines alternate between two sources for keys and audio.
    if (!event || (lastEvent?.source === source && lastEvent.timestamp === timestamp)) return;
    lastEvent = { source, timestamp };
    listener.onKey?.(event.key, at);
  }

  function measure({ source, timestamp }: RtpPacket, at: number): void {
    stats.packetsReceived += 1;
    const transit = at - timestamp / samplesPerMs;
    if (arriving?.source === source) {
      const deviation = Math.abs(transit - arriving.transit);
      if (deviation < 10_000) stats.jitterMs += (deviation - stats.jitterMs) / 16;
    }
    arriving = { source, transit };
    const gap = network.lastReceivedAt === undefined ? 0 : at - network.lastReceivedAt;
    stats.largestGapMs = Math.max(stats.largestGapMs, gap);
    network.lastReceivedAt = at;
  }

  return {
    receive,
    giveUp(now) {
      const stalledMs = takenAt === undefined ? 0 : now - takenAt - ownDelayMs;
      if (stalledMs > 0) network.stalledMs += stalledMs;
      takenAt = now;
      buffer.giveUp(now);
    },
    hearKeys(payloadType) {
      keysPayloadType = payloadType;
      detectTone =
        payloadType === undefined
          ? createToneDetector((key) => listener.onKey?.(key, performance.now()))
          : () => {};
    },
    listen(to) {
      listener = to;
    },
    stats: () => ({ ...stats, network: { ...network } }),
  };
}
