/** Makes examples of what lines do, from a seed: tones by country, music, and speech of synthetic voices. */

import { cadences } from '@parley/engine/line';
import { clamp, decode, encode, sine } from '@parley/sip';
import type { LineClass } from '@parley/suite';
import { createRandom, type Random } from '../drill/random.ts';
import { gaussian, speak, voices } from '../ears/corpus.ts';
import { beforeBeeps, inputs, menus, talk, voicemails } from './sentences.ts';

export interface Example {
  /** Row of the table that it belongs to. */
  kind: LineClass | 'talk' | 'other';
  name: string;
  samples: Int16Array;
  /** Everything that the example is. */
  classes: LineClass[];
  /** Words that were said, and where. Absent if nobody speaks. */
  said?: { text: string; fromMs: number; toMs: number };
  country?: string;
  answeredMs?: number;
}

const rate = 8;
const quiet = (ms: number) => new Int16Array(Math.round(ms) * rate);

function joined(...parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const msOf = (samples: Int16Array) => samples.length / rate;

/** Effects of the line: level, noise, codec, and lost packets. */
function carried(samples: Int16Array, random: Random): Int16Array {
  const gain = 10 ** (random.between(-12, 0) / 20);
  const snr = random.pick([undefined, undefined, 30, 25, 20]);
  const codec = random.pick(['PCMU', 'PCMA'] as const);
  const share = random.pick([0, 0, 0, 0.01]);
  const loud = samples.filter((one) => one !== 0);
  const power = loud.reduce((sum, one) => sum + one * one, 0) / (loud.length || 1);
  const deviation = snr === undefined ? 0 : Math.sqrt(power / 10 ** (snr / 10));
  const line = samples.map((one) => clamp(gain * (one + deviation * gaussian(random))));
  for (let at = 160; at + 160 <= line.length; at += 160)
    if (random() < share) line.copyWithin(at, at - 160, at);
  return decode(codec, encode(codec, line));
}

const tone = (hertz: readonly number[], ms: number) => sine(hertz, ms, 9000 / hertz.length);
/** Exchanges keep frequencies and times only roughly. */
const nearly = (value: number, share: number, random: Random) =>
  value * (1 + share * (2 * random() - 1));

function progressExamples(random: Random): Example[] {
  return cadences.flatMap(({ country, tone: kind, hertz, cadence }, index) => {
    const own = hertz.map((one) => nearly(one, 0.008, random));
    const off = nearly(1, 0.05, random);
    const periods = cadence.reduce((sum, ms) => sum + ms, 0) > 2500 ? 3 : random.between(4, 7);
    const parts = Array.from({ length: periods }, () =>
      cadence.map((ms, at) => (at % 2 === 0 ? tone(own, ms * off) : quiet(ms * off))),
    ).flat();
    const samples = carried(joined(quiet(random.between(100, 900)), ...parts), random);
    const isKnown = index % 2 === 0;
    return [
      {
        ...{ kind, samples, classes: [kind] },
        name: `${kind} in ${country}${isKnown ? ', country known' : ''}`,
        ...(isKnown && { country }),
      },
    ];
  });
}

function informationExamples(random: Random): Example[] {
  return Array.from({ length: 16 }, (_, index) => {
    const high = index % 2 === 0;
    const hertz = high ? [985.2, 1428.5, 1776.7] : [950, 1400, 1800];
    const ms = () => random.pick([274, 330, 380]);
    const gap = random.pick([0, 0, 30]);
    const parts = hertz.flatMap((one) => [tone([nearly(one, 0.01, random)], ms()), quiet(gap)]);
    return {
      ...{ kind: 'information tones' as const, classes: ['information tones' as const] },
      name: `information tones ${index}`,
      samples: carried(joined(quiet(300), ...parts, quiet(1500)), random),
    };
  });
}

function faxExamples(random: Random): Example[] {
  return Array.from({ length: 20 }, (_, index) => {
    const call = tone([nearly(1100, 0.03, random)], 500);
    const calling = joined(...Array.from({ length: 3 }, () => [call, quiet(3000)]).flat());
    const answering = joined(
      tone([nearly(2100, 0.006, random)], random.between(2600, 4000)),
      quiet(800),
    );
    return {
      ...{ kind: 'fax' as const, classes: ['fax' as const] },
      name: `fax ${index % 2 === 0 ? 'calling' : 'answering'} ${index}`,
      samples: carried(joined(quiet(400), index % 2 === 0 ? calling : answering), random),
    };
  });
}

const beepOf = (random: Random) =>
  tone([random.pick([480, 660, 850, 1000, 1000, 1200, 1400])], random.between(200, 900));

async function beepExamples(random: Random): Promise<Example[]> {
  const alone = Array.from(
    { length: 8 },
    (_, index): Example => ({
      ...{ kind: 'beep', classes: ['beep'], name: `beep ${index}` },
      samples: carried(
        joined(quiet(random.between(200, 1500)), beepOf(random), quiet(1500)),
        random,
      ),
    }),
  );
  const spoken: Example[] = [];
  for (const text of beforeBeeps)
    for (const voice of voices.slice(0, 2)) {
      const said = await speak(text, voice);
      const pause = random.between(100, 900);
      const samples = joined(quiet(200), said, quiet(pause), beepOf(random), quiet(1500));
      spoken.push({
        ...{ kind: 'beep', classes: ['beep'], name: `${text} (${voice}), beep` },
        samples: carried(samples, random),
        said: { text, fromMs: 200, toMs: 200 + msOf(said) },
      });
    }
  return [...alone, ...spoken];
}

/** A note with overtones that fades as on a piano, or holds as on an organ. */
function note(hertz: number, ms: number, fades: boolean): Float64Array {
  return Float64Array.from({ length: ms * rate }, (_, at) => {
    const time = at / 8000;
    const level = (fades ? Math.exp(-2.5 * time) : 1) * Math.min(1, at / 80, (ms * rate - at) / 80);
    const wave = [1, 0.5, 0.25].reduce(
      (sum, weight, harmonic) =>
        sum + weight * Math.sin(2 * Math.PI * hertz * (harmonic + 1) * time),
      0,
    );
    return level * wave;
  });
}

const scale = [0, 2, 4, 5, 7, 9, 11, 12];
const pitch = (root: number, step: number) => root * 2 ** ((scale[step % 8] ?? 0) / 12);

function music(random: Random, style: number): Int16Array {
  const root = random.pick([262, 294, 330, 349]);
  const beatMs = random.pick([300, 400, 500]);
  const beats = Math.ceil(10_000 / beatMs);
  const all = new Float64Array(beats * beatMs * rate);
  const add = (sound: Float64Array, at: number, level: number) => {
    for (let i = 0; i < sound.length && at + i < all.length; i++)
      all[at + i] = (all[at + i] ?? 0) + level * (sound[i] ?? 0);
  };
  const fades = style % 2 === 0;
  for (let beat = 0; beat < beats; beat++) {
    const at = beat * beatMs * rate;
    const step = random.pick([0, 3, 4, 5]);
    if (beat % 2 === 0 || style < 2)
      for (const third of [0, 2, 4])
        add(note(pitch(root, step + third), 2 * beatMs, fades), at, 0.3);
    if (style >= 1) add(note(2 * pitch(root, random.between(0, 7)), beatMs, fades), at, 0.35);
    if (style >= 2) add(note(pitch(root, step) / 2, beatMs, true), at, 0.4);
  }
  const loudest = all.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return Int16Array.from(all, (one) => (12_000 * one) / loudest);
}

function musicExamples(random: Random): Example[] {
  return Array.from({ length: 24 }, (_, index) => ({
    ...{ kind: 'hold music' as const, classes: ['hold music' as const] },
    name: `music ${index}`,
    samples: carried(joined(quiet(300), music(random, index % 4)), random),
  }));
}

type SpokenKind = 'menu' | 'input prompt' | 'voicemail' | 'talk';

async function spokenExamples(
  random: Random,
  sentences: readonly (readonly [SpokenKind, readonly string[]])[],
): Promise<Example[]> {
  const made: Example[] = [];
  const add = async (kind: SpokenKind, texts: readonly string[]) => {
    for (const [index, text] of texts.entries()) {
      for (const voice of [voices[index % 4], voices[(index + 1) % 4]]) {
        if (!voice) continue;
        const said = await speak(text, voice);
        const ends = kind === 'voicemail';
        // Some menus beep, too.
        const beeps = ends || (kind === 'menu' && index % 5 === 4);
        const after = beeps ? [quiet(random.between(100, 1200)), beepOf(random)] : [];
        const samples = joined(quiet(300), said, ...after, quiet(1500));
        const classes: LineClass[] = [
          ...(kind === 'talk' ? [] : [kind]),
          ...(beeps ? ['beep' as const] : []),
        ];
        made.push({
          ...{ kind, classes, name: `${kind}: ${text} (${voice})` },
          samples: carried(samples, random),
          said: { text, fromMs: 300, toMs: 300 + msOf(said) },
        });
      }
    }
  };
  for (const [kind, texts] of sentences) await add(kind, texts);
  return made;
}

async function earlyExamples(random: Random): Promise<Example[]> {
  const made: Example[] = [];
  for (let index = 0; index < 16; index++) {
    const text = talk[index % talk.length] ?? '';
    const said = await speak(text, voices[index % 4] ?? 'rms');
    const early =
      index % 2 === 0 ? joined(tone([440, 480], 2000), quiet(400)) : joined(quiet(300), said);
    const speech = joined(quiet(300), said, quiet(1500));
    // Every fourth line is silent until it answers.
    const isSilent = index % 4 === 3;
    const samples = carried(joined(isSilent ? quiet(2000) : early, speech), random);
    const answeredMs = isSilent ? 2000 : msOf(early);
    made.push({
      kind: isSilent ? 'talk' : 'early media',
      name: `early media ${index}`,
      ...{ samples, answeredMs, classes: isSilent ? [] : ['early media'] },
      said: { text, fromMs: answeredMs + 300, toMs: answeredMs + 300 + msOf(said) },
    });
  }
  return made;
}

/** Sounds that are none of the classes. */
function otherExamples(random: Random): Example[] {
  const noise = (deviation: number, ms: number) =>
    quiet(ms).map(() => deviation * gaussian(random));
  const keys = [
    [697, 1209],
    [770, 1336],
    [852, 1477],
  ];
  const makers: [string, () => Int16Array][] = [
    ['silence', () => noise(random.between(2, 20), 4000)],
    ['keys', () => joined(...keys.flatMap((pair) => [tone(pair, 120), quiet(80)]), quiet(1500))],
    ['dial tone', () => joined(quiet(200), tone(random.pick([[350, 440], [425]]), 4000))],
    [
      'slow pips',
      () =>
        joined(
          ...Array.from({ length: 4 }, () => [
            tone([random.pick([1600, 1850])], 60),
            quiet(1700),
          ]).flat(),
        ),
    ],
    [
      'clicks',
      () => joined(...Array.from({ length: 6 }, () => [noise(6000, 8), quiet(600)]).flat()),
    ],
    [
      'falling tones',
      () => joined(quiet(300), ...[1800, 1400, 950].map((one) => tone([one], 330)), quiet(1500)),
    ],
  ];
  return Array.from({ length: 24 }, (_, index) => {
    const [name, make] = makers[index % makers.length] ?? ['', () => quiet(0)];
    return {
      kind: 'other' as const,
      name: `${name} ${index}`,
      classes: [],
      samples: carried(make(), random),
    };
  });
}

export async function makeExamples(seed: number): Promise<Example[]> {
  const random = createRandom(seed);
  return [
    ...progressExamples(random),
    ...informationExamples(random),
    ...faxExamples(random),
    ...(await beepExamples(random)),
    ...musicExamples(random),
    ...(await spokenExamples(random, [
      ['menu', menus],
      ['voicemail', voicemails],
      ['talk', talk],
    ])),
    ...(await earlyExamples(random)),
    ...otherExamples(random),
    // Last, so that the random numbers of the other examples stay the same.
    ...(await spokenExamples(random, [['input prompt', inputs]])),
  ];
}
