import { recordingProblem } from '@parley/suite';
import { expect, it } from 'vitest';
import { recordingNameOf } from './recording-name.ts';

it.each([
  ['greeting.wav', 'greeting.wav'],
  ['Welcome (1).WAV', 'Welcome 1.wav'],
  ['Grüße.wav', 'Grüße.wav'],
  ['..hidden.wav', 'hidden.wav'],
  ['no ending', 'no ending.wav'],
  ['???.wav', 'recording.wav'],
  [`${'a'.repeat(300)}.wav`, `${'a'.repeat(190)}.wav`],
])('calls the file %s %s', (fileName, name) => {
  expect(recordingNameOf(fileName)).toBe(name);
  expect(recordingProblem(name)).toBeUndefined();
});
