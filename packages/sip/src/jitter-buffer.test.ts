import { describe, expect, it } from 'vitest';
import { encode } from './g711.ts';
import { createJitterBuffer } from './jitter-buffer.ts';
import { createMediaReceiver } from './media-receiver.ts';
import type { RtpPacket } from './rtp.ts';

const packet = (sequence: number, change: Partial<RtpPacket> = {}): RtpPacket => ({
  payloadType: 0,
  marker: false,
  sequence: sequence & 0xffff,
  timestamp: 160 * sequence,
  source: 1,
  payload: new Uint8Array(160),
  ...change,
});

/**
 * Feeds packets to a buffer at their arrival times. @returns the packets that it delivered, each with the missing count before
 * it
 */
function pass(arrivals: [sequence: number, at: number, source?: number][], until?: number) {
  const passed: [number, number][] = [];
  const buffer = createJitterBuffer(({ sequence }, _, missing) => passed.push([sequence, missing]));
  for (const [sequence, at, source = 1] of arrivals) buffer.take(packet(sequence, { source }), at);
  if (until !== undefined) buffer.giveUp(until);
  return passed;
}

describe('a jitter buffer', () => {
  it('puts packets that overtook each other in order, and calls none of them lost', () => {
    const passed = pass([
      [10, 0],
      [12, 20],
      [13, 25],
      [11, 40],
      [14, 60],
    ]);
    expect(passed.map(([sequence]) => sequence)).toEqual([10, 11, 12, 13, 14]);
    expect(passed.every(([, missing]) => missing === 0)).toBe(true);
  });

  it('waits for a missing packet for a moment only, and drops it if it comes later', () => {
    const passed = pass([
      [65_535, 0],
      [1, 40],
      [2, 60],
      [3, 110],
      [0, 120],
      [4, 130],
    ]);
    expect(passed).toEqual([
      [65_535, 0],
      [1, 1],
      [2, 0],
      [3, 0],
      [4, 0],
    ]);
  });

  it('holds eight packets at most, however fast they come', () => {
    const ahead = Array.from({ length: 9 }, (_, at): [number, number] => [12 + at, 0]);
    expect(pass([[10, 0], ...ahead.slice(0, 8)])).toHaveLength(1);
    expect(pass([[10, 0], ...ahead])).toHaveLength(10);
  });

  it('passes on what it holds when the line stops sending, or somebody else speaks', () => {
    expect(
      pass(
        [
          [10, 0],
          [12, 20],
        ],
        60,
      ),
    ).toEqual([[10, 0]]);
    expect(
      pass(
        [
          [10, 0],
          [12, 20],
        ],
        90,
      ),
    ).toEqual([
      [10, 0],
      [12, 1],
    ]);
    expect(
      pass([
        [10, 0],
        [12, 20],
        [700, 30, 2],
      ]),
    ).toEqual([
      [10, 0],
      [12, 1],
      [700, 0],
    ]);
  });

  it('passes on each packet once', () => {
    expect(
      pass([
        [10, 0],
        [10, 1],
        [12, 20],
        [12, 21],
        [11, 30],
        [11, 31],
      ]),
    ).toHaveLength(3);
  });
});

describe('received audio', () => {
  it('is heard in the order in which it was said, and nothing counts as lost', () => {
    const heard: number[] = [];
    const receiver = createMediaReceiver();
    receiver.listen({ onAudio: (samples) => heard.push(Math.round((samples[0] ?? 0) / 1000)) });
    for (const [arrival, index] of [0, 2, 3, 1, 4].entries()) {
      const payload = encode('PCMU', new Int16Array(160).fill(1000 * (index + 1)));
      receiver.receive(packet(index, { payload }), 1000 + 20 * arrival);
    }
    expect(heard).toEqual([1, 2, 3, 4, 5]);
    expect(receiver.stats().packetsLost).toBe(0);
  });

  it('is counted once, however often the network repeats it', () => {
    const receiver = createMediaReceiver();
    for (const index of [0, 1, 3, 4])
      for (const copy of [0, 1]) receiver.receive(packet(index), 1000 + 20 * index + copy);
    receiver.giveUp(2000);
    expect(receiver.stats()).toMatchObject({
      packetsLost: 1,
      network: { packets: 4, lossBursts: 1 },
    });
  });

  it('has lost nothing if the sender begins to count anew', () => {
    const receiver = createMediaReceiver();
    for (const index of [0, 1, 9000, 9001]) receiver.receive(packet(index), 1000 + 20 * index);
    receiver.giveUp(200_000);
    expect(receiver.stats()).toMatchObject({ packetsLost: 0, network: { packets: 4 } });
  });

  it('is placed by its timestamps, however late it arrives', () => {
    const times: number[] = [];
    const receiver = createMediaReceiver();
    receiver.listen({ onAudio: (_samples, _at, endedAt) => times.push(endedAt) });
    // One packet every 20 ms. Each one except the first is up to 90 ms late.
    const delays = [0, 35, 90, 70, 50, 0, 12, 88, 3];
    for (const [index, delay] of delays.entries())
      receiver.receive(packet(index), 1000 + 20 * index + delay);
    expect(times).toEqual(delays.map((_, index) => 1000 + 20 * index));
  });

  it('is heard when it arrives, if the sender does not count the time in which it sends nothing', () => {
    const times: number[] = [];
    const receiver = createMediaReceiver();
    receiver.listen({ onAudio: (_samples, _at, endedAt) => times.push(endedAt) });
    for (let index = 0; index < 10; index++) receiver.receive(packet(index), 1000 + 20 * index);
    for (let index = 10; index < 13; index++) receiver.receive(packet(index), 5000 + 20 * index);
    expect(times.slice(-3)).toEqual([5200, 5220, 5240]);
  });

  it('follows a clock that is a little faster or slower than ours', () => {
    for (const rate of [0.9995, 1.0005]) {
      let endedAt = 0;
      const receiver = createMediaReceiver();
      receiver.listen({
        onAudio(_samples, _at, by) {
          endedAt = by;
        },
      });
      let at = 0;
      for (let index = 0; index < 6000; index++) {
        at = 1000 + 20 * index * rate;
        receiver.receive(packet(index), at + (index % 7));
        receiver.giveUp(at);
      }
      expect(Math.abs(endedAt - at)).toBeLessThan(8);
    }
  });
});
