import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { type MediaStream, openMediaStream } from './media-stream.ts';

async function openStream(): Promise<MediaStream> {
  const stream = await openMediaStream('127.0.0.1');
  onTestFinished(() => stream.close());
  return stream;
}

/** The far side, which hears and says what a test wants. */
async function openFarSide(): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { socket, port: socket.address().port };
}

const targetAt = (port: number) => ({ address: '127.0.0.1', port, codec: 'PCMU' as const });

it('audio that can not leave ends its own stream, and no other one', async () => {
  const far = await openFarSide();
  const stream = await openStream();
  const impossible = await openStream();
  impossible.connect(targetAt(99_999));
  stream.connect(targetAt(far.port));
  // Of a stream that has ended nothing is waited for.
  await impossible.play(new Int16Array(8000));
  expect(impossible.stats().packetsSent).toBe(0);
  await once(far.socket, 'message');
});
