/** The audio of one call over a WebSocket of Twilio's Media Streams: µ-law, with 20 ms per message. */
import { decode, encode, sampleRate, soundOf } from '@parley/sip';
import { WebSocket } from 'ws';
import type { EndedBy, LegListener, LegStats } from '../../media-leg.ts';
import { readMessage, type StreamMessage } from './stream-message.ts';

export interface CallStream {
  /** Sets the listener, and delivers earlier messages to it immediately. */
  listen(listener: LegListener): void;
  /** Plays audio. Resolves when Twilio has played it, or the stream has ended. */
  play(samples: Int16Array): Promise<void>;
  /**
   * Plays keys as tones, because there is no message for sending keys to the line. Resolves when the tones should have ended by
   * our clock: a line answers a key immediately, so Twilio's confirmation would arrive after the answer has begun.
   */
  press(keys: string): Promise<void>;
  stats(): LegStats;
  endedBy(): EndedBy | undefined;
  /** Sets the function that is called at the end. `isOrderly` is true if Twilio reported the end of the call. */
  onEnd(listener: (by: EndedBy, isOrderly: boolean) => void): void;
  /** Ends the stream, and discards audio that was not played. Repeated calls do nothing. */
  end(): void;
}

const frameSamples = 160;
/** Maximum delay of Twilio's confirmation that audio was played. */
const markMarginMs = 5000;
const closingMs = 1000;

/** Takes over a socket whose start message has been read. */
export function openCallStream(socket: WebSocket, streamSid: string): CallStream {
  const early: ((listener: LegListener) => void)[] = [];
  const marks = new Map<string, () => void>();
  const meter = createMeter();
  let marksSent = 0;
  let listener: LegListener | undefined;
  let ended: EndedBy | undefined;
  let onEnd = (_by: EndedBy, _isOrderly: boolean) => {};

  function tell(news: (listener: LegListener) => void): void {
    if (listener) news(listener);
    else early.push(news);
  }

  function finish(by: EndedBy, isOrderly: boolean): void {
    if (ended) return;
    ended = by;
    for (const done of marks.values()) done();
    onEnd(by, isOrderly);
    tell((to) => to.onEnd(by));
    socket.close(1000);
    const timer = setTimeout(() => socket.terminate(), closingMs);
    socket.once('close', () => clearTimeout(timer));
  }

  const send = (message: object) => {
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ streamSid, ...message }));
  };

  const takes: Record<string, (message: StreamMessage) => void> = {
    media({ media }) {
      if (media?.payload === undefined || media.track === 'outbound') return;
      const at = performance.now();
      const samples = decode('PCMU', Buffer.from(media.payload, 'base64'));
      meter.take(Number(media.chunk), Number(media.timestamp), at);
      tell((to) => to.onAudio(samples, at));
    },
    dtmf({ dtmf }) {
      const key = dtmf?.digit;
      if (key) tell((to) => to.onKey(key));
    },
    mark: ({ mark }) => marks.get(mark?.name ?? '')?.(),
    stop: () => finish('remote', true),
  };
  socket.on('message', (frame: Buffer) => {
    const message = readMessage(frame);
    if (message && !ended && Object.hasOwn(takes, message.event)) takes[message.event]?.(message);
  });
  socket.on('close', () => finish('remote', false));

  /** Waits until Twilio confirms that it has played everything so far, but at most `waitMs`. */
  async function untilPlayed(waitMs: number): Promise<void> {
    const name = `${++marksSent}`;
    const played = Promise.withResolvers<void>();
    marks.set(name, played.resolve);
    send({ event: 'mark', mark: { name } });
    const timer = setTimeout(played.resolve, waitMs);
    await played.promise;
    clearTimeout(timer);
    marks.delete(name);
  }

  function sendAudio(samples: Int16Array): void {
    for (let from = 0; from < samples.length; from += frameSamples) {
      const frame = new Int16Array(frameSamples);
      frame.set(samples.subarray(from, from + frameSamples));
      const payload = encode('PCMU', frame).toString('base64');
      send({ event: 'media', media: { payload } });
    }
  }

  return {
    listen(to) {
      listener = to;
      for (const news of early.splice(0)) news(to);
    },
    async play(samples) {
      if (ended) return;
      sendAudio(samples);
      await untilPlayed(durationOf(samples) + markMarginMs);
    },
    async press(keys) {
      if (ended) return;
      const sound = soundOf(keys);
      sendAudio(sound);
      await untilPlayed(durationOf(sound));
    },
    stats: meter.stats,
    endedBy: () => ended,
    onEnd(to) {
      onEnd = to;
    },
    end() {
      send({ event: 'clear' });
      finish('local', true);
    },
  };
}

const durationOf = (samples: Int16Array) => (samples.length * 1000) / sampleRate;

/** Measures loss and jitter from Twilio's sequence numbers and timestamps, as RTP does. */
function createMeter() {
  const stats: LegStats = { packetsReceived: 0, packetsLost: 0, jitterMs: 0, largestGapMs: 0 };
  let last: { chunk: number; transit: number; at: number } | undefined;
  return {
    take(chunk: number, timestamp: number, at: number): void {
      const transit = at - timestamp;
      stats.packetsReceived += 1;
      if (last && chunk > last.chunk) stats.packetsLost += chunk - last.chunk - 1;
      if (last && Number.isFinite(transit)) {
        stats.jitterMs += (Math.abs(transit - last.transit) - stats.jitterMs) / 16;
        stats.largestGapMs = Math.max(stats.largestGapMs, at - last.at);
      }
      last = { chunk, transit, at };
    },
    stats: () => ({ ...stats }),
  };
}
