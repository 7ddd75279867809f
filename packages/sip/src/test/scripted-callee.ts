/** A test telephone that answers every call with the session description that a test gives it. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parseRtp, printRtp, type RtpPacket } from '../rtp.ts';
import { parseSdp } from '../sdp.ts';
import {
  addressIn,
  header,
  isRequest,
  parseMessage,
  printMessage,
  responseTo,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../sip-message.ts';

export interface ScriptedCallee extends AsyncDisposable {
  port: number;
  /** Methods of received requests, in order of arrival. */
  methods: string[];
  requests: SipRequest[];
  /** Returns the port at which the caller wants to receive audio. */
  callersPort(): number;
  /** Sends a request within the call and waits for the response. */
  ask(method: string, description: string): Promise<SipResponse>;
  /** Sends a request within the call without waiting for a response. */
  tell(method: string, description: string): void;
}

/** Starts a telephone that answers with `description`; `change` can modify its answers. */
export async function startCallee(
  description: string,
  change: (answer: SipResponse, request: SipRequest) => void = () => {},
): Promise<ScriptedCallee> {
  const socket = await openSocket();
  const methods: string[] = [];
  const requests: SipRequest[] = [];
  const waiting = new Map<string, (response: SipResponse) => void>();
  let call: { invitation: SipRequest; answer: SipResponse; caller: RemoteInfo } | undefined;
  let sequence = 0;

  const send = (message: SipMessage, to: RemoteInfo) =>
    socket.send(printMessage(message), to.port, to.address);

  socket.on('message', (packet, from) => {
    const message = parseMessage(packet);
    if (!message) return;
    if (!isRequest(message)) return void waiting.get(header(message, 'cseq'))?.(message);
    methods.push(message.method);
    requests.push(message);
    if (message.method === 'ACK') return;
    const answer = responseTo(message, 200, 'OK', 'callee');
    if (message.method === 'INVITE') {
      answer.headers.push(['Contact', `<sip:callee@127.0.0.1:${socket.address().port}>`]);
      answer.headers.push(['Content-Type', 'application/sdp']);
      answer.body = description;
      call ??= { invitation: message, answer, caller: from };
    }
    change(answer, message);
    send(answer, from);
  });

  function tell(method: string, body: string, number = `${++sequence} ${method}`): void {
    if (!call) throw new Error('Nobody has called.');
    const { invitation, answer, caller } = call;
    const headers: SipRequest['headers'] = [
      ['Via', `SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bK${sequence}`],
      ['From', header(answer, 'to')],
      ['To', header(answer, 'from')],
      ['Call-ID', header(answer, 'call-id')],
      ['CSeq', number],
      ['Content-Type', 'application/sdp'],
    ];
    send({ method, uri: addressIn(header(invitation, 'contact')), headers, body }, caller);
  }

  return {
    port: socket.address().port,
    methods,
    requests,
    callersPort: () => parseSdp(call?.invitation.body ?? '')?.port ?? 0,
    ask(method, body) {
      const number = `${++sequence} ${method}`;
      const answered = Promise.withResolvers<SipResponse>();
      waiting.set(number, answered.resolve);
      tell(method, body, number);
      return answered.promise;
    },
    tell: (method, body) => tell(method, body),
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}

export interface FarAudio extends AsyncDisposable {
  port: number;
  heard: RtpPacket[];
  say(packet: Partial<RtpPacket>, to: number): void;
}

/** Opens a port that receives audio and can send single packets. */
export async function openFarAudio(): Promise<FarAudio> {
  const socket = await openSocket();
  const heard: RtpPacket[] = [];
  socket.on('message', (bytes) => {
    const packet = parseRtp(bytes);
    if (packet) heard.push(packet);
  });
  const frame = { payloadType: 0, marker: false, sequence: 0, timestamp: 0, source: 1 };
  return {
    port: socket.address().port,
    heard,
    say(packet, to) {
      const payload = new Uint8Array(160).fill(0xff);
      socket.send(printRtp({ ...frame, payload, ...packet }), to, '127.0.0.1');
    },
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}

export async function openSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

/** Describes a side that receives audio at this address; `connection` is the value of `c=`. */
export const describeAudio = (connection: string, port: number, types = '0 101'): string =>
  [
    'v=0',
    'o=callee 1 1 IN IP4 127.0.0.1',
    's=-',
    `c=IN ${connection}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${types}`,
    'a=rtpmap:101 telephone-event/8000',
    '',
  ].join('\r\n');
