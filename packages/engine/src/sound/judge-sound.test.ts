import { decode, encode } from '@parley/sip';
import { describe, expect, it } from 'vitest';
import { joined, quiet, sayVowels, withNoise } from '../test/made-voice.ts';
import { judgeSound } from './judge-sound.ts';

const text = 'aeiou oaue iuoa eiao';
const reference = sayVowels(text);

/** Sound as it arrives over a telephone line, with the surrounding silence that an end-pointer keeps. */
function heard(...pieces: Float32Array[]): Float32Array {
  const samples = joined(quiet(200), ...pieces, quiet(200));
  const line = Int16Array.from(samples, (one) =>
    Math.round(32_767 * Math.max(-1, Math.min(1, one))),
  );
  return Float32Array.from(decode('PCMA', encode('PCMA', line)), (one) => one / 32_768);
}

const outcomeOf = (received: Float32Array, isCut = false) =>
  judgeSound(reference, received, { isCut }).outcome;

const louder = (samples: Float32Array, factor: number) => samples.map((one) => one * factor);

const tone = Float32Array.from(
  { length: 4000 },
  (_, at) => 0.3 * Math.sin((2 * Math.PI * 1000 * at) / 8000),
);

/** Drops 20 ms at regular intervals. With `isRepeated`, repeats the previous packet instead, as some phones do. */
function losing(samples: Float32Array, every: number, isRepeated: boolean): Float32Array {
  const received = samples.slice();
  for (let at = 800; at + 160 < received.length; at += every) {
    if (isRepeated) received.copyWithin(at, at - 160, at);
    else received.fill(0, at, at + 160);
  }
  return received;
}

describe('a prompt that is the recording', () => {
  it.each([
    ['as it is', heard(reference)],
    ['louder by 9 dB', heard(louder(reference, 2.8))],
    ['softer by 12 dB', heard(louder(reference, 0.25))],
    ['with a DC offset', heard(reference).map((one) => one + 0.015)],
    ['after 3 s of silence', heard(quiet(3000), reference)],
    ['after a beep', heard(tone, quiet(500), reference)],
    ['in a little noise', heard(withNoise(reference, 0.002))],
    ['with 2% of its packets lost', losing(heard(reference), 8000, false)],
    ['with 2% of its packets concealed', losing(heard(reference), 8000, true)],
  ])('passes %s', (_, received) => {
    const verdict = judgeSound(reference, received, { hasLost: true });
    expect(verdict).toMatchObject({ outcome: 'passed' });
    expect(verdict.reason).toBeUndefined();
  });
});

describe('a prompt that is not the recording', () => {
  it.each([
    ['another word at its end', heard(sayVowels(text.replace(/iao$/, 'iae')))],
    ['another word in it', heard(sayVowels(text.replace('oaue', 'oeue')))],
    ['another word at its begin', heard(sayVowels(text.replace('ae', 'oe')))],
    ['a word more in it', heard(sayVowels(text.replace('oaue', 'oaaue')))],
    ['a word less in it', heard(sayVowels(text.replace('oaue', 'oue')))],
    ['a word after it', heard(reference, quiet(60), sayVowels('u'), sayVowels('e'))],
    ['a word before it', heard(sayVowels('ou'), quiet(60), reference)],
    ['its end cut off', heard(sayVowels(text.slice(0, -2)))],
    ['its begin cut off', heard(sayVowels(text.slice(2)))],
    ['only its first half', heard(sayVowels(text.slice(0, 10)))],
    ['its words in another order', heard(sayVowels('oaue aeiou iuoa eiao'))],
    ['it twice', heard(reference, quiet(300), reference)],
    ['a tone', heard(tone, tone, tone)],
  ])('fails: %s', (_, received) => {
    expect(outcomeOf(received)).toBe('failed');
  });

  it('is shown where it differs, and how', () => {
    const { reason } = judgeSound(reference, heard(sayVowels(text.slice(0, -3))));
    expect(reason).toMatch(/^its sound is missing from \d+\.\d s to \d+\.\d s of the recording/);
    const other = judgeSound(reference, heard(sayVowels(text.replace('oaue', 'oaie'))));
    expect(other.reason).toMatch(/^it differs from 1\.\d s/);
  });

  it('fails although all the rest is the same, because the mean decides nothing', () => {
    const long = text.repeat(5);
    const changed = `${text.repeat(3)}${text.replace('oaue', 'oaie')}${text}`;
    expect(judgeSound(sayVowels(long), heard(sayVowels(changed))).outcome).toBe('failed');
  });
});

describe('a prompt of which too little is known', () => {
  it('is undecided in noise that could hide another word', () => {
    const verdict = judgeSound(reference, heard(withNoise(reference, 0.06)));
    expect(verdict.outcome).toBe('undecided');
    expect(verdict.reason).toMatch(/^the line is too noisy: the prompt is only \d+ dB above/);
  });

  it('is undecided if the tester stopped listening before its end', () => {
    expect(outcomeOf(heard(sayVowels(text.slice(0, 12))), true)).toBe('undecided');
    expect(outcomeOf(heard(reference), true)).toBe('undecided');
  });

  it('is undecided if too many packets were lost', () => {
    const verdict = judgeSound(reference, losing(heard(reference), 1600, false), {
      hasLost: true,
    });
    expect(verdict.outcome).toBe('undecided');
    expect(verdict.reason).toMatch(/lost on the way$/);
  });

  it('is undecided if the line could not carry its loudness', () => {
    const clipped = heard(louder(reference, 12));
    expect(outcomeOf(clipped)).not.toBe('failed');
  });

  it('never passes as silence, or nothing at all', () => {
    for (const received of [quiet(3000), quiet(0), heard(withNoise(quiet(3000), 0.05))])
      expect(outcomeOf(received)).not.toBe('passed');
  });
});
