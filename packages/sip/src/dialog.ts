/** The signaling of a call that was answered or is about to be: requests within it, and its end. */
import type { MediaSession } from './media-session.ts';
import { type Credentials, proofFor, token } from './sip-digest.ts';
import {
  header,
  isRequest,
  type SipHeaders,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './sip-message.ts';
import { untilAnswered } from './until-answered.ts';

export type EndedBy = 'local' | 'remote';

export interface DialogFacts {
  callId: string;
  /** Values of From and To, with their tags, as this side sends them. */
  local: string;
  remote: string;
  /** The URI for requests, and the proxies on the way. */
  target: string;
  routes: string[];
  /** CSeq number of this side's last request. */
  sequence: number;
  /** This side's own Via without its branch, and Contact. */
  via: string;
  contact: string;
  isReliable: boolean;
  /** Credentials of this side, if it must prove its identity within the call as well. */
  credentials?: Credentials | undefined;
}

export interface Dialog {
  /** Handles a request or response that belongs to this call. */
  receive(message: SipMessage): void;
  acknowledge(): void;
  /** Marks the call as answered: from now on, requests go to the address in the answer. */
  confirm(way: Pick<DialogFacts, 'target' | 'routes'>): void;
  /** Acknowledges a provisional response, if the far side requires it. */
  acknowledgeProvisional(number: string): Promise<void>;
  /** Sends the session description again, which keeps the session alive. Resolves to the response, if any. */
  refresh(seconds: number): Promise<SipResponse | undefined>;
  /** Ends the call. Resolves once the far side has confirmed, or after four seconds without an answer. */
  hangUp(): Promise<void>;
  /** Ends the call after the connection to the far side is lost, since no BYE will arrive. */
  drop(): void;
  endedBy(): EndedBy | undefined;
  onEnd(listener: (by: EndedBy) => void): void;
}

export function createDialog(
  { target, routes, ...facts }: DialogFacts,
  session: MediaSession,
  send: (message: SipMessage) => void,
): Dialog {
  let { sequence } = facts;
  const inviteSequence = facts.sequence;
  let lastInvitation: { number: number; request: SipRequest } | undefined;
  const waiting = new Map<number, (response: SipResponse) => void>();
  const listeners: ((by: EndedBy) => void)[] = [];
  let ended: EndedBy | undefined;

  function end(by: EndedBy): void {
    if (ended) return;
    ended = by;
    for (const listener of listeners) listener(by);
  }

  function build(method: string, number: number, more: SipHeaders, body = ''): SipRequest {
    const headers: SipHeaders = [
      ['Via', `${facts.via};branch=z9hG4bK${token()}`],
      ['Max-Forwards', '70'],
      ...routes.map((route): [string, string] => ['Route', route]),
      ['From', facts.local],
      ['To', facts.remote],
      ['Call-ID', facts.callId],
      ['CSeq', `${number} ${method}`],
      ['User-Agent', 'Parley'],
      ...more,
    ];
    return { method, uri: target, headers, body };
  }

  /** Sends a request, with credentials if the response demands them. Resolves to undefined if no response arrives. */
  async function ask(method: string, more: SipHeaders = [], body = '') {
    const response = await askOnce(method, more, body);
    const { credentials } = facts;
    const proof =
      response && credentials && proofFor(response, credentials, { method, uri: target });
    return proof ? askOnce(method, [...more, proof], body) : response;
  }

  async function askOnce(
    method: string,
    more: SipHeaders,
    body: string,
  ): Promise<SipResponse | undefined> {
    const number = ++sequence;
    const request = build(method, number, more, body);
    if (method === 'INVITE') lastInvitation = { number, request };
    const answered = Promise.withResolvers<SipResponse>();
    waiting.set(number, answered.resolve);
    try {
      return await untilAnswered(() => send(request), answered.promise, facts.isReliable);
    } finally {
      waiting.delete(number);
    }
  }

  function answer(request: SipRequest, status: number, reason: string, body = ''): void {
    const copied = ['via', 'from', 'to', 'call-id', 'cseq'];
    const headers = request.headers.filter(([name]) => copied.includes(name.toLowerCase()));
    const own: SipHeaders = [
      ['Contact', facts.contact],
      ...(body ? ([['Content-Type', 'application/sdp']] as SipHeaders) : []),
    ];
    send({ status, reason, headers: [...headers, ...own], body });
  }

  let lastOffer: { number: string; answered: Promise<string | undefined> } | undefined;
  /** Answers an offer from the far side, which redirects its audio or checks that the call is still alive. */
  async function answerOffer(request: SipRequest): Promise<void> {
    const number = header(request, 'cseq');
    // A retransmission: our response was lost or is still being prepared.
    if (lastOffer?.number !== number) lastOffer = { number, answered: answerTo(request.body) };
    const description = await lastOffer.answered;
    if (description === undefined) answer(request, 488, 'Not Acceptable Here');
    else answer(request, 200, 'OK', description);
  }

  /** Resolves to undefined if the offer is unacceptable; the call then continues unchanged. */
  const answerTo = async (offer: string): Promise<string | undefined> =>
    offer === ''
      ? session.description()
      : session.answer(offer).then(
          ({ description }) => description,
          () => undefined,
        );

  /** Applies the far side's answer. An unacceptable answer changes nothing, because an answer cannot be refused. */
  const takeAnswer = (description: string) => void session.take(description).catch(() => {});

  function receiveRequest(request: SipRequest): void {
    switch (request.method) {
      case 'BYE':
        answer(request, 200, 'OK');
        end('remote');
        break;
      case 'INVITE':
      case 'UPDATE':
        void answerOffer(request);
        break;
      case 'ACK':
        // If the invitation had no offer, the ACK contains the answer to ours.
        if (request.body) takeAnswer(request.body);
        break;
      case 'INFO':
      case 'OPTIONS':
      case 'NOTIFY':
        answer(request, 200, 'OK');
        break;
      default:
        answer(request, 405, 'Method Not Allowed');
    }
  }

  const acknowledge = (number: number) => send(build('ACK', number, []));

  /** Acknowledges a refusal in the transaction of its invitation. Otherwise, the far side keeps resending the refusal. */
  function acknowledgeRefusal(number: number, response: SipResponse): void {
    if (lastInvitation?.number !== number) return;
    const via: SipHeaders[number] = ['Via', header(lastInvitation.request, 'via')];
    const to: SipHeaders[number] = ['To', header(response, 'to')];
    const request = build('ACK', number, []);
    const headers = request.headers.map((one) =>
      one[0] === 'Via' ? via : one[0] === 'To' ? to : one,
    );
    send({ ...request, headers });
  }

  return {
    endedBy: () => ended,
    onEnd: (listener) => void (ended ? listener(ended) : listeners.push(listener)),
    acknowledge: () => acknowledge(inviteSequence),
    confirm(way) {
      ({ target, routes } = way);
    },
    async acknowledgeProvisional(number) {
      await ask('PRACK', [['RAck', `${number} ${inviteSequence} INVITE`]]);
    },

    receive(message) {
      if (isRequest(message)) return receiveRequest(message);
      const [digits, method] = header(message, 'cseq').split(/\s+/);
      if (message.status < 200) return;
      const number = Number(digits);
      if (method === 'INVITE' && message.status < 300) acknowledge(number);
      else if (method === 'INVITE') acknowledgeRefusal(number, message);
      waiting.get(number)?.(message);
    },

    async refresh(seconds) {
      const headers: SipHeaders = [
        ['Contact', facts.contact],
        ['Supported', 'timer'],
        ['Session-Expires', `${seconds};refresher=uac`],
        ['Content-Type', 'application/sdp'],
      ];
      const response = await ask('INVITE', headers, session.description());
      if (response?.body && response.status < 300) takeAnswer(response.body);
      return response;
    },

    drop: () => end('remote'),

    async hangUp() {
      if (ended) return;
      end('local');
      await ask('BYE');
    },
  };
}
