/** Measures who spoke when in one turn of a call, from the audio of both sides. */
import type { VoiceFacts, VoiceFigure } from '@parley/suite';
import { edgeAccuracy, noisiestDb } from './edge-accuracy.ts';
import { findEcho } from './find-echo.ts';
import { detectVoice, frameMs, levelsOf, type Span, spansOf } from './voice-activity.ts';

/** The audio of a turn and some audio before it. All times are milliseconds from the start of the audio. */
export interface TurnAudio {
  heard: Int16Array;
  said: Int16Array;
  /** Our side with noise that was added to our voice: that is what comes back as an echo. */
  aired?: Int16Array;
  /** Largest displacement of audio from its true position; see `Recording`. */
  displacedMs: number;
  /** Start of the turn. Earlier audio only shows the noise and who was speaking. */
  fromMs: number;
  /** End of the turn. */
  toMs: number;
  /**
   * Time from which the far side could speak, in a turn in which we say nothing. Undefined if the turn does not wait for the
   * greeting.
   */
  awaitedMs: number | undefined;
  /** Starts of prompts that were detected during the call. */
  promptsMs: readonly number[];
  /** Milliseconds of audio that were lost in the turn. */
  lostMs: number;
  /** Silence after a prompt that ends the turn, in milliseconds. */
  quietMs: number;
  /** What we said while they were speaking, and when it was played. */
  interjection?: { kind: 'interrupt' | 'backchannel'; text: string; fromMs: number; toMs: number };
}

/** Maximum difference between a start that was detected during the call and the measured one. */
const sameStartMs = 200;

/** Facts for a leg that does not know when audio left or arrived. */
export function unknownVoice(unknown: string): VoiceFacts {
  const figure: VoiceFigure = { unknown };
  return { ours: [], theirs: [], snrDb: null, response: figure, deadAir: figure, overlap: figure };
}

export async function measureVoice(audio: TurnAudio): Promise<VoiceFacts> {
  const said = detectVoice(audio.said);
  const ours = within(speechIn(said.loud, said.snrDb), audio);
  const found = await theirVoice(audio, ours);
  const theirs = within(found.spans, audio);
  const turn: MeasuredTurn = { ...audio, ...found, ours, theirs, errorMs: errorOf(audio, found) };
  const at = (spans: Span[]) =>
    spans
      .filter(([, to]) => to > audio.fromMs)
      .slice(0, spansMax)
      .map((span) => shifted(span, audio.fromMs));
  return {
    ours: at(ours),
    theirs: at(theirs),
    ...(found.echo && { echo: at(found.echo), echoMs: Math.round(found.echoMs ?? 0) }),
    snrDb: found.snrDb === undefined ? null : Math.round(found.snrDb),
    response: response(turn),
    deadAir: deadAir(turn),
    overlap: overlap(turn),
    ...interjectionFacts(turn),
  };
}

/** Maximum stretches that are kept for each side. A call of ten minutes has a few hundred. */
const spansMax = 500;

interface TheirVoice {
  spans: Span[];
  echo?: Span[];
  echoMs?: number;
  /** Times at which the sound may be an echo or the far side. */
  unclear: Span[];
  snrDb: number | undefined;
  noiseDb: number;
}

type MeasuredTurn = TurnAudio & TheirVoice & { ours: Span[]; theirs: Span[]; errorMs: number };

/**
 * Levels of the remainder relative to the echo: below the first, only the echo was heard; above the second, the far side is
 * speaking.
 */
const echoGoneDb = -15;
const theirsDb = -6;

async function theirVoice(
  { heard, said, aired }: TurnAudio,
  ours: readonly Span[],
): Promise<TheirVoice> {
  const { loud, noiseDb, thresholdDb, snrDb } = detectVoice(heard);
  const clear = { spans: speechIn(loud, snrDb), unclear: [], snrDb, noiseDb };
  const mayBeEcho = (frame: number) =>
    ours.some(([from, to]) => frame * frameMs >= from - 50 && frame * frameMs <= to + 550);
  if (!loud.some((isLoud, frame) => isLoud && mayBeEcho(frame))) return clear;
  const echo = await findEcho(heard, aired ?? said);
  if (!echo) return clear;
  const levels = levelsOf(echo.rest);
  const kinds = loud.map((isLoud, frame) => {
    const [rest = -90, back = -90] = [levels[frame], echo.levels[frame]];
    if (!isLoud || back <= thresholdDb - 10) return isLoud ? 'theirs' : 'none';
    if (rest <= thresholdDb || rest < back + echoGoneDb) return 'echo';
    return rest < back + theirsDb ? 'unclear' : 'theirs';
  });
  const of = (kind: string) =>
    speechIn(
      kinds.map((one) => one === kind),
      snrDb,
    );
  return {
    spans: of('theirs'),
    echo: of('echo'),
    echoMs: echo.delayMs,
    unclear: of('unclear'),
    snrDb,
    noiseDb,
  };
}

/** @returns stretches of speech, corrected by the bias of the detector */
function speechIn(loud: readonly boolean[], snrDb: number | undefined): Span[] {
  const { startBiasMs, endBiasMs } = edgeAccuracy(snrDb);
  return spansOf(loud).map(([from, to]) => [from - startBiasMs, to - endBiasMs]);
}

const within = (spans: Span[], { toMs }: TurnAudio): Span[] =>
  spans.flatMap(([from, to]): Span[] => (from < toMs ? [[from, Math.min(to, toMs)]] : []));

const shifted = ([from, to]: Span, by: number): Span => [
  Math.max(0, Math.round(from - by)),
  Math.round(to - by),
];

function errorOf({ displacedMs, lostMs }: TurnAudio, { snrDb }: TheirVoice): number {
  return Math.round(edgeAccuracy(snrDb).errorMs + displacedMs + lostMs);
}

/** Noise level in dB above which a line that seems silent could be hiding speech. */
const hidingDb = -45;

/** @returns the reason why speech cannot be distinguished from noise on this line; undefined if it can */
function tooNoisy({ snrDb, noiseDb }: TheirVoice): string | undefined {
  if (snrDb === undefined)
    return noiseDb > hidingDb
      ? 'The line is so noisy that speech could be hidden in it.'
      : undefined;
  return snrDb < noisiestDb
    ? `The line is too noisy: speech is ${Math.round(snrDb)} dB above the noise, and ${noisiestDb} dB are needed.`
    : undefined;
}

const isUnclear = ({ unclear }: MeasuredTurn, from: number, to: number): string | undefined =>
  unclear.some((span) => span[1] > from && span[0] < to)
    ? 'Our own audio comes back from the line, and some of it cannot be told from their speech.'
    : undefined;

function figure(
  { fromMs, errorMs }: MeasuredTurn,
  from: number,
  to: number,
  isAtLeast = false,
): VoiceFigure {
  return {
    ms: Math.max(0, Math.round(to - from)),
    errorMs,
    fromMs: Math.round(from - fromMs),
    toMs: Math.round(to - fromMs),
    ...(isAtLeast && { isAtLeast: true }),
  };
}

/** Measures the time from the end of our speech, or from the answer of the call, to the start of their speech. */
function response(turn: MeasuredTurn): VoiceFigure {
  const { ours, theirs, awaitedMs, promptsMs, toMs } = turn;
  const [prompt] = promptsMs;
  const end = ours
    .filter(([from, to]) => to > turn.fromMs && (prompt === undefined || from < prompt))
    .at(-1)?.[1];
  const from = end ?? awaitedMs;
  if (from === undefined)
    return { unknown: 'Nothing was said in this step that could be answered.' };
  const noise = tooNoisy(turn);
  if (noise) return { unknown: noise };
  const isSpeaking = theirs.some((span) => span[0] <= from && span[1] > from);
  const start = theirs.find((span) => span[0] > from)?.[0];
  const isInterrupted = turn.interjection?.kind === 'interrupt';
  const isOnlyBreath = isInterrupted && start !== undefined && start - from < silenceMs;
  if ((isSpeaking && end !== undefined) || isOnlyBreath)
    return { unknown: 'They were speaking when we finished, so nothing shows what answers us.' };
  if (prompt === undefined) {
    if (start !== undefined)
      return { unknown: 'Something was heard that was not speech, such as music or a tone.' };
    const hidden = isUnclear(turn, from, toMs);
    return hidden ? { unknown: hidden } : figure(turn, from, toMs, true);
  }
  if (start === undefined || Math.abs(start - prompt) > sameStartMs)
    return { unknown: 'Something else than speech was heard first, such as a tone or a noise.' };
  const unclear = isUnclear(turn, from, start + sameStartMs);
  return unclear ? { unknown: unclear } : figure(turn, from, start);
}

/**
 * Measures the longest silence of both sides: from the end of our first words; in a step in which we say nothing, from the end of
 * what was said before it. The silence that ends a turn is our own.
 */
function deadAir(turn: MeasuredTurn): VoiceFigure {
  const { ours, theirs, fromMs, toMs, awaitedMs, promptsMs, quietMs } = turn;
  const noise = tooNoisy(turn);
  if (noise) return { unknown: noise };
  const first = ours.find(([, to]) => to > fromMs)?.[1];
  const start =
    first === undefined && awaitedMs === undefined
      ? silentSince(turn)
      : Math.max(fromMs, Math.min(first ?? toMs, awaitedMs ?? toMs));
  const sounds = [
    ...ours.map((span) => ({ span, isOurs: true })),
    ...theirs.map((span) => ({ span, isOurs: false })),
  ].sort((a, b) => a.span[0] - b.span[0]);
  let longest: Span = [start, start];
  let quietFrom = start;
  const take = (until: number) => {
    if (until - quietFrom > longest[1] - longest[0]) longest = [quietFrom, until];
  };
  for (const { span, isOurs } of sounds) {
    // The far side need not speak until we do, so silence before our words does not count.
    if (!isOurs && span[0] > quietFrom) take(span[0]);
    quietFrom = Math.max(quietFrom, span[1]);
  }
  const before = longest;
  const endsTurn = promptsMs.length > 0 && toMs - quietFrom < quietMs + slackMs;
  if (!endsTurn) take(toMs);
  const unclear = isUnclear(turn, longest[0], longest[1]);
  return unclear ? { unknown: unclear } : figure(turn, longest[0], longest[1], longest !== before);
}

/** Most that the detector during the call and this one differ in where a prompt ends. */
const slackMs = 1000;

/** @returns when the silence began with which a step starts; the start of the step if somebody was speaking */
function silentSince({ ours, theirs, fromMs }: MeasuredTurn): number {
  const spans = [...ours, ...theirs];
  if (spans.some(([from, to]) => from < fromMs && to > fromMs)) return fromMs;
  const before = spans.filter(([, to]) => to <= fromMs).map(([, to]) => to);
  return before.length > 0 ? Math.max(...before) : fromMs;
}

function overlap(turn: MeasuredTurn): VoiceFigure {
  const { ours, theirs, fromMs, toMs } = turn;
  const noise = tooNoisy(turn);
  const unclear = isUnclear(turn, fromMs, toMs);
  if (noise || unclear) return { unknown: noise ?? unclear ?? '' };
  let ms = 0;
  let from = toMs;
  let to = fromMs;
  for (const one of ours) {
    for (const other of theirs) {
      const both: Span = [Math.max(one[0], other[0], fromMs), Math.min(one[1], other[1])];
      if (both[1] <= both[0]) continue;
      ms += both[1] - both[0];
      from = Math.min(from, both[0]);
      to = Math.max(to, both[1]);
    }
  }
  const place = figure(turn, Math.min(from, to), to);
  return { ...place, ms: Math.round(ms) } as VoiceFigure;
}

/** Milliseconds of silence after which the far side counts as having stopped speaking. */
const silenceMs = 300;
/** Speakers pause between sentences, up to about this long. */
const breathMs = 700;

/** What followed after we said something while they were speaking. */
function interjectionFacts(
  turn: MeasuredTurn,
): Pick<VoiceFacts, 'interjection' | 'yields' | 'goesOn'> {
  const { interjection, ours, fromMs } = turn;
  if (!interjection) return {};
  const { kind, text } = interjection;
  const said = ours.filter(
    (span) => span[1] > interjection.fromMs - 100 && span[0] < interjection.toMs + 100,
  );
  const [from, to] = [said[0]?.[0], said.at(-1)?.[1]];
  if (from === undefined || to === undefined) return {};
  const figure = stop(turn, kind, from, to);
  return {
    interjection: { kind, text, span: shifted([from, to], fromMs) },
    ...(kind === 'interrupt' ? { yields: figure } : { goesOn: figure }),
  };
}

/** When they stopped after we began (an interruption) or ended (a backchannel). */
function stop(
  turn: MeasuredTurn,
  kind: 'interrupt' | 'backchannel',
  from: number,
  to: number,
): VoiceFigure {
  const { theirs, toMs } = turn;
  const noise = tooNoisy(turn);
  if (noise) return { unknown: noise };
  const current = theirs.findLastIndex((span) => span[0] < from);
  const last = theirs[current]?.[1];
  if (last === undefined || last < from)
    return { unknown: 'They were not speaking when we began.' };
  let at = current;
  while ((theirs[at + 1]?.[0] ?? Infinity) - (theirs[at]?.[1] ?? 0) < silenceMs) at += 1;
  const end = theirs[at]?.[1] ?? last;
  const next = theirs[at + 1]?.[0];
  // Before that they were speaking, however much of it our own voice covered.
  const unclear = isUnclear(turn, end, next ?? toMs);
  if (unclear) return { unknown: unclear };
  const isOpen = next === undefined && toMs - end < silenceMs;
  const found = figure(turn, kind === 'interrupt' ? from : to, end, isOpen);
  // Nobody answers so soon: they were not listening, and only paused.
  const hasResumed =
    next !== undefined && (kind === 'interrupt' ? next < to + silenceMs : next - end < breathMs);
  return hasResumed ? ({ ...found, resumedAfterMs: Math.round(next - end) } as VoiceFigure) : found;
}
