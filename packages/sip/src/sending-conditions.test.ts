import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openMediaStream, type StreamListener } from './media-stream.ts';
import type { SendingConditions } from './sending-conditions.ts';
import { parseTelephoneEvent } from './telephone-event.ts';
import { openFarAudio } from './test/scripted-callee.ts';

const frameOf = (value: number) => new Int16Array(160).fill(value);

async function openUnder(next: SendingConditions['next'], keysPayloadType?: number) {
  const far = await openFarAudio();
  const stream = await openMediaStream('127.0.0.1', undefined, { next });
  onTestFinished(async () => {
    stream.close();
    await far[Symbol.asyncDispose]();
  });
  const sent: Parameters<NonNullable<StreamListener['onSent']>>[] = [];
  stream.listen({ onSent: (...frame) => void sent.push(frame) });
  stream.connect({
    ...{ address: '127.0.0.1', port: far.port, codec: 'PCMU' },
    ...(keysPayloadType !== undefined && { keysPayloadType }),
  });
  return { far, stream, sent };
}

const undisturbed = { clean: frameOf(0), samples: frameOf(0), isLost: false, delayMs: 0 };

it('leaves a gap in the numbers and times of packets that are lost', async () => {
  const { far, stream, sent } = await openUnder((of) => ({
    ...undisturbed,
    isLost: of !== undefined && of.index % 3 === 1,
  }));
  await stream.play(new Int16Array(9 * 160));
  await vi.waitFor(() => expect(far.heard.length).toBeGreaterThan(6));
  await setTimeout(60);
  const steps = far.heard
    .slice(1)
    .map(({ sequence, timestamp }, at) => [
      (sequence - (far.heard[at]?.sequence ?? 0)) & 0xffff,
      (timestamp - (far.heard[at]?.timestamp ?? 0)) >>> 0,
    ]);
  expect(steps.filter(([packets]) => packets === 2)).toHaveLength(3);
  for (const [packets = 0, samples] of steps) expect(samples).toBe(160 * packets);
  // The recording has every frame.
  expect(sent.length).toBeGreaterThanOrEqual(9);
});

it('delays packets without changing their order, and reports when they were due', async () => {
  const { far, stream, sent } = await openUnder((of) => ({
    ...undisturbed,
    delayMs: of ? (of.index % 2) * 90 : 0,
  }));
  const arrivals: number[] = [];
  const count = setInterval(() => arrivals.push(far.heard.length), 1);
  onTestFinished(() => clearInterval(count));
  const from = performance.now();
  await stream.play(new Int16Array(10 * 160));
  const playedMs = performance.now() - from;
  await vi.waitFor(() => expect(far.heard.length).toBeGreaterThan(15));
  const numbers = far.heard.map(({ sequence }) => sequence);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  // Playing ends when the last frame was due, however late its packet leaves.
  expect(playedMs).toBeLessThan(400);
  const times = sent.map(([, , endedAt]) => endedAt);
  for (const [at, time] of times.slice(1).entries())
    expect(time - (times[at] ?? 0)).toBeCloseTo(20, 0);
});

it('sends what the conditions make of our voice, and reports both', async () => {
  const { far, stream, sent } = await openUnder((of) => ({
    ...undisturbed,
    clean: frameOf(of ? 1000 : 0),
    samples: frameOf(of ? 5000 : 700),
  }));
  await stream.play(new Int16Array(5 * 160));
  await vi.waitFor(() => expect(far.heard.length).toBeGreaterThan(6));
  const payloads = new Set(far.heard.map(({ payload }) => payload[0]));
  expect(payloads.size).toBe(2);
  expect(new Set(sent.map(([clean, , , asSent]) => `${clean[0]} ${asSent?.[0]}`))).toEqual(
    new Set(['1000 5000', '0 700']),
  );
});

it('never loses keys, and never lets them overtake words', async () => {
  const { far, stream } = await openUnder(
    (of) => ({ ...undisturbed, isLost: of === undefined, delayMs: 200 }),
    101,
  );
  const spoken = stream.play(new Int16Array(5 * 160));
  await Promise.all([spoken, stream.press('42')]);
  await vi.waitFor(() => {
    const ends = far.heard.filter(
      ({ payloadType, payload }) => payloadType === 101 && parseTelephoneEvent(payload)?.isEnd,
    );
    expect(ends).toHaveLength(6);
  });
  const numbers = far.heard.map(({ sequence }) => sequence);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  const firstKey = far.heard.findIndex(({ payloadType }) => payloadType === 101);
  expect(firstKey).toBeGreaterThanOrEqual(5);
  const keys = far.heard
    .filter(({ payloadType }) => payloadType === 101)
    .map(({ payload }) => parseTelephoneEvent(payload)?.key)
    .join('');
  expect(keys).toMatch(/^4+2+$/);
});

it('does not disturb keys that are tones', async () => {
  const { far, stream } = await openUnder(() => ({ ...undisturbed, isLost: true, delayMs: 0 }));
  await stream.press('5');
  // 120 ms of tone and 80 ms of silence.
  await vi.waitFor(() => expect(far.heard).toHaveLength(10));
});

it('sends no packet any more once the stream is closed', async () => {
  const { far, stream } = await openUnder(() => ({ ...undisturbed, delayMs: 300 }));
  await setTimeout(100);
  stream.close();
  await setTimeout(400);
  expect(far.heard).toHaveLength(0);
});
