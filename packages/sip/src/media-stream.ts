/** The audio of one call: RTP in both directions in packets of 20 ms, and keys as events or tones. */

import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { canonicalAddress } from './canonical-address.ts';
import { createDelayedPackets } from './delayed-packets.ts';
import { encode, sampleRate } from './g711.ts';
import { createLineClock } from './line-clock.ts';
import { createMediaReceiver, type HearingStats, type MediaListener } from './media-receiver.ts';
import { everyFrame } from './pacer.ts';
import { parseRtp, printRtp } from './rtp.ts';
import { type MediaTarget, payloadTypeOf } from './sdp.ts';
import type { FrameToSend, SendingConditions } from './sending-conditions.ts';
import { createSrtpDirection, type SrtpKey } from './srtp.ts';
import { printTelephoneEvent } from './telephone-event.ts';
import { silenceAfterKeyMs, soundOf } from './tones.ts';

export interface MediaStats extends HearingStats {
  packetsSent: number;
}

export interface StreamListener extends MediaListener {
  /**
   * Receives each sent frame of 20 ms, including silence and keys. `at` is when the packet was sent, and `endedAt` is when it
   * was due, which is the earliest time at which its audio can have been heard. Both are values of `performance.now()`. Delays
   * and losses that `SendingConditions` ask for change neither. `asSent` is the audio in the packet, if they changed it.
   */
  onSent?(samples: Int16Array, at: number, endedAt: number, asSent?: Int16Array): void;
}

export interface MediaStream {
  /** Port on which packets are received. */
  port: number;
  /**
   * Starts the audio in both directions; a second call redirects it. The address must be resolved already; otherwise, each
   * packet would go wherever the name currently points.
   */
  connect(target: MediaTarget): void;
  listen(listener: StreamListener): void;
  /** Resolves when the last sample was sent, or was discarded by `stopPlaying` or `close`. */
  play(samples: Int16Array): Promise<void>;
  stopPlaying(): void;
  /** Presses keys in sequence; a comma waits half a second. */
  press(keys: string): Promise<void>;
  /** Stops sending entirely, so the far side stays connected but hears nothing. */
  mute(): void;
  stats(): MediaStats;
  close(): void;
}

const frameSamples = 160;
const silence = new Int16Array(frameSamples);
const undisturbed = { isLost: false, delayMs: 0 };
/** First port that audio can come from; lower ports belong to system services. */
const servicePortsEnd = 1024;

const toneFrames = 6;
const gapFrames = (silenceAfterKeyMs * sampleRate) / 1000 / frameSamples;

type Sending =
  | { kind: 'audio'; samples: Int16Array; at: number; isTone: boolean; done: () => void }
  | { kind: 'key'; key: string; frame: number; done: () => void };

/**
 * Opens a stream. With a key, it encrypts the audio that it sends and ignores unencrypted audio. With conditions, all audio
 * except for keys is sent under them.
 */
export async function openMediaStream(
  localAddress: string,
  srtpKey?: SrtpKey | undefined,
  conditions?: SendingConditions | undefined,
): Promise<MediaStream> {
  const socket = createSocket(localAddress.includes(':') ? 'udp6' : 'udp4');
  socket.bind(0, localAddress);
  await once(socket, 'listening');
  return createStream(socket, srtpKey, conditions);
}

function createStream(
  socket: Socket,
  srtpKey: SrtpKey | undefined,
  conditions: SendingConditions | undefined,
): MediaStream {
  const outgoing = srtpKey && createSrtpDirection(srtpKey);
  let incoming: ReturnType<typeof createSrtpDirection> | undefined;
  const source = randomInt(2 ** 32 - 1);
  const queue: Sending[] = [];
  const receiver = createMediaReceiver();
  let target: MediaTarget | undefined;
  let stopTicking: (() => void) | undefined;
  // Start in the lower half: a receiver that misses the first packets of an encrypted stream could not track a rollover.
  let sequence = randomInt(2 ** 15);
  let timestamp = randomInt(2 ** 32 - 1);
  let packetsSent = 0;
  let isMuted = false;
  let isClosed = false;
  let onSent: StreamListener['onSent'];
  const clock = createLineClock();

  const leaving = createDelayedPackets((packet) => {
    // Ignore send errors: such a packet is lost, as on any line.
    if (target && !isClosed) socket.send(packet, target.port, target.address, () => {});
    packetsSent += 1;
  }, close);

  interface Packet {
    payloadType: number;
    payload: Uint8Array;
    marker: boolean;
    timestamp: number;
  }

  function send(packet: Packet, { isLost, delayMs } = undisturbed): void {
    if (!target || isMuted) return;
    sequence = (sequence + 1) & 0xffff;
    const plain = printRtp({ ...packet, sequence, source });
    const bytes = outgoing?.protect(plain) ?? plain;
    if (!isLost) leaving.send(bytes, delayMs);
  }

  function sendAudio(samples: Int16Array, frame?: FrameToSend): void {
    const asSent = frame?.samples ?? samples;
    if (target) {
      const { codec } = target;
      const payload = encode(codec, asSent);
      send({ payloadType: payloadTypeOf(codec), payload, marker: false, timestamp }, frame);
    }
    tellSent(frame?.clean ?? samples, frame?.samples);
  }

  /** Reports a frame as sent and advances the timestamp. */
  function tellSent(samples: Int16Array, asSent?: Int16Array): void {
    const at = performance.now();
    const endedAt = clock.timeOf(timestamp, at);
    timestamp = (timestamp + frameSamples) >>> 0;
    if (target && !isMuted) onSent?.(samples, at, endedAt, asSent);
  }

  const sendSilence = () => sendAudio(silence, conditions?.next(undefined));

  function tick(): void {
    receiver.giveUp(performance.now());
    const next = queue[0];
    if (next?.kind === 'audio') tickAudio(next);
    else if (next) tickKey(next);
    else sendSilence();
  }

  function tickAudio(sending: Extract<Sending, { kind: 'audio' }>): void {
    const frame = sending.samples.subarray(sending.at, sending.at + frameSamples);
    const whole = frame.length === frameSamples ? frame : padded(frame);
    const { samples, isTone } = sending;
    const of = { samples, index: sending.at / frameSamples };
    sending.at += frameSamples;
    sendAudio(whole, isTone ? undefined : conditions?.next(of));
    if (sending.at < sending.samples.length) return;
    queue.shift();
    sending.done();
  }

  let eventStart = 0;
  /**
   * Sends a packet of a key. All packets of a key carry the time at which it was pressed; the last packet is sent three times.
   */
  function tickKey(sending: Extract<Sending, { kind: 'key' }>): void {
    const type = target?.keysPayloadType ?? 0;
    const { key } = sending;
    const frame = sending.frame++;
    if (frame === 0) eventStart = timestamp;
    if (frame < toneFrames) {
      tellSent(soundOfKey(key, frame));
      const duration = (frame + 1) * frameSamples;
      const isEnd = frame === toneFrames - 1;
      for (let copy = 0; copy < (isEnd ? 3 : 1); copy++)
        send({
          payloadType: type,
          payload: printTelephoneEvent({ key, isEnd, duration }),
          marker: frame === 0,
          timestamp: eventStart,
        });
      return;
    }
    sendSilence();
    if (frame < toneFrames + gapFrames) return;
    queue.shift();
    sending.done();
  }

  const enqueue = (make: (done: () => void) => Sending) =>
    new Promise<void>((resolve) => {
      if (isClosed) return resolve();
      queue.push(make(resolve));
    });
  const play = (samples: Int16Array, isTone = false) =>
    enqueue((done) => ({ kind: 'audio', samples, at: 0, isTone, done }));

  socket.on('message', (bytes, from) => {
    // Port 0 cannot receive a reply.
    if (!target || from.address !== target.address || from.port === 0) return;
    const plain = outgoing ? incoming?.unprotect(bytes) : bytes;
    const packet = plain && parseRtp(plain);
    if (!packet) return;
    // Behind a NAT, packets come from another port than announced, and ours must go there. Ports of system services don't
    // qualify.
    if (from.port !== target.port && from.port >= servicePortsEnd)
      target = { ...target, port: from.port };
    receiver.receive(packet, performance.now());
  });
  socket.on('error', () => {});

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    stopTicking?.();
    leaving.close();
    for (const sending of queue.splice(0)) sending.done();
    socket.close();
  }

  return {
    port: socket.address().port,
    connect(to) {
      if (to.srtpKey && !(target?.srtpKey && to.srtpKey.equals(target.srtpKey)))
        incoming = createSrtpDirection(to.srtpKey);
      target = { ...to, address: canonicalAddress(to.address) };
      receiver.hearKeys(to.keysPayloadType);
      stopTicking ??= everyFrame(tick, close);
    },
    listen(listener) {
      onSent = listener.onSent;
      receiver.listen(listener);
    },
    play: (samples) => play(samples),
    stopPlaying() {
      for (const sending of queue.splice(0)) sending.done();
    },
    async press(keys) {
      for (const key of keys) {
        if (key !== ',' && target?.keysPayloadType !== undefined)
          await enqueue((done) => ({ kind: 'key', key, frame: 0, done }));
        else await play(soundOf(key), true);
      }
    },
    mute() {
      isMuted = true;
    },
    stats: () => ({ packetsSent, ...receiver.stats() }),
    close,
  };
}

/** Returns a frame of the tone that the far side plays for a key. The key itself is sent as an event. */
const soundOfKey = (key: string, frame: number): Int16Array =>
  padded(soundOf(key).subarray(frame * frameSamples, (frame + 1) * frameSamples));

function padded(frame: Int16Array): Int16Array {
  const whole = new Int16Array(frameSamples);
  whole.set(frame);
  return whole;
}
