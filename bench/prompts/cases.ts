/** Recordings, each with similar but different prompts. */
import { existsSync, readFileSync } from 'node:fs';
import { parseWav, toTelephone } from '@parley/sip';
import { readLine, speak, type VoiceName, voices } from '../ears/corpus.ts';
import { damaged, join, type Lie, noSpeech } from './lies.ts';

export interface Case {
  name: string;
  reference: Int16Array;
  lies: CountedLie[];
}

interface CountedLie extends Lie {
  /** Row of the result table that the prompt belongs to. */
  kind: string;
  /** True for another word, false for a damaged recording. */
  isWord: boolean;
}

const wordsOf = (kind: string, lies: Lie[]): CountedLie[] =>
  lies.map((lie) => ({ ...lie, kind, isWord: true }));

/** Matches "won", which sounds like "one" and is therefore not a different prompt. */
const homophones = /\bwon\b/;

const damagedOf = (lies: Lie[], prefix = ''): CountedLie[] =>
  lies.map((lie) => ({ ...lie, kind: `${prefix}${lie.name}`, isWord: false }));

/** Creates cases from sentences of synthetic voices, with one word replaced, inserted or appended. */
export async function spokenCases(
  texts: readonly string[],
  speakers: readonly VoiceName[],
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const voice of speakers) {
    let before: Int16Array | undefined;
    for (const [index, text] of texts.entries()) {
      const { said, fragment, near } = readLine(text);
      const say = (words: string, by: VoiceName = voice) => speak(words, by);
      const reference = await say(said);
      const others: Lie[] = [];
      for (const words of near.filter((one) => !homophones.test(one))) {
        const name = said.replace(fragment, words);
        others.push({ name, samples: await say(name) });
      }
      const other = voices[(voices.indexOf(voice) + 1) % voices.length] ?? 'rms';
      const more: Lie[] = [
        { name: 'a word before', samples: join(await say('no'), reference) },
        { name: 'a word after', samples: join(reference, await say('not')) },
        { name: 'another voice', samples: await say(said, other) },
        ...(before ? [{ name: 'another sentence', samples: before }] : []),
      ];
      cases.push({
        name: `"${said}" by ${voice}`,
        reference,
        lies: [
          ...wordsOf('one word replaced', others),
          ...more.flatMap((lie) => wordsOf(lie.name, [lie])),
          ...damagedOf([...damaged(reference), ...(index === 0 ? noSpeech() : [])]),
        ],
      });
      before = reference;
    }
  }
  return cases;
}

const sounds = '/usr/share/asterisk/sounds/en_US_f_Allison';

function load(name: string): Int16Array {
  const { channels, sampleRate } = parseWav(readFileSync(`${sounds}/${name}.wav`));
  return toTelephone(channels[0] ?? new Int16Array(), sampleRate);
}

/** Digits of one person's menus: the wrong one, and the one that was said. */
const pairs = [
  ...[
    ['13', '30'],
    ['14', '40'],
    ['15', '50'],
    ['16', '60'],
    ['17', '70'],
    ['18', '80'],
  ],
  ...[
    ['19', '90'],
    ['1', '9'],
    ['5', '9'],
    ['6', '16'],
    ['2', '10'],
    ['7', '11'],
    ['4', '40'],
  ],
  ...[
    ['8', '18'],
    ['3', '30'],
    ['0', '7'],
  ],
] as const;

/** Pairs of phrases that differ by about a word. */
const phrases = [
  ['conf-muted', 'conf-unmuted'],
  ['conf-locked', 'conf-lockednow'],
  ['conf-now-muted', 'conf-now-unmuted'],
  ['activated', 'de-activated'],
  ['vm-opts', 'vm-options'],
  ['queue-minute', 'queue-minutes'],
  ['confbridge-inc-list-vol-in', 'confbridge-dec-list-vol-in'],
  ['confbridge-inc-talk-vol-in', 'confbridge-dec-talk-vol-in'],
  ['dir-first', 'dir-last'],
  ['enabled', 'disabled'],
  ['conf-adminmenu-18', 'conf-adminmenu-162'],
  ['pbx-invalid', 'conf-invalid'],
] as const;

/** Creates cases from recordings of a person; undefined if the recordings are not installed. */
export function humanCases(): Case[] | undefined {
  if (!existsSync(`${sounds}/digits/13.wav`)) return undefined;
  const menus = pairs.map(([wrong, said]): [string, Int16Array, Int16Array] => [
    `a person: press ${said}`,
    join(load('if-correct-press'), load(`digits/${said}`)),
    join(load('if-correct-press'), load(`digits/${wrong}`)),
  ]);
  const whole = phrases
    .filter((pair) => pair.every((name) => existsSync(`${sounds}/${name}.wav`)))
    .map(([other, one]): [string, Int16Array, Int16Array] => [
      `a person: ${one}`,
      load(one),
      load(other),
    ]);
  return [...menus, ...whole].map(([name, reference, wrong]) => ({
    name,
    reference,
    lies: [
      ...wordsOf('a person: one word replaced', [{ name: 'the other one', samples: wrong }]),
      ...damagedOf(damaged(reference), 'a person: '),
    ],
  }));
}
