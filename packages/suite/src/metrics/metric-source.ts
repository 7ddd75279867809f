/** Numbers of a turn that a step measures: `metric accuracy: $.score`. They never decide a verdict; a gate may ask for them. */

import { isPattern } from '../match/contains.ts';
import type { Verdict } from '../match/matcher.ts';
import { captured } from '../match/pattern.ts';
import { isOfTool, readSavedValue, savedValueDoubt } from '../match/saved-value.ts';
import type { Turn } from '../match/turn.ts';
import { replyIn } from '../match/turn.ts';
import { asReply, jsonIn } from '../requests/judge-answer.ts';
import { answerLengthMax, type SystemAnswer } from '../requests/system-request.ts';
import { costGaps, costRange } from '../tools/cost.ts';
import { countOf, type TokenKind } from '../tools/token-use.ts';

/** What a step measured. */
export interface MetricReading {
  name: string;
  /** Absent if nothing could be measured: it is missing then, and never 0. */
  value?: number;
  /** Why it is missing, in words. */
  why?: string;
  /** True if a judge said so, whose errors a gate allows for. */
  isJudged?: true;
}

/** The source of what a judge said about the step: the share of its votes. */
export const judgeVotes = 'judge votes';

/** Most characters of a text that a judge reads. */
export const judgedLengthMax = 16_000;

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

/** @param verdicts of the step, for what a judge said */
export function readMetric(
  name: string,
  source: string,
  turn: Turn | undefined,
  verdicts: readonly Verdict[] = [],
): MetricReading {
  if (source !== judgeVotes) return reading(name, measured(source, turn));
  return { ...reading(name, shareOfVotes(verdicts)), isJudged: true };
}

/**
 * Reads a number from the answer of the system of record.
 *
 * @param answer as it is stored; undefined if the check did not come to one
 */
export const readMetricOfAnswer = (
  name: string,
  source: string,
  answer: SystemAnswer | undefined,
): MetricReading => reading(name, ofAnswer(source, answer));

/** @returns true for a source that an answer of the system of record can have */
export const isOfAnswer = (source: string): boolean =>
  source === 'status' || source.startsWith('$') || isPattern(source);

function reading(name: string, found: number | string): MetricReading {
  return typeof found === 'number' ? { name, value: found } : { name, why: found.slice(0, 500) };
}

/** The share of votes for the meaning that the step expects, or requires not to be expressed: 1 if all find it. */
function shareOfVotes(verdicts: readonly Verdict[]): number | string {
  const judged = verdicts.filter(({ assertion: { operator } }) => operator === 'means');
  if (judged.length === 0) return 'No judge was asked.';
  const shares = judged.map(shareOf);
  const lacking = shares.find((share) => typeof share === 'string');
  if (lacking !== undefined) return lacking;
  return shares.reduce<number>((sum, share) => sum + Number(share), 0) / shares.length;
}

function shareOf({ votes = [], passed, assertion, actualLength }: Verdict): number | string {
  if (votes.length === 0) return 'No judge was asked, because there was nothing to read.';
  const inFavor = votes.filter(({ holds }) => holds).length;
  // Neither the meaning nor its absence was shown: the judge has not read everything.
  const isOpen = inFavor === 0 && assertion.negated && !passed;
  if (isOpen || (inFavor < votes.length && (actualLength ?? 0) > judgedLengthMax))
    return 'The judge has read only a part of the reply.';
  return inFavor / votes.length;
}

function ofAnswer(source: string, answer: SystemAnswer | undefined): number | string {
  if (!answer) return 'There is no answer that shows it.';
  if (source === 'status') return answer.status;
  // A number at the end of what is kept may be cut.
  if (answer.bodyLength !== undefined)
    return `Only the first ${answerLengthMax.toLocaleString('en-US')} characters of the answer are kept.`;
  const text = isPattern(source)
    ? captured(source, answer.body)
    : readSavedValue(source, asReply(jsonIn(answer.body) ?? null));
  if (text === undefined) return `The answer has no value at ${source.slice(0, 200)}.`;
  return numberIn(text) ?? `“${text.slice(0, 100)}” is not a number.`;
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
