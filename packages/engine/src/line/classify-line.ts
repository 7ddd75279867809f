/**
 * Finds what the far side of a call is: a menu, a voicemail, music on hold, a tone of the network, a fax. Rests on audio, timing
 * and words together. What the evidence does not decide is reported as undecided.
 */
import { setImmediate } from 'node:timers/promises';
import type { LineClass, LineFacts, LineFinding } from '@parley/suite';
import { createEndPointer } from '../channels/phone/end-pointer.ts';
import { unsureWord } from '../speech/sure-text.ts';
import { detectVoice, frameMs, type Span, spansOf } from '../voice/voice-activity.ts';
import { findTones, isSame, type Tone } from './find-tones.ts';
import {
  asksForInput,
  asksForMessage,
  asksSurelyForInput,
  asksSurelyForMessage,
  mayAskForInput,
  mayOfferChoices,
  offersChoices,
} from './line-words.ts';
import { progressOf, type ToneSequence } from './match-cadence.ts';

/** The end of a call's audio. All times are milliseconds from its start. */
export interface LineAudio {
  samples: Int16Array;
  /** Start of the step. */
  fromMs: number;
  /** When we last spoke or pressed keys. Earlier audio only shows the noise of the line. */
  sinceMs?: number;
  /** Words that were recognized, in order. */
  words: readonly LineWords[];
  /** Language of the words, such as `en-US`. */
  locale: string;
  /** ISO 3166 code of the country whose tones decide, if a cadence means different things in several. */
  country?: string | undefined;
  /**
   * The moment of the answer, if the step contains it; `unknown` if the line does not deliver audio before it. Undefined for
   * later steps.
   */
  answeredMs?: number | 'unknown' | undefined;
}

export interface LineWords {
  text: string;
  /** The words that are certain; equal to `text` if all are. Undefined if none can be trusted. */
  sureText: string | undefined;
  isSure: boolean;
  fromMs: number;
  toMs: number;
}

type Found = Omit<LineFinding, 'fromMs' | 'toMs'> & { span: Span };

interface Sounds {
  tones: Tone[];
  sequences: ToneSequence[];
  /** Stretches of sound that are not tones. */
  others: Span[];
  endMs: number;
}

export async function classifyLine(audio: LineAudio): Promise<LineFacts> {
  const { samples, fromMs, sinceMs = 0 } = audio;
  const activity = detectVoice(samples);
  const tones = (await findTones(samples)).filter((tone) => tone.toMs > sinceMs);
  const others = otherSounds(activity.loud, tones).filter(([, to]) => to > sinceMs);
  const endMs = samples.length / samplesPerMs;
  const sounds = { tones, others, endMs, sequences: sequencesOf(tones, others, endMs) };
  const beeps = beepsIn(sounds);
  const found = [
    ...progressIn(sounds, audio.country),
    ...informationTones(sounds),
    ...faxIn(sounds),
    ...beeps,
    ...(await musicIn(audio, sounds)),
    ...voicemailIn(audio, sounds, beeps),
    ...menuIn(audio, sounds, beeps),
    ...inputPromptIn(audio, sounds),
    ...earlyMediaIn(audio, activity.loud),
  ].filter(({ span }) => span[1] >= fromMs);
  const isSilent =
    found.length === 0 && tones.length === 0 && others.length === 0 && audio.words.length === 0;
  const isKnown = found.some(({ confidence }) => confidence >= 0.8);
  const doubt = isKnown ? undefined : doubtOf(samples, activity.noiseDb);
  const findings = strongest([...found, ...(doubt ? undecided(doubt, endMs) : [])], fromMs);
  return { findings, ...(isSilent && { isSilent: true }) };
}

const samplesPerMs = 8;

/** Noise level in dB above which tones and words could be hidden. */
const hidingDb = -42;

function doubtOf(samples: Int16Array, noiseDb: number): string | undefined {
  if (samples.length === 0) return 'No audio was received.';
  return noiseDb > hidingDb
    ? 'The line is so noisy that tones and words could be hidden in it.'
    : undefined;
}

const allClasses: readonly LineClass[] = [
  ...(['menu', 'input prompt', 'voicemail', 'hold music', 'ringing', 'busy'] as const),
  ...(['congestion', 'information tones', 'fax', 'beep'] as const),
];

const undecided = (because: string, endMs: number): Found[] =>
  allClasses.map((name) => ({ class: name, confidence: 0.5, because, span: [0, endMs] }));

/** Keeps the finding with the highest confidence of each class. */
function strongest(found: readonly Found[], fromMs: number): LineFinding[] {
  const best = new Map<LineClass, Found>();
  for (const one of found)
    if (one.confidence > (best.get(one.class)?.confidence ?? 0)) best.set(one.class, one);
  return [...best.values()]
    .sort((one, other) => other.confidence - one.confidence)
    .map(({ span: [from, to], confidence, ...one }) => ({
      ...one,
      confidence: Number(confidence.toFixed(2)),
      fromMs: Math.round(from - fromMs),
      toMs: Math.round(to - fromMs),
    }));
}

/** Margin around a tone in which its own edges are loud. */
const toneMarginMs = 40;

function otherSounds(loud: readonly boolean[], tones: readonly Tone[]): Span[] {
  const rest = loud.slice();
  for (const { fromMs, toMs } of tones)
    rest.fill(
      false,
      Math.max(0, Math.floor((fromMs - toneMarginMs) / frameMs)),
      Math.ceil((toMs + toneMarginMs) / frameMs),
    );
  return spansOf(rest).filter(([from, to]) => to - from >= 60);
}

const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** Longest silence within a cadence: 5 s in Sweden and Austria. */
const cadenceGapMs = 5700;

function sequencesOf(tones: readonly Tone[], others: readonly Span[], endMs: number) {
  const sequences: ToneSequence[] = [];
  const soundIn = (from: number, to: number) =>
    lengthOf(others.filter((span) => span[1] > from && span[0] < to)) > 150;
  for (const [at, tone] of tones.entries()) {
    const last = sequences.at(-1);
    const before = last?.tones.at(-1);
    const isMore =
      before !== undefined &&
      isSame(before.hertz, tone.hertz, 15) &&
      tone.fromMs - before.toMs < cadenceGapMs &&
      !soundIn(before.toMs, tone.fromMs);
    const next = Math.min(
      tones[at + 1]?.fromMs ?? endMs,
      others.find(([from]) => from >= tone.toMs)?.[0] ?? endMs,
    );
    const quietAfterMs = next - tone.toMs;
    if (isMore && last) {
      last.tones.push(tone);
      last.quietAfterMs = quietAfterMs;
      last.isLast = next === endMs;
    } else sequences.push({ tones: [tone], quietAfterMs, isLast: next === endMs });
  }
  return sequences;
}

const spanOf = ({ tones }: ToneSequence): Span => [tones[0]?.fromMs ?? 0, tones.at(-1)?.toMs ?? 0];

function progressIn({ sequences }: Sounds, country: string | undefined): Found[] {
  return sequences.flatMap((sequence) =>
    progressOf(sequence, country).map(({ tone, confidence, countries }) => ({
      class: tone,
      confidence,
      span: spanOf(sequence),
      because: `${sequence.tones.length} tones of ${hertzIn(sequence)} Hz, as in ${inWords(countries)}${confidence < 0.8 ? ': too few, or with other meanings elsewhere' : ''}.`,
    })),
  );
}

const hertzIn = ({ tones }: ToneSequence) => (tones[0]?.hertz ?? []).join(' and ');
const inWords = (countries: readonly string[]) =>
  countries.length > 4 ? `${countries.slice(0, 4).join(', ')} and others` : countries.join(', ');

/** Ranges of the three special information tones in Hz, ITU-T E.180 and the variants of North America. */
const informationHertz: readonly Span[] = [
  [880, 1010],
  [1340, 1480],
  [1740, 1880],
];

function informationTones({ tones }: Sounds): Found[] {
  return tones.flatMap((first, at): Found[] => {
    const three = tones.slice(at, at + 3);
    const isRising = three.every(({ hertz, fromMs, toMs }, place) => {
      const [low = 0, high = 0] = informationHertz[place] ?? [];
      const before = three[place - 1];
      const isNext = before === undefined || fromMs - before.toMs < 90;
      const [own = 0] = hertz;
      return (
        hertz.length === 1 &&
        own >= low &&
        own <= high &&
        toMs - fromMs > 200 &&
        toMs - fromMs < 480 &&
        isNext
      );
    });
    if (three.length < 3 || !isRising) return [];
    const span: Span = [first.fromMs, three.at(-1)?.toMs ?? 0];
    return [
      {
        class: 'information tones',
        confidence: 0.97,
        span,
        because: 'Three rising tones in sequence.',
      },
    ];
  });
}

const lengthMs = ({ fromMs, toMs }: Tone) => toMs - fromMs;
const isNear = ({ hertz }: Tone, wanted: number, by: number) =>
  hertz.length === 1 && Math.abs((hertz[0] ?? 0) - wanted) <= by;

/** ITU-T T.30: a calling fax sends 1,100 Hz for 0.5 s every 3.5 s; an answering one 2,100 Hz for 2.6 to 4 s. */
function faxIn({ sequences }: Sounds): Found[] {
  return sequences.flatMap((sequence): Found[] => {
    const { tones } = sequence;
    const span = spanOf(sequence);
    const answer = tones.find((tone) => isNear(tone, 2100, 25) && lengthMs(tone) >= 1000);
    if (answer) {
      const isLong = lengthMs(answer) >= 2000;
      const because = 'A tone of 2,100 Hz, with which faxes and modems answer.';
      return [{ class: 'fax', confidence: isLong ? 0.95 : 0.5, span, because }];
    }
    const calls = tones.filter(
      (tone) => isNear(tone, 1100, 40) && Math.abs(lengthMs(tone) - 500) <= 90,
    );
    if (calls.length === 0 || calls.length < tones.length) return [];
    const isPeriodic = calls
      .slice(1)
      .every(({ fromMs }, at) => Math.abs(fromMs - (calls[at]?.fromMs ?? 0) - 3500) <= 350);
    const isSure = calls.length > 1 && isPeriodic;
    const because = `${calls.length} tones of 1,100 Hz and half a second, with which faxes call.`;
    return calls.length > 1 && !isPeriodic
      ? []
      : [{ class: 'fax', confidence: isSure ? 0.95 : 0.5, span, because }];
  });
}

const beepMs: Span = [150, 1600];
const beepHertz: Span = [380, 2000];
const melodyMs = 150;
/** Silence around a beep. Vowels, which can sound like short tones, have none. */
const aroundBeepMs = 70;

/** A beep is one tone on its own. */
function beepsIn(sounds: Sounds): Found[] {
  const { sequences, tones, others } = sounds;
  return sequences.flatMap((sequence): Found[] => {
    const [tone, second] = sequence.tones;
    if (!tone) return [];
    const [hertz = 0, other] = tone.hertz;
    const ms = lengthMs(tone);
    if (other !== undefined || hertz < beepHertz[0] || hertz > beepHertz[1]) return [];
    if (ms < 90 || ms > 2500) return [];
    const isMelody = tones.some(
      (one) =>
        one !== tone &&
        !isSame(one.hertz, tone.hertz, 15) &&
        one.toMs > tone.fromMs - melodyMs &&
        one.fromMs < tone.toMs + melodyMs,
    );
    if (isMelody) return [];
    const span = spanOf(sequence);
    const mayRing = progressOf(sequence, undefined).length > 0;
    if (second) {
      if (mayRing || faxIn({ ...sounds, sequences: [sequence] }).length > 0) return [];
      return [{ class: 'beep', confidence: 0.5, span, because: 'Several equal tones.' }];
    }
    const isAlone = !others.some(
      ([from, to]) => to > tone.fromMs - aroundBeepMs && from < tone.toMs + aroundBeepMs,
    );
    if (!isAlone && ms < 300) return [];
    const isBeep = isAlone && ms >= beepMs[0] && ms <= beepMs[1] && !mayRing;
    const because = `One tone of ${hertz} Hz and ${Math.round(ms)} ms${mayRing ? ', which may be the first one of a ringing or busy tone' : ''}.`;
    return [{ class: 'beep', confidence: isBeep ? 0.9 : 0.5, span, because }];
  });
}

/** Samples after which other work gets its turn, such as the packets of calls. */
const pauseSamples = 16_000;
/** Time of sound that the music detector needs. */
const musicNeedsMs = 4000;
const breathlessMs = 6000;

async function musicIn(
  { samples, fromMs, words }: LineAudio,
  { others, tones, endMs }: Sounds,
): Promise<Found[]> {
  const detector = createEndPointer();
  let first: number | undefined;
  let musicMs = 0;
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    if (at % pauseSamples === 0) await setImmediate();
    detector.hear(samples.subarray(at, at + 160), (at + 160) / samplesPerMs);
    if (!detector.isMusic()) continue;
    first ??= at / samplesPerMs;
    if (at / samplesPerMs >= fromMs) musicMs += 20;
  }
  if (first !== undefined && musicMs >= 500) {
    const span: Span = [Math.max(0, first - 3500), endMs];
    return [
      {
        class: 'hold music',
        confidence: 0.9,
        span,
        because: `Music for ${seconds(musicMs)} s or more.`,
      },
    ];
  }
  const own = others.filter(([, to]) => to > fromMs);
  const soundMs = lengthOf(own);
  const notes = tones.filter((tone, at) => {
    const next = tones[at + 1];
    return (
      next &&
      lengthMs(tone) >= 120 &&
      next.fromMs - tone.toMs < 300 &&
      !isSame(next.hertz, tone.hertz, 15)
    );
  });
  const span: Span = [own[0]?.[0] ?? fromMs, own.at(-1)?.[1] ?? endMs];
  const hasWords = words.some(({ sureText, isSure }) => isSure && (sureText ?? '') !== '');
  if (notes.length >= 4)
    return [
      { class: 'hold music', confidence: 0.5, span: [0, endMs], because: 'A sequence of notes.' },
    ];
  const longest = Math.max(0, ...own.map(([from, to]) => to - from));
  if (longest > breathlessMs)
    return [{ class: 'hold music', confidence: 0.5, span, because: 'A sound without a breath.' }];
  if (soundMs < 400 || soundMs > musicNeedsMs || hasWords) return [];
  return [
    {
      class: 'hold music',
      confidence: 0.4,
      span,
      because: 'Too little sound to tell music from speech.',
    },
  ];
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

const english = /^en\b/i;

interface Words {
  text: string;
  sureText: string;
  isSure: boolean;
  endMs: number;
}

/** Joins the words. In a language without word lists, nothing is certain. */
function joined(words: readonly LineWords[], locale: string): Words | undefined {
  const last = words.at(-1);
  if (!last) return undefined;
  const isKnown = english.test(locale);
  return {
    text: isKnown ? words.map(({ text }) => text).join(' . ') : '',
    // No phrase goes across a word that was not understood.
    sureText: isKnown
      ? words.map(({ sureText = '' }) => sureText.replaceAll(unsureWord, '.')).join(' . ')
      : '',
    isSure: isKnown && words.every(({ isSure, text }) => isSure && text !== ''),
    endMs: last.toMs,
  };
}

/** Sound after a beep that shows that somebody else speaks on. */
const speaksOnMs = 250;
const listensMs = 400;

function voicemailIn(
  audio: LineAudio,
  { others, endMs }: Sounds,
  beeps: readonly Found[],
): Found[] {
  const words = joined(audio.words, audio.locale);
  const spoken = lengthOf(others) > 300;
  if (!words && !spoken && beeps.length === 0) return [];
  const beep = beeps.at(-1)?.span;
  const afterBeep = beep ? lengthOf(others.filter(([from]) => from > beep[1])) : 0;
  const hasSpokenBefore =
    beep !== undefined && lengthOf(others.filter(([, to]) => to < beep[1])) > 300;
  const listens =
    beep !== undefined && hasSpokenBefore && afterBeep < speaksOnMs && endMs - beep[1] >= listensMs;
  const span: Span = [others[0]?.[0] ?? beep?.[0] ?? 0, beep?.[1] ?? others.at(-1)?.[1] ?? endMs];
  const finding = (confidence: number, because: string): Found[] => [
    { class: 'voicemail', confidence, because, span },
  ];
  if (!words) return finding(0.4, 'No words were recognized.');
  if (words.isSure ? asksForMessage(words.sureText) : asksSurelyForMessage(words)) {
    if (listens) return finding(0.95, 'Words of a recorder, then a beep, then silence.');
    return finding(0.6, 'Words of a recorder, but no beep and silence after them.');
  }
  if (words.isSure && !asksForMessage(words.text)) {
    const mayRecord = listens && !mayOfferChoices(words.text);
    return mayRecord ? finding(0.4, 'A beep and silence, but no words of a recorder.') : [];
  }
  return finding(
    asksForMessage(words.text) ? 0.6 : 0.4,
    'The words were not recognized well enough.',
  );
}

function menuIn(
  { words: all, locale, fromMs }: LineAudio,
  { others }: Sounds,
  beeps: readonly Found[],
): Found[] {
  const own = all.filter(({ toMs }) => toMs > fromMs);
  const words = joined(own, locale);
  const sounds = others.filter(([, to]) => to > fromMs);
  const spoken = lengthOf(sounds) > 300;
  if (!words && !spoken) return [];
  const span: Span = [sounds[0]?.[0] ?? fromMs, sounds.at(-1)?.[1] ?? words?.endMs ?? fromMs];
  const finding = (confidence: number, because: string): Found[] => [
    { class: 'menu', confidence, because, span },
  ];
  if (!words) return finding(0.4, 'No words were recognized.');
  if (offersChoices(words.sureText)) {
    // Recorders offer keys after the beep. Where not all words were understood, their request may be missing.
    const mayRecord = asksForMessage(words.text) || (beeps.length > 0 && !words.isSure);
    return mayRecord
      ? finding(0.5, 'Words of a menu and of a recorder.')
      : finding(0.95, 'Words that offer choices.');
  }
  if (words.isSure)
    return mayOfferChoices(words.text) ? finding(0.5, 'A word of menus, but no choice.') : [];
  return finding(
    offersChoices(words.text) ? 0.6 : 0.4,
    'The words were not recognized well enough.',
  );
}

/** A request for digits, such as an account number. Unlike a menu, it names no choices; a prompt can be both. */
function inputPromptIn({ words: all, locale, fromMs }: LineAudio, { others }: Sounds): Found[] {
  const words = joined(
    all.filter(({ toMs }) => toMs > fromMs),
    locale,
  );
  const sounds = others.filter(([, to]) => to > fromMs);
  if (!words && lengthOf(sounds) <= 300) return [];
  const span: Span = [sounds[0]?.[0] ?? fromMs, sounds.at(-1)?.[1] ?? words?.endMs ?? fromMs];
  const finding = (confidence: number, because: string): Found[] => [
    { class: 'input prompt', confidence, because, span },
  ];
  if (!words) return finding(0.4, 'No words were recognized.');
  if (words.isSure ? asksForInput(words.sureText) : asksSurelyForInput(words.sureText))
    return finding(0.95, 'Words that ask for digits.');
  if (words.isSure)
    return mayAskForInput(words.text) ? finding(0.5, 'A word of input prompts, alone.') : [];
  return finding(
    asksForInput(words.text) ? 0.6 : 0.4,
    'The words were not recognized well enough.',
  );
}

function earlyMediaIn({ answeredMs, fromMs }: LineAudio, loud: readonly boolean[]): Found[] {
  if (answeredMs === undefined) return [];
  if (answeredMs === 'unknown')
    return [
      {
        class: 'early media',
        confidence: 0.5,
        span: [fromMs, fromMs],
        because: 'This line does not deliver audio before the answer: not available with Twilio.',
      },
    ];
  const frames = loud.slice(0, Math.max(0, Math.floor(answeredMs / frameMs)));
  const soundMs = frames.filter(Boolean).length * frameMs;
  if (soundMs < 60) return [];
  return [
    {
      class: 'early media',
      confidence: soundMs < 150 ? 0.5 : 0.98,
      span: [0, answeredMs],
      because: `${seconds(soundMs)} s of sound before the answer.`,
    },
  ];
}
