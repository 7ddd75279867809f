/** Tests where prompts start and end, from audio alone, without a clock or a call. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { holdMusic } from '@parley/mock-ivr/hold-music';
import { murmur } from '@parley/mock-ivr/murmur';
import {
  clamp,
  decode,
  encode,
  parseWav,
  sampleRate,
  sine,
  soundOf,
  toTelephone,
} from '@parley/sip';
import { describe, expect, it } from 'vitest';
import { createEndPointer } from './end-pointer.ts';

const quietMs = 1200;
const frameSamples = 160;

const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));
const silence = (ms: number) => new Int16Array((ms * sampleRate) / 1000);
const scaled = (samples: Int16Array, by: number) =>
  samples.map((sample) => Math.round(sample * by));
const over = (voice: Int16Array, music: Int16Array) =>
  voice.map((sample, at) => clamp(sample + (music[at] ?? 0)));

/** Plucked notes that fade, like those of a guitar. The timing is steady, and adjacent notes always differ. */
function plucked(ms: number): Int16Array {
  const noteMs = 320;
  const notes = [196, 247, 294, 392, 330, 247];
  const samples = silence(ms);
  for (let at = 0; at < samples.length; at++) {
    const inMs = (at * 1000) / sampleRate;
    const place = Math.floor(inMs / noteMs);
    for (const back of [0, 1, 2]) {
      const note = notes[(place - back + notes.length) % notes.length] ?? 0;
      const age = inMs - (place - back) * noteMs;
      if (place < back) continue;
      const fade = Math.exp(-age / 500);
      for (const [partial, strength] of [1, 0.5, 0.3, 0.15].entries())
        samples[at] =
          (samples[at] ?? 0) +
          2500 * strength * fade * Math.sin((2 * Math.PI * note * (partial + 1) * at) / sampleRate);
    }
  }
  return samples;
}

/** Start and end of each prompt in a sound, in seconds, on a line that sends packets of 20 ms. */
function promptsIn(sound: Int16Array): [from: number, to: number][] {
  const carried = decode('PCMU', encode('PCMU', joined(sound, silence(quietMs + 500))));
  const endPointer = createEndPointer();
  const prompts: [number, number][] = [];
  for (let from = 0; from + frameSamples <= carried.length; from += frameSamples) {
    const at = ((from + frameSamples) * 1000) / sampleRate;
    endPointer.hear(carried.subarray(from, from + frameSamples), at);
    const speech = endPointer.speech();
    if (!speech || at - speech.lastLoudAt < quietMs) continue;
    prompts.push([speech.beganAt / 1000, speech.lastLoudAt / 1000]);
    endPointer.reset(at);
  }
  return prompts;
}

const near = (seconds: number, by = 0.4) => ({
  asymmetricMatch: (actual: number) => Math.abs(actual - seconds) <= by,
  toString: () => 'near',
  toAsymmetricMatcher: () => `${seconds} s, give or take ${by}`,
});

describe.each([
  ['chords', holdMusic],
  ['plucked strings', plucked],
])('music on hold, %s,', (_, music) => {
  it.each([0, 300, 2000])('ends a prompt and is none, %i ms after its last word', (pauseMs) => {
    const gap = silence(pauseMs);
    const sound = joined(murmur(3000), gap, music(9000), gap, murmur(3000));
    const second = 12 + (2 * pauseMs) / 1000;
    expect(promptsIn(sound)).toEqual([
      [near(0), near(3)],
      [near(second), near(second + 3)],
    ]);
  });

  it('is no prompt where nobody speaks', () => {
    expect(promptsIn(music(20_000))).toEqual([]);
  });

  it('that is short and glued to words stays with them', () => {
    expect(promptsIn(joined(music(1200), murmur(4000)))).toEqual([[near(0), near(5.2)]]);
  });

  it('under a voice does not end what it says, or hide it', () => {
    const quiet = scaled(music(21_000), 0.2);
    const voice = joined(murmur(12_000), silence(9000));
    expect(promptsIn(over(voice, quiet))).toEqual([[near(0), near(12)]]);
  });
});

describe('sound that is no music', () => {
  const tone = sine([425], 8000, 6000);

  it.each([
    ['a tone that does not end', tone, 1],
    ['a line that rings', joined(sine([440, 480], 2000, 4000), silence(4000)), 1],
    [
      'a busy tone',
      joined(
        ...Array.from({ length: 10 }, () => joined(sine([480, 620], 500, 4000), silence(500))),
      ),
      1,
    ],
    ['a beep', sine([1000], 600, 8000), 1],
    ['keys', soundOf('1234567890*#1234567890*#'), 1],
    ['a murmur of a minute', murmur(60_000), 1],
  ])('is heard as before: %s', (_, sound, count) => {
    expect(promptsIn(sound)).toHaveLength(count);
  });

  const texts = [
    'Welcome to Acme bank. For your balance press one. For opening hours press two. For anything else, stay on the line.',
    'We were away a year ago, and nobody knew where we were or why we are here now.',
    'All of our agents are busy. Please hold the line, and your call will be answered in the order it was received.',
  ];

  function spoken(program: string, args: string[], text: string): Int16Array {
    const folder = mkdtempSync(join(tmpdir(), 'parley-voice-'));
    const file = join(folder, 'said.wav');
    const tell = program === 'flite' ? ['-t', text, '-o', file] : ['-w', file, '-m', text];
    try {
      execFileSync(program, [...args, ...tell]);
      const { channels, sampleRate: rate } = parseWav(readFileSync(file));
      return toTelephone(channels[0] ?? new Int16Array(), rate);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  function expectOnePrompt(voice: Int16Array): void {
    expect(promptsIn(voice)).toEqual([[near(0, 1), near(voice.length / sampleRate, 1)]]);
  }

  it.skipIf(!hasPrograms('flite')).each(['rms', 'slt', 'awb', 'kal', 'kal16'])(
    'is the voice %s of flite',
    (voice) => {
      for (const text of texts) expectOnePrompt(spoken('flite', ['-voice', voice], text));
    },
  );

  it.skipIf(!hasPrograms('espeak-ng')).each([
    ['en-us', 50],
    ['en-us', 0],
    ['en-us+f2', 0],
    ['en-us+robosoft', 0],
    ['de', 0],
  ])('is the voice %s of espeak-ng with a range of pitch of %i', (voice, range) => {
    for (const text of texts) {
      const monotone = `<speak><prosody range="${range}">${text}</prosody></speak>`;
      expectOnePrompt(spoken('espeak-ng', ['-v', voice], monotone));
    }
  });
});
