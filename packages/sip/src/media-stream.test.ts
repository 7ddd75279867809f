import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type MediaStream, openMediaStream } from './media-stream.ts';
import { printRtp } from './rtp.ts';
import { printTelephoneEvent } from './telephone-event.ts';
import { openFarAudio } from './test/scripted-callee.ts';

async function openStream(address = '127.0.0.1'): Promise<MediaStream> {
  const stream = await openMediaStream(address);
  onTestFinished(() => stream.close());
  return stream;
}

const targetAt = (port: number) => ({ address: '127.0.0.1', port, codec: 'PCMU' as const });

it('audio that cannot leave ends its own stream, and no other one', async () => {
  await using far = await openFarAudio();
  const stream = await openStream();
  const impossible = await openStream();
  impossible.connect(targetAt(99_999));
  stream.connect(targetAt(far.port));
  // Playing on a stream that has ended resolves immediately.
  await impossible.play(new Int16Array(8000));
  expect(impossible.stats().packetsSent).toBe(0);
  await vi.waitFor(() => expect(far.heard.length).toBeGreaterThan(0));
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

it('hears on when somebody else speaks on, whose numbers are lower', async () => {
  await using far = await openFarAudio();
  const stream = await openStream();
  stream.connect({ ...targetAt(far.port), keysPayloadType: 101 });
  const heard: string[] = [];
  stream.listen({
    onAudio: ({ length }) => void heard.push(`${length}`),
    onKey: (key) => void heard.push(key),
  });
  const key = {
    payloadType: 101,
    payload: printTelephoneEvent({ key: '5', isEnd: true, duration: 960 }),
  };
  const packets = [
    { source: 1, sequence: 9000, timestamp: 90_000 },
    { source: 1, sequence: 9001, timestamp: 90_160, ...key },
    { source: 2, sequence: 17, timestamp: 500 },
    // Too late to be played.
    { source: 2, sequence: 16, timestamp: 340 },
    { source: 2, sequence: 18, timestamp: 90_160, ...key },
    { source: 2, sequence: 19, timestamp: 660 },
  ];
  for (const packet of packets) far.say(packet, stream.port);
  await vi.waitFor(() => expect(stream.stats().packetsReceived).toBe(packets.length));
  expect(heard).toEqual(['160', '5', '160', '5', '160']);
  expect(stream.stats().packetsLost).toBe(0);
});

it.each([
  ['follows a far side that sends from another port', 0, true],
  ['does not follow one to the ports of services', 999, false],
])('%s', async (_, from, isFollowed) => {
  // Some systems let only root bind such a port.
  if (from > 0 && process.getuid?.() !== 0) return;
  await using far = await openFarAudio();
  const stream = await openStream();
  const other = createSocket('udp4');
  onTestFinished(() => void other.close());
  other.bind(from, '127.0.0.1');
  await once(other, 'listening');
  let heard = 0;
  other.on('message', () => {
    heard += 1;
  });
  stream.connect(targetAt(far.port));
  const packet = { payloadType: 0, marker: false, sequence: 1, timestamp: 160, source: 7 };
  const received = new Promise((onAudio) => stream.listen({ onAudio }));
  other.send(printRtp({ ...packet, payload: new Uint8Array(160) }), stream.port, '127.0.0.1');
  await received;
  const before = far.heard.length;
  if (isFollowed) await vi.waitFor(() => expect(heard).toBeGreaterThan(1));
  else await vi.waitFor(() => expect(far.heard.length).toBeGreaterThan(before + 3));
  expect(heard > 0).toBe(isFollowed);
});
