import { printWav } from '@parley/sip';
import { describe, expect, it } from 'vitest';
import { quiet, sayVowels } from '../test/made-voice.ts';
import { RecordingError, readRecording } from './read-recording.ts';

const wavOf = (sound: Float32Array, sampleRate = 8000) =>
  printWav({ sampleRate, channels: [Int16Array.from(sound, (one) => 32_767 * one)] });

describe('a recording', () => {
  it.each([
    ['is not a 16-bit WAV file with 8,000 to 96,000 samples per second', Buffer.from('No audio.')],
    ['is not a 16-bit WAV file with 8,000 to 96,000 samples per second', Buffer.alloc(0)],
    ['is not a 16-bit WAV file with 8,000 to 96,000 samples per second', wavOf(quiet(900), 4000)],
    ['is silent', wavOf(quiet(2000))],
    ['has 0.2 s of sound, but needs 0.5 s', wavOf(sayVowels('a'))],
    ['is longer than 60 s', wavOf(quiet(60_100))],
    ['is larger than 16 MB', Buffer.alloc(16 * 1024 * 1024 + 1)],
  ])('cannot be used if it %s', (why, bytes) => {
    expect(() => readRecording(bytes)).toThrow(new RecordingError(why));
  });

  it('of both channels and another rate is mixed and resampled', () => {
    const voice = Int16Array.from(sayVowels('aeiou'), (one) => 32_767 * one);
    const channels = [voice, new Int16Array(voice.length)];
    const { samples } = readRecording(printWav({ sampleRate: 16_000, channels }));
    expect(samples.length).toBe(voice.length / 2);
    const peak = (all: ArrayLike<number>) => Math.max(...Array.from(all, Math.abs));
    expect(peak(samples)).toBeLessThan(0.6 * (peak(voice) / 32_768));
  });

  it('is known by its bytes, and its longest pause', () => {
    const recording = readRecording(wavOf(sayVowels('aei     oua')));
    expect(recording.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(recording.longestPauseMs).toBeGreaterThan(550);
  });
});
