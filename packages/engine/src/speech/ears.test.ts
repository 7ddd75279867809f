import { expect, it } from 'vitest';
import { judgeHeard, type RequiredConfidence, type Transcript } from './ears.ts';

const required: RequiredConfidence = { text: 0.9, word: 0.5, closeWord: 0.9 };

/** A transcript with the confidence of each word, written as `word:confidence`. */
function heard(line: string): Transcript {
  const words = line.split(' ').map((part) => {
    const [word = '', confidence] = part.split(':');
    return { word, confidence: Number(confidence ?? 0.99) };
  });
  return {
    text: words.map(({ word }) => word).join(' '),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    words,
  };
}

/** The recognizer's transcript of "the wait is about thirteen minutes", spoken by the voice rms. */
const mistaken = heard('the:0.93 way:0.83 it:0.16 is:0.49 about:1 thirty:0.76 minutes:0.99');

it.each([
  [
    'a confident mistake in a word that is close to another',
    mistaken,
    'prompt: about thirty minutes',
  ],
  [
    'a number that may be the end of a longer one',
    heard('your bill is thirty:0.4 five:0.99 dollars'),
    'prompt: five dollars',
  ],
  [
    'words that are not certain as a whole, and one is missing',
    heard('we are open:0.8'),
    'prompt: we are closed',
  ],
  [
    'a forbidden word, and words that are not certain as a whole',
    heard('we are open:0.8'),
    'prompt != closed',
  ],
])('does not decide by %s', async (_, transcript, check) => {
  expect(await judgeHeard(transcript, required, check)).toBe('undecided');
});

it('passes by words that are certain, and fails by a text that is', async () => {
  expect(await judgeHeard(heard('we are open:0.6 hum:0.1'), required, 'prompt: are open')).toBe(
    'passed',
  );
  expect(await judgeHeard(heard('we are open'), required, 'prompt: closed')).toBe('failed');
  expect(await judgeHeard(heard('we are open'), required, 'prompt != closed')).toBe('passed');
});

it.each([
  ['was not calibrated for the line', heard('we are open'), undefined],
  ['does not say how sure it is', { text: 'we are open', confidence: undefined }, required],
])('does not decide where the recognizer %s', async (_, transcript, needed) => {
  for (const check of ['prompt: we are open', 'prompt: closed', 'prompt != closed'])
    expect(await judgeHeard(transcript, needed, check)).toBe('undecided');
  expect(await judgeHeard(transcript, needed, 'latency <: 3000')).toBe('passed');
});
