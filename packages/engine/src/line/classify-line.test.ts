import { decode, encode, sine } from '@parley/sip';
import type { LineClass } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { sayVowels } from '../test/made-voice.ts';
import { classifyLine, type LineAudio } from './classify-line.ts';

const quiet = (ms: number) => new Int16Array(ms * 8);
const tone = (hertz: number[], ms: number, amplitude = 4000) => sine(hertz, ms, amplitude);
const speech = (letters: string) => Int16Array.from(sayVowels(letters), (one) => 32_000 * one);
const sentence = () => speech('aeiou oia ueai oeiau ia oue');

function joined(...parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return decode('PCMU', encode('PCMU', all));
}

const repeated = (count: number, ...parts: Int16Array[]) =>
  joined(...Array.from({ length: count }, () => parts).flat());

function withNoise(samples: Int16Array, deviation: number): Int16Array {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return samples.map((one) => one + 2 * deviation * (random() + random() + random()));
}

async function standings(samples: Int16Array, change: Partial<LineAudio> = {}) {
  const { findings } = await classifyLine({
    samples,
    fromMs: 0,
    words: [],
    locale: 'en-US',
    ...change,
  });
  const named = (isHeard: boolean) =>
    findings
      .filter(({ confidence }) => confidence >= 0.8 === isHeard)
      .map((finding) => finding.class)
      .sort();
  return { heard: named(true), open: named(false) };
}

const said = (text: string, change: object = {}) => ({
  words: [{ text, sureText: text, isSure: true, fromMs: 0, toMs: 3000, ...change }],
});
const unsure = (text: string) => said(text, { sureText: 'ꙮꙮꙮ', isSure: false });

const beep = () => joined(quiet(400), tone([1000], 500), quiet(1500));

describe('tones of the network', () => {
  it.each<[LineClass, string, number[], number[]]>([
    ['busy', 'US', [480, 620], [500, 500]],
    ['busy', 'DE', [425], [480, 480]],
    ['busy', 'GB', [400], [375, 375]],
    ['congestion', 'US', [480, 620], [250, 250]],
    ['congestion', 'GB', [400], [400, 350, 225, 525]],
    ['ringing', 'US', [440, 480], [2000, 4000]],
    ['ringing', 'DE', [425], [1000, 4000]],
    ['ringing', 'GB', [400, 450], [400, 200, 400, 2000]],
  ])('are recognized: %s in %s', async (name, _, hertz, cadence) => {
    const period = cadence.map((ms, at) => (at % 2 === 0 ? tone(hertz, ms, 3000) : quiet(ms)));
    const samples = repeated(3, ...period);
    for (const line of [samples, withNoise(samples, 120)])
      expect(await standings(line)).toMatchObject({ heard: [name] });
  });

  it('are undecided where countries differ, unless the country is known', async () => {
    const samples = repeated(6, tone([425], 250), quiet(250));
    expect(await standings(samples)).toMatchObject({ heard: [], open: ['busy', 'congestion'] });
    expect(await standings(samples, { country: 'SE' })).toMatchObject({ heard: ['busy'] });
    expect(await standings(samples, { country: 'NL' })).toMatchObject({ heard: ['congestion'] });
  });

  it('are undecided after one tone, which may also be a beep', async () => {
    const { heard, open } = await standings(joined(tone([425], 1000), quiet(1500)));
    expect(heard).toEqual([]);
    expect(open).toContain('ringing');
    expect(open).toContain('beep');
  });

  it('are not found in other cadences and frequencies', async () => {
    const { heard } = await standings(repeated(6, tone([425], 900), quiet(650)));
    expect(heard).toEqual([]);
    expect((await standings(repeated(6, tone([700], 500), quiet(500)))).heard).toEqual([]);
  });

  it('are not found in speech', async () => {
    const { heard, open } = await standings(sentence(), said('good morning how are you'));
    expect(heard).toEqual([]);
    expect(open).toEqual([]);
  });
});

describe('information tones, faxes and beeps', () => {
  const three = (...hertz: number[]) =>
    joined(...hertz.map((one) => tone([one], 330)), quiet(1000));

  it('are told apart', async () => {
    expect(await standings(three(950, 1400, 1800))).toMatchObject({ heard: ['information tones'] });
    expect((await standings(three(1800, 1400, 950))).heard).toEqual([]);
    expect((await standings(three(950, 1200, 1800))).heard).toEqual([]);
    expect(await standings(repeated(3, tone([1100], 500), quiet(3000)))).toMatchObject({
      heard: ['fax'],
    });
    expect(await standings(joined(quiet(300), tone([2100], 3000), quiet(500)))).toMatchObject({
      heard: ['fax'],
    });
    expect(await standings(joined(quiet(500), beep()))).toMatchObject({ heard: ['beep'] });
  });

  it('are not guessed from one short tone of a fax, or from keys', async () => {
    const fax = await standings(joined(quiet(300), tone([1100], 500), quiet(1500)));
    expect(fax.heard).not.toContain('fax');
    expect(fax.open).toContain('fax');
    const keys = await standings(joined(quiet(300), tone([697, 1209], 300), quiet(1000)));
    expect(keys.heard).toEqual([]);
  });
});

describe('hold music', () => {
  const chords = [
    [262, 330, 392],
    [294, 370, 440],
    [330, 415, 494],
  ].map((chord) => tone(chord, 400, 3000));

  it('is heard after some seconds, and undecided before', async () => {
    expect(await standings(repeated(6, ...chords))).toMatchObject({ heard: ['hold music'] });
    const short = await standings(repeated(1, ...chords));
    expect(short.heard).toEqual([]);
    expect(short.open).toContain('hold music');
  });

  it('is not heard in speech', async () => {
    const samples = repeated(4, sentence(), quiet(300));
    expect((await standings(samples, said('good morning'))).heard).toEqual([]);
  });
});

describe('voicemail and menus', () => {
  const withBeep = joined(sentence(), beep());
  const recorder = 'you have reached acme please leave a message after the tone';
  const menu = 'to leave a message press two for sales press one';

  it('are recognized by words, tones and silence together', async () => {
    expect(await standings(withBeep, said(recorder))).toMatchObject({
      heard: ['beep', 'voicemail'],
    });
    const only = await standings(joined(sentence(), quiet(1500)), said(menu));
    expect(only).toEqual({ heard: ['menu'], open: [] });
  });

  it('are undecided while the beep is missing', async () => {
    const { heard, open } = await standings(joined(sentence(), quiet(1500)), said(recorder));
    expect(heard).toEqual([]);
    expect(open).toContain('voicemail');
  });

  it.each([menu, 'press two to leave a message', 'for voicemail press three or say help'])(
    'are not confused: %s, with a beep',
    async (text) => {
      const { heard } = await standings(withBeep, said(text));
      expect(heard).not.toContain('voicemail');
    },
  );

  it('are undecided if the words are uncertain, whatever they seem to be', async () => {
    for (const text of [recorder, menu, 'nonsense']) {
      const { heard, open } = await standings(withBeep, unsure(text));
      expect(heard).toEqual(['beep']);
      expect(open).toContain('voicemail');
      expect(open).toContain('menu');
    }
  });

  const partly = (text: string, sureText: string) => said(text, { sureText, isSure: false });

  it.each([
    ['do leave a message breast you', 'ꙮꙮꙮ leave a message ꙮꙮꙮ ꙮꙮꙮ'],
    ['for voicemail dress three', 'ꙮꙮꙮ voicemail ꙮꙮꙮ ꙮꙮꙮ'],
    ['we cannot take your call for sales press one', 'we cannot take your call ꙮꙮꙮ ꙮꙮꙮ ꙮꙮꙮ ꙮꙮꙮ'],
    ['after the tone for sales press one', 'after the tone ꙮꙮꙮ ꙮꙮꙮ ꙮꙮꙮ ꙮꙮꙮ'],
  ])(
    'are undecided with a beep if only the words of a recorder are certain: %s',
    async (...words) => {
      const { heard, open } = await standings(withBeep, partly(...words));
      expect(heard).toEqual(['beep']);
      expect(open).toContain('voicemail');
    },
  );

  it('are recorders if they are asked to speak after the tone, whatever else was said', async () => {
    const words = partly(
      'hi this is sarah speak after the tone',
      'ꙮꙮꙮ ꙮꙮꙮ ꙮꙮꙮ ꙮꙮꙮ speak after the tone',
    );
    expect((await standings(withBeep, words)).heard).toContain('voicemail');
  });

  it('are undecided if keys are certain, and the request before the beep is not', async () => {
    const words = partly(
      'leaf a massage when finished press one',
      'ꙮꙮꙮ ꙮꙮꙮ ꙮꙮꙮ when finished press one',
    );
    const { heard, open } = await standings(withBeep, words);
    expect(heard).toEqual(['beep']);
    expect(open).toContain('menu');
  });

  it('are not found across words that are uncertain', async () => {
    const samples = joined(sentence(), quiet(1500));
    for (const sure of ['press ꙮꙮꙮ ꙮꙮꙮ to', 'say ꙮꙮꙮ or', 'ꙮꙮꙮ enter your account number']) {
      const { heard } = await standings(samples, partly(sure.replaceAll('ꙮꙮꙮ', 'word'), sure));
      expect(heard).toEqual([]);
    }
    const known = 'please enter your account number';
    const { heard } = await standings(samples, partly(`${known} now`, `${known} ꙮꙮꙮ`));
    expect(heard).toEqual(['input prompt']);
  });

  it('are undecided in languages without word lists', async () => {
    const { heard, open } = await standings(withBeep, { ...said(recorder), locale: 'de-DE' });
    expect(heard).toEqual(['beep']);
    expect(open).toContain('voicemail');
  });

  it('are not recorders that go on speaking after the beep', async () => {
    const samples = joined(sentence(), beep(), sentence());
    expect((await standings(samples, said(recorder))).heard).not.toContain('voicemail');
  });

  it('offers keys after the beep only in doubt', async () => {
    const text = 'leave a message after the tone when finished press one for more options';
    const { heard } = await standings(withBeep, said(text));
    expect(heard).toContain('voicemail');
    expect(heard).not.toContain('menu');
  });

  it.each([
    'please enter your account number followed by the pound key',
    'enter your ten digit account number followed by the pound key',
    'please enter your pin then press the star key',
    'enter the last four digits of your social security number',
    'please enter the four digit code that we have sent you',
    'key in your date of birth and press pound',
  ])('are not what asks for input: %s', async (text) => {
    const samples = joined(sentence(), quiet(1500));
    expect(await standings(samples, said(text))).toEqual({ heard: ['input prompt'], open: [] });
    const { heard, open } = await standings(samples, unsure(text));
    expect(heard).toEqual([]);
    expect(open).toContain('input prompt');
    expect(open).toContain('menu');
  });

  it.each([
    'enter your account number or press star to go back',
    'for the operator press zero or enter your pin',
  ])('can ask for input, too: %s', async (text) => {
    const { heard } = await standings(joined(sentence(), quiet(1500)), said(text));
    expect(heard).toEqual(['input prompt', 'menu']);
  });

  it.each([
    'please enter the building by the north door',
    'my number is five',
    'to enter a different account number press one',
    menu,
    recorder,
  ])('are not taken for a request for input: %s', async (text) => {
    const { heard } = await standings(joined(sentence(), quiet(1500)), said(text));
    expect(heard).not.toContain('input prompt');
  });

  it('are ruled out by words that are certain', async () => {
    const { open } = await standings(joined(sentence(), quiet(1500)), said('your balance is five'));
    expect(open).toEqual([]);
  });
});

describe('early media', () => {
  it('is sound before the answer', async () => {
    const samples = joined(tone([440, 480], 2000), quiet(500));
    expect((await standings(samples, { answeredMs: 2000 })).heard).toContain('early media');
    expect((await standings(samples, { answeredMs: 0 })).heard).not.toContain('early media');
    expect((await standings(samples, { answeredMs: 'unknown' })).open).toContain('early media');
    expect((await standings(joined(quiet(2000), sentence()), { answeredMs: 2000 })).heard).toEqual(
      [],
    );
  });
});

describe('a line that cannot be heard', () => {
  it('is undecided in noise and without audio', async () => {
    const noise = await standings(withNoise(quiet(4000), 1500), said('good morning'));
    expect(noise.heard).toEqual([]);
    expect(noise.open).toContain('busy');
    expect((await standings(new Int16Array())).open).toContain('voicemail');
  });

  it('is nothing of these in silence, which it reports', async () => {
    expect(await standings(quiet(4000))).toEqual({ heard: [], open: [] });
    const isSilent = async (samples: Int16Array, change: Partial<LineAudio> = {}) =>
      (await classifyLine({ samples, fromMs: 0, words: [], locale: 'en-US', ...change })).isSilent;
    expect(await isSilent(quiet(4000))).toBe(true);
    expect(await isSilent(withNoise(quiet(4000), 3))).toBe(true);
    // Sound before our last words shows nothing about what answers them.
    expect(await isSilent(joined(sentence(), quiet(4000)), { sinceMs: 6000, fromMs: 6000 })).toBe(
      true,
    );
    expect(await isSilent(joined(quiet(500), sentence(), quiet(1500)))).toBeUndefined();
    expect(await isSilent(joined(quiet(500), tone([425], 1000)))).toBeUndefined();
    expect(await isSilent(quiet(4000), said('good morning'))).toBeUndefined();
  });
});
