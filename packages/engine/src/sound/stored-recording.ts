/** Converts a recording for comparisons to the file that a server stores. */
import { printSpeech } from '../speech/speech-file.ts';
import { type PromptRecording, readRecording, telephoneSamples } from './read-recording.ts';

export interface StoredRecording extends Omit<PromptRecording, 'samples'> {
  /** A WAV file with one channel, 16 bits and 8,000 samples per second. */
  file: Buffer;
  /** Length in seconds, including silence. */
  seconds: number;
}

/**
 * @param channels `line` uses only the left channel, which contains the line in recordings of steps
 * @throws RecordingError for a file that prompts cannot be compared with
 */
export function storedRecording(bytes: Buffer, channels: 'mixed' | 'line'): StoredRecording {
  const file = printSpeech(telephoneSamples(bytes, channels));
  const { samples, sha256, longestPauseMs } = readRecording(file);
  return { file, sha256, longestPauseMs, seconds: samples.length / 8000 };
}
