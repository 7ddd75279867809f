/**
 * Calls over Twilio: placed with its REST API, with audio over a WebSocket that Twilio opens to this process once the line has
 * answered (Media Streams).
 */
import { ConversationError } from '@parley/egress';
import { explainProblem } from '../../explain-call.ts';
import type { CallRequest, MediaLeg } from '../../media-leg.ts';
import type { Trunk } from '../../phone-settings.ts';
import type { CallStream } from './call-stream.ts';
import { failureOfStatus, noStream } from './explain-twilio.ts';
import { type ExpectedStream, listenForStreams, type StreamListener } from './stream-listener.ts';
import { createTwilioCalls, type TwilioCalls } from './twilio-calls.ts';

export interface TwilioSettings {
  /** Default `https://api.twilio.com`. */
  url?: string | undefined;
  accountSid: string;
  authToken: string;
  /** Caller number, unless the virtual device has its own. */
  from: string;
  /** Public address of this process for Twilio: starts with `wss:`, without a query. */
  streamUrl: string;
  /** Host on which this process listens. */
  host: string;
  port: number;
}

export interface TwilioTrunk extends Trunk {
  /** Ends all open calls, and waits until Twilio has ended them. */
  close(): Promise<void>;
}

/** Polling interval for unanswered calls. */
const askEveryMs = 1000;
/** Extra time for Twilio's own queue and its connection to the line, in addition to the ringing. */
const placingMs = 15_000;
/** Maximum time between the answer and the arrival of the stream. */
const streamMs = 10_000;
/** Margin of Twilio's own time limit, which is only a fallback: the channel ends calls that take too long and reports that. */
const limitMarginS = 10;

/** @throws Error if listening fails, for example because the port is in use */
export async function openTwilioTrunk(settings: TwilioSettings): Promise<TwilioTrunk> {
  const calls = createTwilioCalls(settings);
  const streams = await listenForStreams(settings);
  return {
    name: 'twilio',
    missing: async () => [],
    place: (request) => placeTwilioCall(request, { settings, calls, streams }),
    async close() {
      await streams.close();
      await calls.close();
    },
  };
}

interface Way {
  settings: TwilioSettings;
  calls: TwilioCalls;
  streams: StreamListener;
}

async function placeTwilioCall(request: CallRequest, way: Way): Promise<MediaLeg> {
  const { settings, calls, streams } = way;
  const { to, from, ringMs, callMsMax, signal } = request;
  if (request.conditions) throw noConditions();
  const startedAt = performance.now();
  const log = (line: string) => request.onMessage(`${elapsed(startedAt)} ${line}`);
  const expected = streams.expect();
  let sid: string | undefined;
  try {
    if (signal.aborted) throw new ConversationError(explainProblem({ kind: 'cancelled' }));
    log('→ Twilio: place a call');
    sid = await calls.create({
      to: to.kind === 'sip' ? to.uri : to.number,
      from: from?.startsWith('+') ? from : settings.from,
      twiml: twimlOf(settings.streamUrl, expected.token),
      ringS: Math.ceil(ringMs / 1000),
      limitS: Math.ceil(callMsMax / 1000) + limitMarginS,
    });
    log(`← Twilio: call ${sid}`);
    const placed = { sid, expected, until: startedAt + ringMs + placingMs, signal, log };
    const stream = await untilAnswered(placed, way);
    log('← Twilio: answered, its audio is here');
    return legOf(stream, { sid, calls, setupMs: Math.round(performance.now() - startedAt), log });
  } catch (error) {
    expected.forget();
    if (sid !== undefined) void calls.end(sid);
    throw error;
  }
}

interface Placed {
  sid: string;
  expected: ExpectedStream;
  until: number;
  signal: AbortSignal;
  log(line: string): void;
}

/**
 * Waits until the call is answered, which is when its stream arrives. The status of the call explains why no stream arrives.
 */
async function untilAnswered(
  { sid, expected, until, signal, log }: Placed,
  { calls, settings }: Way,
): Promise<CallStream> {
  const outcome = Promise.withResolvers<CallStream>();
  const fail = (failure: ConversationError['failure']) =>
    outcome.reject(new ConversationError(failure));
  const cancel = () => fail(explainProblem({ kind: 'cancelled' }));
  let seen = '';
  let answeredAt: number | undefined;

  async function ask(): Promise<void> {
    const status = await calls.statusOf(sid);
    if (status === undefined) return;
    if (status !== seen) log(`← Twilio: ${status}`);
    seen = status;
    if (status === 'in-progress') answeredAt ??= performance.now();
    const isLate = answeredAt !== undefined && performance.now() - answeredAt > streamMs;
    const failure = isLate ? noStream(settings) : failureOfStatus(status, settings);
    if (failure) fail(failure);
  }

  void expected.opened.then(outcome.resolve);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const asking = setInterval(() => void ask(), askEveryMs);
  const givingUp = setTimeout(
    () => fail(explainProblem({ kind: 'no-answer' })),
    until - performance.now(),
  );
  try {
    return await outcome.promise;
  } finally {
    clearInterval(asking);
    clearTimeout(givingUp);
    signal.removeEventListener('abort', cancel);
  }
}

interface Answered {
  sid: string;
  calls: TwilioCalls;
  setupMs: number;
  log(line: string): void;
}

function legOf(stream: CallStream, { sid, calls, setupMs, log }: Answered): MediaLeg {
  stream.onEnd((by, isOrderly) => {
    log(by === 'remote' ? '← Twilio: the call has ended' : '→ Twilio: end the call');
    // If the stream breaks off, the call may still be active.
    if (by === 'remote' && !isOrderly) void calls.end(sid);
  });
  return {
    setupMs,
    ringingMs: undefined,
    codec: 'PCMU',
    // The stream begins only with the answer.
    tellsEarlyAudio: false,
    isTimed: false,
    listen: stream.listen,
    play: stream.play,
    press: stream.press,
    stats: stream.stats,
    endedBy: stream.endedBy,
    async hangUp() {
      if (stream.endedBy()) return;
      stream.end();
      await calls.end(sid);
    },
  };
}

const noConditions = () =>
  new ConversationError({
    class: 'configuration',
    code: 'no-speech-conditions',
    message: 'Noise, losses and delays in what we say ("speech") are not available with Twilio.',
    hint: 'Remove "speech" from the channel, or call through a SIP trunk.',
  });

function twimlOf(streamUrl: string, token: string): string {
  const url = streamUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<Response><Connect><Stream url="${url}"><Parameter name="token" value="${token}"/></Stream></Connect></Response>`;
}

function elapsed(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(3).padStart(8);
}
