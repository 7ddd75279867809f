/**
 * Judges a conversation by the tools, tokens and cost that its replies report: it keeps a rule, violates it, or shows nothing.
 */
import type { StepResult, TestResult } from '../events/run-result.ts';
import { canonicalJson } from '../format/model/canonical-json.ts';
import type { EvidenceMetric } from '../format/model/gate.ts';
import { isListening } from '../format/model/inputs.ts';
import { isSilent } from '../match/turn.ts';
import { toolFormats } from '../tools/formats.ts';
import { judgeCost } from '../tools/judge-cost.ts';
import { judgeTokens } from '../tools/judge-tokens.ts';
import type { ToolTurn } from '../tools/judge-tools.ts';
import { noInput } from '../tools/token-use.ts';
import { toolErrorsIn } from '../tools/tool-errors.ts';

export interface ShownByTry {
  shows: 'passed' | 'failed' | 'missing';
  /** Why the conversation shows nothing, as a sentence. */
  why?: string;
}

const missing = (why: string): ShownByTry => ({ shows: 'missing', why });

/**
 * Judges a conversation. A violation in any attempt counts, even if the attempt broke off or was replaced. A pass needs
 * evidence from the whole last attempt. Replaced attempts do not need such evidence, because they failed for causes outside the
 * agent.
 */
export function shownByTry(conversation: TestResult, of: EvidenceMetric): ShownByTry {
  const earlier = conversation.earlierAttempts ?? [];
  if (earlier.some((one) => shownByAttempt(one, of).shows === 'failed')) return { shows: 'failed' };
  const shown = shownByAttempt(conversation, of);
  if (shown.shows !== 'passed') return shown;
  const { outcome } = conversation;
  if (outcome !== 'passed' && outcome !== 'failed')
    return missing('A conversation did not finish.');
  if (conversation.failure?.remark?.code === 'late-spans')
    return missing('Spans arrived after their turn was judged.');
  // Its tokens and calls after the failure are unknown.
  if (outcome === 'failed' && conversation.steps.at(-1)?.outcome === 'pending')
    return missing('A conversation ended at its failure, before its last step.');
  return shown;
}

function shownByAttempt(attempt: TestResult, of: EvidenceMetric): ShownByTry {
  const turns = turnsOf(attempt);
  if (of.kind === 'tries within tokens') return shownOfTokens(turns, of);
  if (of.kind === 'tries within cost') return shownOfCost(turns, of);
  const { isFailed, gaps } = toolErrorsIn(turns);
  if (isFailed) return { shows: 'failed' };
  return gaps[0] === undefined ? { shows: 'passed' } : missing(gaps[0]);
}

type TokenMetric = Extract<EvidenceMetric, { kind: 'tries within tokens' }>;

function shownOfTokens(turns: readonly ToolTurn[], { of, tokens }: TokenMetric): ShownByTry {
  const check = { kind: 'tokens', of, tokens, isLess: true, isEqualAllowed: true } as const;
  const { standing, hint } = judgeTokens(check, turns);
  if (standing === 'failed') return { shows: 'failed' };
  if (standing === 'undecided') return missing(hint ?? '');
  const uses = turns.flatMap(({ report }) => report?.tokens ?? []);
  if (!uses.some(({ requests }) => requests > 0))
    return missing('No request to a model is reported, so nothing shows what it used.');
  // A model always receives input, so zero tokens mean that nothing was counted.
  if (uses.some(({ requests, input }) => requests > 0 && input.most === 0)) return missing(noInput);
  return { shows: 'passed' };
}

type CostMetric = Extract<EvidenceMetric, { kind: 'tries within cost' }>;

function shownOfCost(turns: readonly ToolTurn[], { amount, currency }: CostMetric): ShownByTry {
  const others = turns.flatMap(({ report }) => report?.tokens?.cost?.currency ?? []);
  const other = others.find((one) => one !== currency);
  if (other !== undefined)
    return missing(`The prices are in ${other}, and the rule asks in ${currency}.`);
  const check = { kind: 'cost', amount, isLess: true, isEqualAllowed: true } as const;
  const { standing, hint } = judgeCost(check, turns);
  if (standing === 'failed') return { shows: 'failed' };
  if (standing !== 'passed') return missing(hint ?? '');
  const uses = turns.flatMap(({ report }) => report?.tokens ?? []);
  return uses.some(({ requests }) => requests > 0)
    ? { shows: 'passed' }
    : missing('No request to a model is reported, so nothing shows what it cost.');
}

const turnsOf = ({ steps }: TestResult): ToolTurn[] => playedIn(steps).map(turnOf);

const playedIn = (steps: readonly StepResult[]): StepResult[] =>
  steps
    .flatMap((step) => [...(step.earlierPlays ?? []), step])
    .filter(({ outcome, input }) => outcome !== 'pending' && input.kind !== 'check');

function turnOf({ input, reply, silence }: StepResult): ToolTurn {
  const report = (reply ?? silence)?.tools;
  return { report, isIdle: isSilent(reply ?? silence) && isListening(input) };
}

/**
 * @returns why the rule cannot be decided on these conversations, whatever each of them shows: nothing relevant happened, or
 * the versions were not measured in the same way; undefined if there is no such reason
 */
export function doubtOfEvidence(
  of: EvidenceMetric,
  candidate: readonly TestResult[],
  baseline: readonly TestResult[] | undefined,
): string | undefined {
  const now = reportsIn(candidate);
  if (of.kind === 'tries without tool errors' && now.length > 0) {
    const isCalled = now.some(({ report }) =>
      report?.calls.some(({ stage }) => stage !== 'refused'),
    );
    if (!isCalled) return 'No tool was called in any try, so nothing shows that calls succeed.';
  }
  if (!baseline) return undefined;
  const before = reportsIn(baseline);
  if (now.length === 0 || before.length === 0) return undefined;
  const [ways, waysBefore] = [waysIn(now), waysIn(before)];
  if (ways !== waysBefore)
    return `It was measured in different ways: by ${ways}, and by ${waysBefore} with the baseline.`;
  if (of.kind === 'tries within cost') return doubtOfPrices(now, before);
  if (of.kind !== 'tries within tokens') return undefined;
  const [models, modelsBefore] = [modelsIn(now), modelsIn(before)];
  if (models === modelsBefore) return undefined;
  return `The versions use different models (${models}, and ${modelsBefore} before), and their tokens are not comparable: use a rule with atLeast instead.`;
}

/** @returns a doubt if the price of a model changed, because lower prices do not make a version cheaper */
function doubtOfPrices(now: readonly ToolTurn[], before: readonly ToolTurn[]): string | undefined {
  const [prices, pricesBefore] = [pricesIn(now), pricesIn(before)];
  const changed = [...prices].find(([model, price]) => {
    const was = pricesBefore.get(model);
    return was !== undefined && was !== price;
  });
  return changed
    ? `The tokens of “${changed[0]}” have another price than with the baseline: re-evaluate the baseline with the current suite.`
    : undefined;
}

const pricesIn = (turns: readonly ToolTurn[]): Map<string, string> =>
  new Map(
    turns
      .flatMap(({ report }) => report?.tokens?.cost?.prices ?? [])
      .map(({ model, ...price }) => [model, canonicalJson(price)]),
  );

const reportsIn = (conversations: readonly TestResult[]): ToolTurn[] =>
  conversations
    .flatMap((one) => [...(one.earlierAttempts ?? []), one])
    .flatMap(turnsOf)
    .filter(({ report }) => report);

/** Names the sources of the evidence: a format of replies, or spans of services. */
function waysIn(turns: readonly ToolTurn[]): string {
  const ways = turns.flatMap(({ report }) => {
    if (!report || report.isForeign) return [];
    const { sources, format } = report;
    return sources
      ? `spans of ${sources.toSorted().join(', ')}`
      : format
        ? toolFormats[format].title
        : [];
  });
  return [...new Set(ways)].toSorted().join(' and ') || 'nothing';
}

function modelsIn(turns: readonly ToolTurn[]): string {
  const models = turns.flatMap(({ report }) => report?.tokens?.models ?? []);
  return [...new Set(models)].toSorted().slice(0, 10).join(', ') || 'none that has a name';
}
