/** Computes what the models of a run cost, as far as its turns report it. */
import { counted } from '../counted.ts';
import type { RunResult, StepResult, TestResult } from '../events/run-result.ts';
import { isListening } from '../format/model/inputs.ts';
import { type CostRange, costGaps, costInWords, costRange, sumOfCosts } from './cost.ts';

export interface RunCost extends CostRange {
  currency: string;
  /** Number of turns whose cost is unknown or incomplete. */
  unknownTurns: number;
  turns: number;
  /** Number of conversations, including retries and tries. */
  conversations: number;
  /** Why a part of the cost is unknown: the first reason, as a sentence. */
  why?: string;
}

/**
 * Adds up everything that was paid for: every try, every replaced attempt and every repeated step.
 *
 * @returns undefined if no turn has a cost, or the costs are in several currencies
 */
export function costOfRun({ tests }: Pick<RunResult, 'tests'>): RunCost | undefined {
  const held = tests
    .flatMap((test) => test.tries ?? [test])
    .flatMap((one) => [...(one.earlierAttempts ?? []), one])
    .filter(({ attempt }) => attempt > 0);
  return costOfConversations(held);
}

export function costOfConversations(held: readonly TestResult[]): RunCost | undefined {
  const turns = held.flatMap(turnsOf);
  const uses = turns.map(({ reply, silence }) => (reply ?? silence)?.tools?.tokens);
  const currencies = new Set(uses.flatMap((use) => use?.cost?.currency ?? []));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) return undefined;
  const ranges = uses.map((use) => (use ? costRange(use) : undefined));
  const unknown = ranges.filter(
    (range) => range?.most === undefined || !Number.isFinite(range.most),
  );
  const why = uses.flatMap((use) => (use ? costGaps(use) : [unreported]))[0];
  const sum = sumOfCosts(ranges.flatMap((range) => range ?? []));
  return {
    least: sum.least,
    most: unknown.length > 0 ? Number.POSITIVE_INFINITY : sum.most,
    currency,
    unknownTurns: unknown.length,
    turns: turns.length,
    conversations: held.length,
    ...(unknown.length > 0 && why !== undefined && { why }),
  };
}

const unreported = 'A turn reports no tokens.';

/** @returns the turns in which a model may have been used */
const turnsOf = ({ steps }: TestResult): StepResult[] =>
  steps
    .flatMap((step) => [...(step.earlierPlays ?? []), step])
    .filter(
      ({ outcome, input, reply, silence }) =>
        outcome !== 'pending' &&
        outcome !== 'running' &&
        input.kind !== 'check' &&
        (reply !== undefined || silence !== undefined || !isListening(input)),
    );

/** @returns for example "0.24 USD for 12 conversations, 0.02 USD each on average" */
export function runCostInWords(cost: RunCost): string {
  const { least, most, currency, conversations, unknownTurns, turns, why } = cost;
  const all = costInWords(cost, currency);
  const each = { least: least / conversations, most: most / conversations };
  const isWhole = Number.isFinite(most);
  const average =
    isWhole && conversations > 1 ? `, ${costInWords(each, currency)} each on average` : '';
  const many = conversations === 1 ? '1 conversation' : `${conversations} conversations`;
  const apart = isWhole
    ? ''
    : ` (${unknownTurns} of ${counted(turns, 'turn')} not known: ${why ?? ''})`;
  return `${all} for ${many}${average}${apart}`;
}
