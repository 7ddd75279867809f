/** Compares sequences of tones with the call progress tones of all countries. */
import { type Cadence, cadences, type ProgressTone } from './cadences.ts';
import type { Tone } from './find-tones.ts';

interface CadenceMatch {
  cadence: Cadence;
  /** Completed periods of the cadence. */
  periods: number;
}

/** Tones of one sequence: the same frequencies, with no other sound between them. */
export interface ToneSequence {
  tones: Tone[];
  /** Silence after the last tone, in milliseconds. */
  quietAfterMs: number;
  /** True if no other sound follows. */
  isLast: boolean;
}

const hertzOff = 10;
/** Carriers of modulated tones have sidebands this close. */
const sidebandHertz = 30;
const timeOff = (ms: number) => Math.max(35, 0.12 * ms);
const fits = (actual: number, ms: number) => Math.abs(actual - ms) <= timeOff(ms);

/** @returns the cadences that the sequence fits entirely, those with most periods first */
function matchCadences(sequence: ToneSequence): CadenceMatch[] {
  return cadences
    .flatMap((cadence): CadenceMatch[] => {
      const periods = periodsOf(cadence, sequence);
      return periods === undefined ? [] : [{ cadence, periods }];
    })
    .sort((one, other) => other.periods - one.periods);
}

function periodsOf({ hertz, cadence }: Cadence, sequence: ToneSequence): number | undefined {
  if (!sequence.tones.every((tone) => hasFrequencies(tone.hertz, hertz))) return undefined;
  let best: number | undefined;
  for (let phase = 0; phase < cadence.length; phase += 2) {
    const periods = periodsFrom(phase, cadence, sequence);
    if (periods !== undefined) best = Math.max(best ?? 0, periods);
  }
  return best;
}

/** The first and the last tone may be cut off, so they may be shorter, and only complete ones count. */
function periodsFrom(
  phase: number,
  cadence: readonly number[],
  { tones, quietAfterMs, isLast }: ToneSequence,
): number | undefined {
  let parts = 0;
  for (const [at, { fromMs, toMs }] of tones.entries()) {
    const on = cadence[(phase + 2 * at) % cadence.length] ?? 0;
    const off = cadence[(phase + 2 * at + 1) % cadence.length] ?? 0;
    const next = tones[at + 1];
    const onMs = toMs - fromMs;
    const isCut = next === undefined && isLast && quietAfterMs < 60;
    const isEdge = (at === 0 && fromMs < 60) || isCut;
    if (fits(onMs, on)) parts += 1;
    else if (!isEdge || onMs > on + timeOff(on)) return undefined;
    const offMs = next ? next.fromMs - toMs : quietAfterMs;
    if (fits(offMs, off) || (next === undefined && offMs > off)) parts += next ? 1 : 0;
    else if (next || (tones.length === 1 && !isLast)) return undefined;
  }
  return parts / cadence.length;
}

function hasFrequencies(heard: readonly number[], wanted: readonly number[]): boolean {
  const isNear = (hertz: number, byHertz: number) => (other: number) =>
    Math.abs(hertz - other) <= byHertz;
  if (wanted.length > 1)
    return (
      heard.length === wanted.length &&
      heard.every((one, at) => isNear(one, hertzOff)(wanted[at] ?? 0))
    );
  const [carrier = 0] = wanted;
  return heard.some(isNear(carrier, hertzOff)) && heard.every(isNear(carrier, sidebandHertz));
}

export interface ProgressFinding {
  tone: ProgressTone;
  confidence: number;
  countries: string[];
}

const periodsMin = 1.5;

/** Several tones with the frequencies of a network, at other times: exchanges and lost packets can change them. */
function almost(sequence: ToneSequence): ProgressFinding[] {
  if (sequence.tones.length < 2) return [];
  const near = cadences.filter(({ hertz }) =>
    sequence.tones.every((tone) => hasFrequencies(tone.hertz, hertz)),
  );
  return [...new Set(near.map(({ tone }) => tone))].map((tone) => ({
    tone,
    confidence: 0.3,
    countries: near.filter((one) => one.tone === tone).map(({ country }) => country),
  }));
}

/**
 * @param country ISO 3166 code that decides if a cadence means different things in several countries
 * @returns what the sequence may mean. More than one finding: nothing decides between them.
 */
export function progressOf(sequence: ToneSequence, country: string | undefined): ProgressFinding[] {
  const matches = matchCadences(sequence);
  const own = matches.filter(({ cadence }) => cadence.country === country);
  const considered = own.length > 0 ? own : matches;
  const kinds = [...new Set(considered.map(({ cadence }) => cadence.tone))];
  if (kinds.length === 0) return almost(sequence);
  return kinds.map((tone) => {
    const of = considered.filter(({ cadence }) => cadence.tone === tone);
    const periods = Math.max(...of.map((match) => match.periods));
    const isClear = periods >= periodsMin && kinds.length === 1;
    const confidence = isClear ? Math.min(0.99, 0.85 + 0.05 * periods) : 0.5;
    return { tone, confidence, countries: of.map(({ cadence }) => cadence.country) };
  });
}
