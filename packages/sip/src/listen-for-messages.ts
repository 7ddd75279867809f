/** Listens for SIP messages over UDP, or over TLS if there is a certificate. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { parseMessage, printMessage, type SipMessage } from './sip-message.ts';
import { readMessages } from './sip-stream.ts';

/** Private key and certificate in PEM format. */
export interface Certificate {
  key: string;
  cert: string;
}

export interface ListeningOptions {
  host: string;
  /** Local port; 0 picks a free port. */
  port: number;
  certificate?: Certificate | undefined;
}

type Receive = (message: SipMessage, send: (message: SipMessage) => void) => void;

interface Door {
  port: number;
  close(): void;
}

/** Starts listening. `receive` gets each message with a function that sends a response over the same connection. */
export function listenForMessages(options: ListeningOptions, receive: Receive): Promise<Door> {
  const { certificate } = options;
  return certificate ? listenOnTls(options, certificate, receive) : listenOnUdp(options, receive);
}

async function listenOnUdp({ host, port }: ListeningOptions, receive: Receive): Promise<Door> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let isClosed = false;
  socket.on('message', (packet, from) => {
    const message = parseMessage(packet);
    const send = (text: SipMessage) => {
      if (!isClosed) socket.send(printMessage(text), from.port, from.address, () => {});
    };
    if (message) receive(message, send);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    close() {
      isClosed = true;
      socket.close();
    },
  };
}

async function listenOnTls(
  { host, port }: ListeningOptions,
  { key, cert }: Certificate,
  receive: Receive,
): Promise<Door> {
  const sockets = new Set<TLSSocket>();
  const server = createServer({ key, cert, minVersion: 'TLSv1.2' }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    const send = (message: SipMessage) =>
      void (socket.writable && socket.write(printMessage(message)));
    readMessages(socket, (message) => receive(message, send));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
