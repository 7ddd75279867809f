/** Places a call over SIP: INVITE until it is answered, refused, cancelled or given up. */
import type { Call } from './call.ts';
import { CallError } from './call-error.ts';
import { createDialog, type Dialog } from './dialog.ts';
import { createEarlyDialogs } from './early-dialogs.ts';
import { createMediaSession } from './media-session.ts';
import { type MediaStream, openMediaStream } from './media-stream.ts';
import { messageLine } from './message-line.ts';
import { type MediaTarget, printSdp } from './sdp.ts';
import type { SendingConditions } from './sending-conditions.ts';
import { type Credentials, proofFor, token } from './sip-digest.ts';
import {
  addressIn,
  header,
  headersOf,
  isRequest,
  type SipHeaders,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './sip-message.ts';
import { openTransport, type Peer, type SipTransport } from './sip-transport.ts';
import { createSrtpKey, type SrtpKey } from './srtp.ts';

export interface CallOptions {
  /** SIP addresses of both sides. */
  to: string;
  from: string;
  /** Destination of SIP messages. */
  peer: Peer;
  /** Transport that is shared with other users, such as a registration; if absent, the call opens its own. */
  transport?: SipTransport | undefined;
  /** Requires encrypted audio. Use it only with an encrypted transport. */
  isEncrypted?: boolean;
  credentials?: Credentials | undefined;
  /** Longest time to ring, in milliseconds. */
  ringMs: number;
  /** Longest wait for the first response, in milliseconds. Default 5000. */
  responseMs?: number;
  signal?: AbortSignal;
  /** Conditions under which our audio is sent. */
  conditions?: SendingConditions | undefined;
  /** Resolves the address to which audio is sent; throws if it is not allowed. */
  checkMedia?(target: MediaTarget): Promise<string>;
  /** Receives one log line for each message. */
  onMessage?(line: string): void;
  /** Receives audio that arrives before the call is answered. */
  onEarlyAudio?(samples: Int16Array, at: number, endedAt: number): void;
}

/** Seconds for which the far side keeps a call that is not refreshed. */
const sessionSeconds = 90;
/** Maximum session time in seconds that is relied on, because timers of many days would fire immediately. */
const refreshSecondsMax = 3600;
const keysPayloadType = 101;
const retransmitMs = 500;
const cancelMs = 2000;

export interface PlacedCall extends Call {
  setupMs: number;
  /** Milliseconds from the invitation to the first ringing; undefined if it never rang. */
  ringingMs: number | undefined;
}

export async function placeCall(options: CallOptions): Promise<PlacedCall> {
  const transport = options.transport ?? (await openTransport(options.peer));
  const srtpKey = options.isEncrypted ? createSrtpKey() : undefined;
  let media: MediaStream | undefined;
  try {
    media = await openMediaStream(transport.local.address, srtpKey, options.conditions);
    return await invite(transport, media, srtpKey, options);
  } catch (error) {
    media?.close();
    if (!options.transport) transport.close();
    throw error;
  }
}

async function invite(
  transport: SipTransport,
  media: MediaStream,
  srtpKey: SrtpKey | undefined,
  options: CallOptions,
): Promise<PlacedCall> {
  const startedAt = performance.now();
  const { via, contact, isReliable } = transport;
  const callId = `${token()}@parley`;
  const local = `<${options.from}>;tag=${token()}`;
  const { address } = transport.local;
  const description = printSdp(
    { address, port: media.port },
    ['PCMU', 'PCMA'],
    keysPayloadType,
    srtpKey,
  );
  const { checkMedia } = options;
  const session = createMediaSession({ media, address, srtpKey, description, checkMedia });
  const inbox = createResponses();
  let dialog: Dialog | undefined;
  const early = createEarlyDialogs(openDialog);
  let earlyTarget: MediaTarget | undefined;
  const { onEarlyAudio } = options;
  if (onEarlyAudio) media.listen({ onAudio: onEarlyAudio });

  const send = (message: SipMessage) => {
    options.onMessage?.(messageLine('→', message, startedAt));
    transport.send(message);
  };
  const stopListening = transport.listen(
    callId,
    (message) => {
      options.onMessage?.(messageLine('←', message, startedAt));
      if (dialog) dialog.receive(message);
      else if (isResponseTo(message, 'INVITE', 'CANCEL')) inbox.put(message);
      else early.receive(message);
    },
    () => {
      inbox.fail();
      if (isReliable) dialog?.drop();
    },
  );
  const leave = () => {
    stopListening();
    if (!options.transport) transport.close();
  };

  let sequence = 1;
  let expires = sessionSeconds;
  let authorization: [string, string] | undefined;
  let extensions = 'timer';
  let ringingMs: number | undefined;
  const ringUntil = startedAt + options.ringMs;

  function invitation(): SipRequest {
    const headers: SipHeaders = [
      ['Via', `${via};branch=z9hG4bK${token()}`],
      ['Max-Forwards', '70'],
      ['From', local],
      ['To', `<${options.to}>`],
      ['Call-ID', callId],
      ['CSeq', `${sequence} INVITE`],
      ['Contact', contact],
      ['Allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE'],
      ['Supported', extensions],
      ['Session-Expires', `${expires};refresher=uac`],
      ['User-Agent', 'Parley'],
      ...(authorization ? [authorization] : []),
      ['Content-Type', 'application/sdp'],
    ];
    return { method: 'INVITE', uri: options.to, headers, body: description };
  }

  /** Sends the invitation and waits for the final response. Provisional responses before it report ringing. */
  async function untilFinal(request: SipRequest, until: number): Promise<SipResponse | undefined> {
    const responseUntil = performance.now() + (options.responseMs ?? 5000);
    let wait = retransmitMs;
    let sendAgainAt = isReliable ? Infinity : performance.now() + wait;
    let hasReaction = false;
    send(request);
    for (;;) {
      const limit = hasReaction ? until : Math.min(until, responseUntil);
      const response = await inbox.next(
        hasReaction ? limit : Math.min(limit, sendAgainAt),
        options.signal,
      );
      if (options.signal?.aborted) return undefined;
      if (!response) {
        if (performance.now() < limit) {
          send(request);
          wait *= 2;
          sendAgainAt = performance.now() + wait;
          continue;
        }
        if (hasReaction) return undefined;
        throw new CallError({ kind: 'no-response' });
      }
      if (!isFor(response, sequence, 'INVITE')) continue;
      hasReaction = true;
      if (response.status >= 200) return response;
      if (response.status >= 180) ringingMs ??= performance.now() - startedAt;
      await takeProvisional(response);
    }
  }

  /** Handles a provisional response, which can bring early audio and require an acknowledgment. */
  async function takeProvisional(response: SipResponse): Promise<void> {
    if (response.status <= 100 || !early.take(response)) return;
    // Don't give up if a description is unusable: the answer can bring another one.
    if (response.body) earlyTarget = await session.take(response.body).catch(() => earlyTarget);
    early.acknowledge(response);
  }

  /** Withdraws an unanswered invitation with a CANCEL request of the same sequence number. */
  async function cancel(request: SipRequest): Promise<void> {
    const kept = ['via', 'from', 'to', 'call-id', 'max-forwards'];
    const headers = request.headers.filter(([name]) => kept.includes(name.toLowerCase()));
    send({
      method: 'CANCEL',
      uri: request.uri,
      headers: [...headers, ['CSeq', `${sequence} CANCEL`]],
      body: '',
    });
    const until = performance.now() + cancelMs;
    for (;;) {
      const response = await inbox.next(until);
      if (!response) return;
      if (!isFor(response, sequence, 'INVITE') || response.status < 200) continue;
      if (response.status >= 300) return acknowledgeRefusal(request, response);
      // The call was answered at the same moment.
      const answered = confirmDialog(response);
      answered.acknowledge();
      dialog = answered;
      return answered.hangUp();
    }
  }

  function acknowledgeRefusal(request: SipRequest, response: SipResponse): void {
    const kept = ['via', 'from', 'call-id', 'max-forwards'];
    const headers = request.headers.filter(([name]) => kept.includes(name.toLowerCase()));
    const to: SipHeaders = [['To', header(response, 'to')]];
    const number: SipHeaders = [['CSeq', `${sequence} ACK`]];
    send({ method: 'ACK', uri: request.uri, headers: [...headers, ...to, ...number], body: '' });
  }

  function wayOf(response: SipResponse): { target: string; routes: string[] } {
    const routes = headersOf(response, 'record-route').flatMap((value) => value.split(/,\s*(?=<)/));
    const target = addressIn(header(response, 'contact')) || options.to;
    return { target, routes: routes.reverse() };
  }

  /** Confirms the dialog with the answering side, and opens it if necessary. */
  function confirmDialog(response: SipResponse): Dialog {
    const known = early.dialogOf(response);
    known?.confirm(wayOf(response));
    return known ?? openDialog(response);
  }

  function openDialog(response: SipResponse): Dialog {
    return createDialog(
      {
        ...wayOf(response),
        callId,
        local,
        remote: header(response, 'to'),
        sequence,
        via,
        contact,
        isReliable,
        credentials: options.credentials,
      },
      session,
      send,
    );
  }

  try {
    return await negotiate();
  } catch (error) {
    stopListening();
    throw error;
  }

  async function negotiate(): Promise<PlacedCall> {
    for (let attempts = 0; ; attempts++) {
      if (options.signal?.aborted) throw new CallError({ kind: 'cancelled' });
      const request = invitation();
      const response = await untilFinal(request, ringUntil);
      if (!response) {
        await cancel(request);
        throw new CallError({ kind: options.signal?.aborted ? 'cancelled' : 'no-answer' });
      }
      const { status, reason } = response;
      if (status < 300) {
        media.listen({});
        dialog = confirmDialog(response);
        dialog.acknowledge();
        return await answered(response, dialog);
      }
      acknowledgeRefusal(request, response);
      const isRetry = attempts < 2 && prepareRetry(response);
      if (!isRetry) throw new CallError({ kind: 'refused', status, reason });
      sequence += 1;
    }
  }

  /** @returns true if the invitation can succeed with credentials, a longer session or reliable provisional responses */
  function prepareRetry(response: SipResponse): boolean {
    if (response.status === 422) {
      expires = Math.max(expires, Number.parseInt(header(response, 'min-se'), 10) || 0);
      return expires > sessionSeconds;
    }
    // Offer it only on demand: few lines need it, and some get it wrong.
    if (response.status === 421 && /\b100rel\b/.test(header(response, 'require'))) {
      if (extensions !== 'timer') return false;
      extensions = 'timer, 100rel';
      return true;
    }
    if (!options.credentials || authorization) return false;
    const asked = { method: 'INVITE', uri: options.to };
    authorization = proofFor(response, options.credentials, asked);
    return authorization !== undefined;
  }

  async function answered(response: SipResponse, dialog: Dialog): Promise<PlacedCall> {
    let target: MediaTarget;
    try {
      // A far side that described its audio before the answer need not do so again.
      target = (response.body === '' && earlyTarget) || (await session.take(response.body));
      if (options.signal?.aborted) throw new CallError({ kind: 'cancelled' });
    } catch (error) {
      await dialog.hangUp();
      throw error;
    }
    const stopRefreshing = keepAlive(response, dialog);
    dialog.onEnd(() => {
      stopRefreshing();
      media.close();
      // Let our response to the far side's BYE leave first.
      if (dialog.endedBy() === 'remote') setTimeout(leave, 100).unref();
    });
    return {
      media,
      codec: target.codec,
      hasKeyEvents: target.keysPayloadType !== undefined,
      setupMs: performance.now() - startedAt,
      ringingMs,
      onEnd: dialog.onEnd,
      endedBy: dialog.endedBy,
      async hangUp() {
        if (dialog.endedBy()) return;
        await dialog.hangUp();
        leave();
      },
    };
  }

  /** Refreshes the session twice per period, if the answer limits its duration. @returns a function that stops it */
  function keepAlive(response: SipResponse, dialog: Dialog): () => void {
    const seconds = Number.parseInt(header(response, 'session-expires'), 10);
    if (!(seconds > 0)) return () => {};
    const everyMs = (Math.min(seconds, refreshSecondsMax) * 1000) / 2;
    const timer = setInterval(() => void dialog.refresh(seconds), everyMs);
    return () => clearInterval(timer);
  }
}

const isResponseTo = (message: SipMessage, ...methods: string[]): message is SipResponse =>
  !isRequest(message) && methods.some((method) => header(message, 'cseq').endsWith(` ${method}`));

const isFor = (response: SipResponse, sequence: number, method: string) =>
  header(response, 'cseq') === `${sequence} ${method}`;

interface Responses {
  put(response: SipResponse): void;
  /** Marks that no more responses will arrive. */
  fail(): void;
  /** Waits for a response. @returns undefined if none came in time, or immediately if the signal is aborted */
  next(until: number, signal?: AbortSignal): Promise<SipResponse | undefined>;
}

function createResponses(): Responses {
  const unread: SipResponse[] = [];
  let hasFailed = false;
  let wake = () => {};
  return {
    put(response) {
      unread.push(response);
      wake();
    },
    fail() {
      hasFailed = true;
      wake();
    },
    async next(until, signal) {
      if (unread.length === 0 && !hasFailed && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', done);
            resolve();
          };
          const timer = setTimeout(done, Math.max(0, until - performance.now()));
          signal?.addEventListener('abort', done);
          wake = done;
        });
      }
      if (hasFailed && unread.length === 0) throw new CallError({ kind: 'unreachable' });
      return unread.shift();
    },
  };
}
