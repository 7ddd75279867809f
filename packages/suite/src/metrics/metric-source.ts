/**
 * Metrics that a step measures: `metric accuracy: $.score`. They never decide a verdict, but a gate can have rules about them.
 */

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

/** A measured metric. */
export interface MetricReading {
  name: string;
  /** Absent if nothing could be measured. A missing value is never 0. */
  value?: number;
  /** Why the value is missing, as a sentence. */
  why?: string;
  /** True if a judge decided the value, so that a gate allows for the judge's errors. */
  isJudged?: true;
}

/** Source of a metric: the share of a judge's votes in favor. */
export const judgeVotes = 'judge votes';

/** Maximum number of characters that a judge reads. */
export const judgedLengthMax = 16_000;

/** Maximum number of metrics of a step. */
export const metricsPerStepMax = 20;

export const metricNameLengthMax = 60;

/** @returns true for letters, digits, single spaces, `_` and `-`, beginning with a letter */
export const isMetricName = (name: string): boolean =>
  name.length <= metricNameLengthMax && /^\p{L}[\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*$/u.test(name);

/** @returns true if the source needs a report of tool calls or model use, by spans or the reply */
export const asksForReports = (source: string): boolean =>
  isOfTool(source) || usageOf(source) !== undefined;

/** @returns true if the source is the tokens or the cost of the turn */
export const isOfUsage = (source: string): boolean => usageOf(source) !== undefined;

/** @param verdicts of the step, in which the votes of a judge are */
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
 * Reads a number from a response of the system of record.
 *
 * @param answer as stored; undefined if the check received none
 */
export const readMetricOfAnswer = (
  name: string,
  source: string,
  answer: SystemAnswer | undefined,
): MetricReading => reading(name, ofAnswer(source, answer));

/** @returns true if the source can be in a response of the system of record */
export const isOfAnswer = (source: string): boolean =>
  source === 'status' || source.startsWith('$') || isPattern(source);

function reading(name: string, found: number | string): MetricReading {
  return typeof found === 'number' ? { name, value: found } : { name, why: found.slice(0, 500) };
}

/** @returns the share of votes that find the expected or forbidden meaning: 1 if all do; otherwise why it is missing */
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
  // The judge read only a part, so its votes show neither the meaning nor its absence.
  const isOpen = inFavor === 0 && assertion.negated && !passed;
  if (isOpen || (inFavor < votes.length && (actualLength ?? 0) > judgedLengthMax))
    return 'The judge has read only a part of the reply.';
  return inFavor / votes.length;
}

function ofAnswer(source: string, answer: SystemAnswer | undefined): number | string {
  if (!answer) return 'There is no answer that shows it.';
  if (source === 'status') return answer.status;
  // A number at the end of a cut body may be incomplete.
  if (answer.bodyLength !== undefined)
    return `Only the first ${answerLengthMax.toLocaleString('en-US')} characters of the answer are kept.`;
  const text = isPattern(source)
    ? captured(source, answer.body)
    : readSavedValue(source, asReply(jsonIn(answer.body) ?? null));
  if (text === undefined) return `The answer has no value at ${source.slice(0, 200)}.`;
  return numberIn(text) ?? `“${text.slice(0, 100)}” is not a number.`;
}

/** @returns the number, or why it is missing */
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

/** Parses a number in JSON or everyday notation. `true` is 1 and `false` is 0. */
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

/** @returns undefined if the source is not tokens or cost */
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
