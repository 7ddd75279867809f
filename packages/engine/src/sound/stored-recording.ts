/** Makes the file of a recording that prompts are compared with, as a server stores it. */
import { printSpeech } from '../speech/speech-file.ts';
import { type PromptRecording, readRecording, telephoneSamples } from './read-recording.ts';

export interface StoredRecording extends Omit<PromptRecording, 'samples'> {
  /** A WAV file: one channel, 16 bits, 8,000 samples a second. */
  file: Buffer;
  /** Length, silence included, in seconds. */
  seconds: number;
}

/**
 * @param channels `line` takes only the left channel, which has the line in recordings of steps
 * @throws RecordingError for a file that prompts cannot be compared with
 */
export function storedRecording(bytes: Buffer, channels: 'mixed' | 'line'): StoredRecording {
  const file = printSpeech(telephoneSamples(bytes, channels));
  const { samples, sha256, longestPauseMs } = readRecording(file);
  return { file, sha256, longestPauseMs, seconds: samples.length / 8000 };
}
