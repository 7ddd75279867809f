/** The called side: answers invitations over SIP, for programs such as the mock IVR. */
import type { Call } from './call.ts';
import { createDialog, type Dialog } from './dialog.ts';
import { type Certificate, listenForMessages } from './listen-for-messages.ts';
import { createMediaSession } from './media-session.ts';
import { openMediaStream } from './media-stream.ts';
import type { SendingConditions } from './sending-conditions.ts';
import { type Credentials, challengeFor, isAnswered, token } from './sip-digest.ts';
import {
  addressIn,
  header,
  headersOf,
  isRequest,
  parseUri,
  responseTo,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './sip-message.ts';
import { createSrtpKey } from './srtp.ts';

export interface Invitation {
  /** The part of the called address before the @. */
  user: string;
  from: string;
  ring(): void;
  reject(status: number, reason: string): void;
  /**
   * Accepts the call. Resolves to undefined if the caller has cancelled or supports none of our codecs, or if this side has
   * closed. With conditions, our audio is sent under them.
   */
  answer(conditions?: SendingConditions): Promise<Call | undefined>;
  isCancelled(): boolean;
}

export interface AnsweringOptions {
  host: string;
  /** Local port; 0 picks a free port. */
  port: number;
  /** Credentials that callers must prove. */
  credentials?: Credentials | undefined;
  /** If set, accepts calls over TLS instead of UDP, and only with encrypted audio. */
  certificate?: Certificate | undefined;
  /** Refuses calls from contacts that have not registered. */
  wantsRegistration?: boolean | undefined;
  onInvitation(invitation: Invitation): void;
}

export interface AnsweringSide {
  port: number;
  /** Returns the number of open calls. */
  openCalls(): number;
  /** Returns the contact addresses of registered callers. */
  registered(): string[];
  close(): Promise<void>;
}

const retransmitMs = 500;
const acknowledgeMs = 8000;

interface Answering {
  request: SipRequest;
  last?: SipResponse;
  dialog?: Dialog;
  call?: Call;
  isCancelled: boolean;
  stopResending(): void;
}

export async function answerCalls(options: AnsweringOptions): Promise<AnsweringSide> {
  const { host, credentials, certificate } = options;
  const door = await listenForMessages({ host, port: options.port, certificate }, receive);
  const { port } = door;
  const transport = certificate ? 'TLS' : 'UDP';
  const own = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const contactOfOurs = `<sip:parley@${own}${certificate ? ';transport=tls' : ''}>`;
  const calls = new Map<string, Answering>();
  const contacts = new Set<string>();
  const nonce = token();
  let isClosed = false;

  function receive(message: SipMessage, send: (message: SipMessage) => void): void {
    const id = header(message, 'call-id');
    const known = calls.get(id);
    if (!isRequest(message)) return void known?.dialog?.receive(message);
    if (message.method === 'ACK') return void known?.stopResending();
    if (message.method === 'CANCEL') return void cancel(message, known, send);
    if (known?.dialog && !isSame(message, known.request)) return void known.dialog.receive(message);
    if (message.method === 'REGISTER') return void registerContact(message, send);
    if (message.method !== 'INVITE') {
      const isFine = message.method === 'OPTIONS';
      return void send(responseTo(message, isFine ? 200 : 481, isFine ? 'OK' : 'Unknown call'));
    }
    // The caller sent the same invitation again because our response was lost.
    if (known && isSame(message, known.request)) return void (known.last && send(known.last));
    if (credentials && !isProven(message)) return void send(challenge(message));
    const isKnown = contacts.has(addressIn(header(message, 'contact')));
    if (options.wantsRegistration && !isKnown)
      return void send(responseTo(message, 403, 'Register first'));
    receiveInvitation(message, send);
  }

  function registerContact(request: SipRequest, send: (message: SipMessage) => void): void {
    if (credentials && !isProven(request)) return void send(challenge(request));
    const contact = addressIn(header(request, 'contact'));
    const expires = header(request, 'expires');
    if (expires === '0') contacts.delete(contact);
    else contacts.add(contact);
    const response = responseTo(request, 200, 'OK', token());
    if (expires !== '0') response.headers.push(['Contact', `<${contact}>;expires=${expires}`]);
    send(response);
  }

  function isProven(request: SipRequest): boolean {
    const proof = header(request, 'authorization');
    return (
      credentials !== undefined && isAnswered(proof, credentials, { method: request.method, nonce })
    );
  }

  function challenge(request: SipRequest): SipResponse {
    if (header(request, 'authorization')) return responseTo(request, 403, 'Forbidden');
    const response = responseTo(request, 401, 'Unauthorized');
    response.headers.push(['WWW-Authenticate', challengeFor(host, nonce)]);
    return response;
  }

  function cancel(
    request: SipRequest,
    known: Answering | undefined,
    send: (message: SipResponse) => void,
  ): void {
    send(responseTo(request, known ? 200 : 481, known ? 'OK' : 'Unknown call'));
    if (!known || known.dialog || known.isCancelled) return;
    known.isCancelled = true;
    known.last = responseTo(known.request, 487, 'Request Terminated');
    send(known.last);
  }

  function receiveInvitation(
    request: SipRequest,
    send: (message: SipRequest | SipResponse) => void,
  ): void {
    const id = header(request, 'call-id');
    const tag = token();
    const answering: Answering = { request, isCancelled: false, stopResending() {} };
    calls.set(id, answering);
    const respond = (status: number, reason: string) => {
      answering.last = responseTo(request, status, reason, tag);
      send(answering.last);
    };
    respond(100, 'Trying');
    options.onInvitation({
      user: parseUri(request.uri)?.user ?? '',
      from: addressIn(header(request, 'from')),
      isCancelled: () => answering.isCancelled,
      ring: () => respond(180, 'Ringing'),
      reject(status, reason) {
        if (!answering.isCancelled) respond(status, reason);
        // Keep the call for a while, in case the invitation is retransmitted.
        setTimeout(() => calls.delete(id), acknowledgeMs).unref();
      },
      async answer(conditions) {
        if (answering.isCancelled || isClosed) return undefined;
        const srtpKey = certificate && createSrtpKey();
        const media = await openMediaStream(host, srtpKey, conditions);
        const session = createMediaSession({ media, address: host, srtpKey });
        const answered = await session.answer(request.body).catch(() => undefined);
        if (answering.isCancelled || isClosed || !answered) {
          media.close();
          if (!answering.isCancelled && !isClosed) respond(488, 'Not Acceptable Here');
          return undefined;
        }
        const { target, description } = answered;
        const response = responseTo(request, 200, 'OK', tag);
        response.headers.push(['Contact', contactOfOurs]);
        response.headers.push(['Content-Type', 'application/sdp']);
        response.body = description;
        const dialog = createDialog(
          {
            callId: id,
            local: header(response, 'to'),
            remote: header(request, 'from'),
            target: addressIn(header(request, 'contact')),
            routes: headersOf(request, 'record-route'),
            sequence: 0,
            via: `SIP/2.0/${transport} ${own};rport`,
            contact: contactOfOurs,
            isReliable: certificate !== undefined,
          },
          session,
          send,
        );
        const call: Call = {
          media,
          codec: target.codec,
          hasKeyEvents: target.keysPayloadType !== undefined,
          onEnd: dialog.onEnd,
          endedBy: dialog.endedBy,
          hangUp: dialog.hangUp,
        };
        Object.assign(answering, { dialog, call, last: response });
        resendUntilAcknowledged(answering, () => send(response));
        dialog.onEnd(() => {
          answering.stopResending();
          media.close();
          setTimeout(() => calls.delete(id), retransmitMs * 4).unref();
        });
        return call;
      },
    });
  }

  return {
    port,
    registered: () => [...contacts],
    openCalls: () =>
      [...calls.values()].filter(({ call }) => call && call.endedBy() === undefined).length,
    async close() {
      const open = [...calls.values()].flatMap(({ call }) => (call ? [call] : []));
      await Promise.all(open.map((call) => call.hangUp()));
      isClosed = true;
      door.close();
    },
  };
}

function resendUntilAcknowledged(answering: Answering, send: () => void): void {
  let wait = retransmitMs;
  const again = () => {
    send();
    wait = Math.min(2 * wait, 4000);
    timer = setTimeout(again, wait);
  };
  let timer = setTimeout(again, wait);
  // Hang up if the caller never acknowledges the answer.
  const giveUp = setTimeout(() => void answering.call?.hangUp(), acknowledgeMs);
  answering.stopResending = () => {
    clearTimeout(timer);
    clearTimeout(giveUp);
  };
  send();
}

const isSame = (a: SipRequest, b: SipRequest) =>
  a.method === b.method && header(a, 'cseq') === header(b, 'cseq');
