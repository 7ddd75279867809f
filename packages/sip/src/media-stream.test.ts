import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { type MediaStream, openMediaStream } from './media-stream.ts';

async function openStream(address = '127.0.0.1'): Promise<MediaStream> {
  const stream = await openMediaStream(address);
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

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

it.skipIf(!hasIPv6)('is heard from an IPv6 address, however that was spelled', async () => {
  const [near, far] = [await openStream('::1'), await openStream('::1')];
  near.connect({ address: '0:0:0:0:0:0:0:1', port: far.port, codec: 'PCMU' });
  far.connect({ address: '::1', port: near.port, codec: 'PCMU' });
  const heard = new Promise((onAudio) => near.listen({ onAudio }));
  await far.play(new Int16Array(800));
  await heard;
});
