import { describe, expect, it } from 'vitest';
import { createRecording } from './recording.ts';

/** 20 ms of one value. */
const frame = (value: number) => new Int16Array(160).fill(value);

describe('a recording', () => {
  it('keeps what comes late in one piece, and says how much later it has it', () => {
    const recording = createRecording(1000, 10);
    // The first frame arrives 200 ms late, the others on time.
    expect(recording.heard(frame(1), 1220)).toBeCloseTo(-200);
    expect(recording.heard(frame(2), 1220)).toBeCloseTo(-180);
    expect(recording.heard(frame(3), 1060)).toBeCloseTo(0);
    expect([...new Set(recording.between(1000, 1060))]).toEqual([1, 2, 3]);
  });

  it('begins before somebody listens: what comes early is kept later', () => {
    const recording = createRecording(1000, 10);
    expect(recording.heard(frame(1), 980)).toBeCloseTo(40);
    expect(recording.heard(frame(2), 1000)).toBeCloseTo(40);
    const laterMs = recording.heard(frame(3), 1020);
    expect(recording.between(1000 + laterMs, 1020 + laterMs)).toEqual(frame(3));
  });

  it('tears nothing apart that a busy machine hands over late', () => {
    const recording = createRecording(1000, 10);
    recording.heard(frame(1), 1020);
    recording.heard(frame(2), 1700);
    recording.heard(frame(3), 1700);
    expect([...new Set(recording.between(1000, 1060))]).toEqual([1, 2, 3]);
  });

  it('has a hole where nothing was sent', () => {
    const recording = createRecording(1000, 10);
    recording.heard(frame(1), 1020);
    expect(recording.heard(frame(2), 2100)).toBeCloseTo(0);
    expect(recording.between(1020, 2080).every((sample) => sample === 0)).toBe(true);
  });

  it('lies in time if the times are known: a pause absorbs what came late, speech stays in one piece', () => {
    const recording = createRecording(0, 10);
    // The first packet seems to arrive 30 ms late, as later packets show.
    recording.heard(frame(5000), 70, 70);
    recording.heard(frame(5001), 72, 60);
    recording.heard(frame(0), 75, 80);
    recording.heard(frame(0), 100, 100);
    recording.heard(frame(5002), 120, 120);
    const { heard, displacedMs } = recording.legsBetween(0, 200);
    expect(heard.indexOf(5001) - heard.indexOf(5000)).toBe(160);
    expect(heard.indexOf(5002)).toBe(100 * 8);
    expect(displacedMs).toBeCloseTo(30);
    expect(recording.legsBetween(100, 200).displacedMs).toBe(0);
  });

  it('is uncertain by the delay with which all of a second arrives', () => {
    const recording = createRecording(0, 10);
    for (let n = 1; n <= 100; n++)
      recording.heard(frame(5000), 20 * n + (n > 50 ? 150 : 0), 20 * n);
    expect(recording.legsBetween(0, 1000).displacedMs).toBe(0);
    expect(recording.legsBetween(1900, 2000).displacedMs).toBeCloseTo(150);
  });

  it('is silent where the line stopped sending', () => {
    const recording = createRecording(0, 10);
    recording.heard(frame(5000), 20, 20);
    const { heard, said } = recording.legsBetween(0, 4000);
    expect([heard.length, said.length]).toEqual([32_000, 32_000]);
    expect(heard.lastIndexOf(5000)).toBe(159);
  });

  it('says how much later than it was due audio left, unless it was silence', () => {
    const recording = createRecording(0, 10);
    recording.sent(frame(5000), 20, 20);
    recording.sent(frame(0), 140, 40);
    expect(recording.legsBetween(0, 200).displacedMs).toBe(0);
    recording.sent(frame(5000), 145, 60);
    expect(recording.legsBetween(0, 200).displacedMs).toBeCloseTo(85);
    const { said } = recording.legsBetween(0, 200);
    expect([said.indexOf(5000), said.lastIndexOf(5000)]).toEqual([0, 479]);
  });
});
