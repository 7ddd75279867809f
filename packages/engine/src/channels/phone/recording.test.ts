import { describe, expect, it } from 'vitest';
import { createRecording } from './recording.ts';

/** 20 ms of one value. */
const frame = (value: number) => new Int16Array(160).fill(value);

describe('a recording', () => {
  it('keeps what comes late in one piece, and says how much later it has it', () => {
    const recording = createRecording(1000, 10);
    // The first one 200 ms late, the others when they were said.
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
});
