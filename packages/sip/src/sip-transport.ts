/** Transports for messages: packets over UDP, or one encrypted connection (TLS). */
import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { CallError, type CallProblem } from './call-error.ts';
import { token } from './sip-digest.ts';
import {
  header,
  isRequest,
  parseMessage,
  printMessage,
  responseTo,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './sip-message.ts';
import { readMessages } from './sip-stream.ts';

export interface Peer {
  /** IP address, already resolved. */
  address: string;
  port: number;
  /** Name on the server's certificate, for TLS; absent for UDP. */
  tlsName?: string | undefined;
}

export interface SipTransport {
  local: { address: string; port: number };
  peer: Peer;
  /** Values for Via and Contact headers. */
  via: string;
  contact: string;
  /** True if messages don't get lost, so that nothing needs to be resent. */
  isReliable: boolean;
  /** Sends a message without confirmation. The caller notices a lost request when no response arrives. */
  send(message: SipMessage): void;
  /**
   * Receives the messages of one call. `onFail` is called once nothing more will arrive. Returns a function that stops
   * listening.
   */
  listen(callId: string, onMessage: (message: SipMessage) => void, onFail: () => void): () => void;
  isOpen(): boolean;
  close(): void;
}

const connectMs = 5000;
/** Error codes that mean the peer could not be reached. Any other error means that its identity could not be verified. */
const awayCodes = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/** @throws CallError if the server does not answer or is not the expected one */
export function openTransport(peer: Peer): Promise<SipTransport> {
  return peer.tlsName === undefined ? openUdp(peer) : openTls(peer, peer.tlsName);
}

type Listening = Map<string, { onMessage(message: SipMessage): void; onFail(): void }>;

function hand(
  message: SipMessage,
  listening: Listening,
  send: (message: SipMessage) => void,
): void {
  const known = listening.get(header(message, 'call-id'));
  if (known) known.onMessage(message);
  else if (isRequest(message) && message.method !== 'ACK') send(answerTo(message));
}

/**
 * Answers requests outside known calls. A trunk may check that its subscriber is still there; calls to the subscriber are not
 * accepted.
 */
function answerTo(request: SipRequest): SipResponse {
  if (request.method === 'OPTIONS') return responseTo(request, 200, 'OK', token());
  if (request.method === 'INVITE')
    return responseTo(request, 480, 'Temporarily Unavailable', token());
  return responseTo(request, 481, 'Unknown call', token());
}

async function openUdp(peer: Peer): Promise<SipTransport> {
  const socket = createSocket(isIP(peer.address) === 6 ? 'udp6' : 'udp4');
  const connected = Promise.withResolvers<void>();
  socket.once('error', connected.reject);
  // Node passes an error to the callback instead of emitting it, but its types declare a callback without one.
  socket.connect(peer.port, peer.address, (error?: Error) =>
    error ? connected.reject(error) : connected.resolve(),
  );
  try {
    await connected.promise;
  } catch {
    socket.close();
    throw new CallError({ kind: 'unreachable' });
  }
  const listening: Listening = new Map();
  let isOpen = true;
  // Ignore send errors: the message is resent.
  const send = (message: SipMessage) =>
    void (isOpen && socket.send(printMessage(message), () => {}));
  socket.on('message', (packet) => {
    const message = parseMessage(packet);
    if (message) hand(message, listening, send);
  });
  // The peer's machine reports that nothing listens on the port.
  socket.on('error', () => failAll(listening));
  const { address, port } = socket.address();
  return {
    ...describe(peer, { address, port }),
    isReliable: false,
    send,
    listen: listenIn(listening),
    isOpen: () => isOpen,
    close() {
      if (isOpen) socket.close();
      isOpen = false;
    },
  };
}

async function openTls(peer: Peer, name: string): Promise<SipTransport> {
  const socket = connect({
    host: peer.address,
    port: peer.port,
    minVersion: 'TLSv1.2',
    // The certificate must match this name. SNI does not allow IP addresses.
    ...(isIP(name) === 0 && { servername: name }),
  });
  socket.setNoDelay(true);
  await untilSecure(socket);
  const listening: Listening = new Map();
  const fail = () => {
    socket.destroy();
    failAll(listening);
  };
  const send = (message: SipMessage) =>
    void (socket.writable && socket.write(printMessage(message)));
  readMessages(socket, (message) => hand(message, listening, send));
  socket.on('error', fail);
  socket.on('close', fail);
  socket.setKeepAlive(true, 30_000);
  const { localAddress = '', localPort = 0 } = socket;
  return {
    ...describe(peer, { address: localAddress, port: localPort }),
    isReliable: true,
    send,
    listen: listenIn(listening),
    isOpen: () => socket.writable,
    close: () => void socket.end(),
  };
}

async function untilSecure(socket: TLSSocket): Promise<void> {
  const secure = Promise.withResolvers<void>();
  const timer = setTimeout(() => secure.reject(new CallError({ kind: 'no-response' })), connectMs);
  socket.once('secureConnect', () => secure.resolve());
  socket.once('error', secure.reject);
  try {
    await secure.promise;
    socket.removeListener('error', secure.reject);
  } catch (error) {
    socket.destroy();
    throw error instanceof CallError ? error : new CallError(problemOf(error as Error));
  } finally {
    clearTimeout(timer);
  }
}

function problemOf(error: NodeJS.ErrnoException): CallProblem {
  if (awayCodes.includes(error.code ?? '')) return { kind: 'unreachable' };
  return { kind: 'untrusted', reason: error.message.split(';')[0] ?? '' };
}

function describe(peer: Peer, local: SipTransport['local']) {
  const host = local.address.includes(':') ? `[${local.address}]` : local.address;
  const own = `${host}:${local.port}`;
  const isTls = peer.tlsName !== undefined;
  return {
    local,
    peer,
    via: `SIP/2.0/${isTls ? 'TLS' : 'UDP'} ${own};rport`,
    contact: `<sip:parley@${own}${isTls ? ';transport=tls' : ''}>`,
  };
}

const listenIn =
  (listening: Listening): SipTransport['listen'] =>
  (callId, onMessage, onFail) => {
    listening.set(callId, { onMessage, onFail });
    return () => void listening.delete(callId);
  };

function failAll(listening: Listening): void {
  for (const { onFail } of listening.values()) onFail();
}
