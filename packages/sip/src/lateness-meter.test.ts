import { describe, expect, it } from 'vitest';
import { createLatenessMeter } from './lateness-meter.ts';

/** Counts the late packets of a line that sends every 20 ms. `delayOf` is the delay of a packet in milliseconds. */
function lateOf(
  count: number,
  delayOf: (index: number) => number,
  timestampOf = (index: number) => 160 * index,
) {
  const meter = createLatenessMeter();
  let late = 0;
  for (let index = 0; index < count; index += 1) {
    const timestamp = timestampOf(index) >>> 0;
    const packet = {
      ...{ payloadType: 0, marker: false, sequence: index, timestamp, source: 1 },
      payload: new Uint8Array(160),
    };
    late += meter.take(packet, 1000 + 20 * index + delayOf(index));
  }
  return late;
}

describe('late packets', () => {
  it('are none on a steady line, however long its delay', () => {
    expect(lateOf(500, () => 400)).toBe(0);
    expect(lateOf(500, (index) => (index * 7) % 60)).toBe(0);
  });

  it('are those beyond the jitter buffer', () => {
    expect(lateOf(500, (index) => (index % 50 === 49 ? 61 : 0))).toBe(9);
  });

  it('are those that come at once when the network releases them', () => {
    // The network holds ten packets until the eleventh.
    const delayOf = (index: number) => (index >= 100 && index < 110 ? 20 * (110 - index) : 0);
    expect(lateOf(500, delayOf)).toBe(7);
  });

  it('are those that a long stall of the network releases at once', () => {
    // 1.2 s of audio comes at once. A phone plays what is at most 60 ms late: the last three and the one after them.
    const delayOf = (index: number) => (index >= 100 && index < 160 ? 20 * (160 - index) : 0);
    expect(lateOf(500, delayOf)).toBe(57);
  });

  it('are those of a stall, also if the delay stays longer afterwards', () => {
    const delayOf = (index: number) =>
      index < 100 ? 0 : index < 160 ? 20 * (160 - index) + 400 : 400;
    expect(lateOf(500, delayOf)).toBe(57);
  });

  it('are none if the clocks drift apart in ten minutes', () => {
    for (const drift of [-0.0002, 0.0002])
      expect(lateOf(30_000, (index) => index * 20 * drift)).toBe(0);
  });

  it('are none if the line pauses, and does not count the time', () => {
    expect(lateOf(500, (index) => (index < 200 ? 0 : 4000))).toBe(0);
    expect(lateOf(500, (index) => (index < 200 ? 0 : 400))).toBe(0);
  });

  it('are none if the timestamps begin anew', () => {
    expect(
      lateOf(
        500,
        () => 0,
        (index) => (index < 200 ? 5_000_000 : 0) + 160 * index,
      ),
    ).toBe(0);
    expect(
      lateOf(
        500,
        () => 0,
        (index) => 2 ** 32 - 16_000 + 160 * index,
      ),
    ).toBe(0);
  });
});
