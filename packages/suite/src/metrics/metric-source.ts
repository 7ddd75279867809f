/** Numbers of a turn that a step measures: `metric accuracy: $.score`. They never decide a verdict; a gate may ask for them. */

import { isOfTool, readSavedValue, savedValueDoubt } from '../match/saved-value.ts';
import type { Turn } from '../match/turn.ts';
import { replyIn } from '../match/turn.ts';
import { costGaps, costRange } from '../tools/cost.ts';
import { countOf, type TokenKind } from '../tools/token-use.ts';

/** What a step measured. */
export interface MetricReading {
  name: string;
  /** Absent if nothing could be measured: it is missing then, and never 0. */
  value?: number;
  /** Why it is missing, in words. */
  why?: string;
}

/** Metrics of a step. */
export const metricsPerStepMax = 20;

export const metricNameLengthMax = 60;

/** @returns true for letters, digits, spaces, `_` and `-`, beginning with a letter */
export const isMetricName = (name: string): boolean =>
  name.length <= metricNameLengthMax && /^\p{L}[\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*$/u.test(name);

/** @returns true if spans or the reply have to show what agents and models did for it */
export const asksForReports = (source: string): boolean =>
  isOfTool(source) || usageOf(source) !== undefined;

/** @returns true if it is about what models used */
export const isOfUsage = (source: string): boolean => usageOf(source) !== undefined;

export function readMetric(name: string, source: string, turn: Turn | undefined): MetricReading {
  const found = measured(source, turn);
  return typeof found === 'number' ? { name, value: found } : { name, why: found.slice(0, 500) };
}

/** @returns the number, or why there is none */
function measured(source: string, turn: Turn | undefined): number | string {
  const usage = usageOf(source);
  if (usage) return usage(turn);
  if (source === 'latency') return latencyOf(turn);
  const doubt = savedValueDoubt(source, turn);
  if (doubt !== undefined) return doubt;
  if (!turn) return 'There is no reply.';
  const text = readSavedValue(source, turn);
  if (text === undefined) return `The reply has no value at ${source.slice(0, 200)}.`;
  return numberIn(text) ?? `“${text.slice(0, 100)}” is not a number.`;
}

/** A number as JSON or people write it; true is 1 and false is 0. */
function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === 'true') return 1;
  if (trimmed === 'false') return 0;
  if (!/^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value + 0 : undefined;
}

function latencyOf(turn: Turn | undefined): number | string {
  const reply = replyIn(turn);
  if (!reply) return 'There is no reply.';
  return (reply.heldMs ?? 0) > 0
    ? 'The request waited for its turn, which is not the doing of the bot.'
    : reply.latencyMs;
}

/** @returns undefined for a source of another kind */
function usageOf(source: string): ((turn: Turn | undefined) => number | string) | undefined {
  const found = /^turn (?:(?:(input|output) )?tokens|(cost))$/.exec(source);
  if (!found) return undefined;
  const [, kind = 'total', cost] = found;
  return cost ? costOfTurn : (turn) => tokensOfTurn(turn, kind as TokenKind);
}

function tokensOfTurn(turn: Turn | undefined, kind: TokenKind): number | string {
  const use = turn?.tools?.tokens;
  if (!use || use.requests === 0)
    return use?.gaps?.[0] ?? 'Nothing reports how many tokens were used.';
  if (use.gaps?.[0] !== undefined) return use.gaps[0];
  const { least, most } = countOf(use, kind);
  return least === most ? least : 'Nothing shows whether cached tokens are part of the input.';
}

function costOfTurn(turn: Turn | undefined): number | string {
  const use = turn?.tools?.tokens;
  const range = use && costRange(use);
  if (!use || !range || use.requests === 0) return 'Nothing shows what the turn cost.';
  const [gap] = costGaps(use);
  if (gap !== undefined) return gap;
  return range.least === range.most ? range.least : 'Nothing shows how much input was cached.';
}
