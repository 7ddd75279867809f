import type { PublicTestResult } from '@parley/contract';
import {
  costOfRun,
  describeOrigin,
  type Failure,
  type LineFacts,
  metricFigures,
  type NetworkFacts,
  spellOutcome,
  type TestResult,
  triesFiguresOf,
  type VoiceFacts,
  type VoiceFigure,
} from '@parley/suite';

/** Presents a test of a run with its interactions in the public API. */
export function presentTest(test: TestResult, index: number): PublicTestResult {
  return {
    index,
    name: test.name,
    outcome: spellOutcome(test.outcome),
    attempt: test.attempt,
    startedAt: presentTime(test.startedAt),
    finishedAt: presentTime(test.finishedAt),
    failure: presentFailure(test.failure),
    tries: presentTries(test),
    cost: presentCost(test),
    metrics: metricFigures([test]).map(({ tests: _, ...metric }) => metric),
    interactions: test.steps.map(
      ({ outcome, sent, expected, origin, reply, silence, failure }) => ({
        outcome: spellOutcome(outcome),
        sent: sent ?? null,
        expected,
        origin: describeOrigin(origin) ?? null,
        reply: reply?.text ?? null,
        latencyMs: reply?.latencyMs ?? null,
        timing: presentTiming((reply ?? silence)?.voice),
        line: presentLine((reply ?? silence)?.voice?.line),
        failure: presentFailure(failure),
      }),
    ),
  };
}

function presentTiming(
  facts: VoiceFacts | undefined,
): PublicTestResult['interactions'][number]['timing'] {
  if (!facts) return null;
  const { response, deadAir, overlap, yields, goesOn, sent, network } = facts;
  return {
    response: presentFigure(response),
    deadAir: presentFigure(deadAir),
    overlap: presentFigure(overlap),
    yields: yields ? presentFigure(yields) : null,
    keepsSpeaking: goesOn ? presentFigure(goesOn) : null,
    sent: sent ?? null,
    network: network ? presentNetwork(network) : null,
  };
}

function presentNetwork({ score, ...facts }: NetworkFacts) {
  return 'unknown' in score
    ? { ...facts, mos: null, unknown: score.unknown }
    : { ...facts, mos: score, unknown: null };
}

function presentLine(facts: LineFacts | undefined) {
  if (!facts) return null;
  return facts.findings.map((finding) => ({
    class: finding.class,
    confidence: finding.confidence,
    because: finding.because,
  }));
}

function presentFigure(figure: VoiceFigure) {
  if ('unknown' in figure)
    return { ms: null, errorMs: null, isAtLeast: false, unknown: figure.unknown };
  const { ms, errorMs, isAtLeast = false } = figure;
  return { ms, errorMs, isAtLeast, unknown: null };
}

function presentTries(test: TestResult): PublicTestResult['tries'] {
  const figures = triesFiguresOf(test);
  if (!figures) return null;
  const { passed, failed, missing, interval = null } = figures;
  return { passed, failed, missing, interval, shown: test.shownTry ?? null };
}

function presentCost(test: TestResult): PublicTestResult['cost'] {
  const cost = costOfRun({ tests: [test] });
  if (!cost) return null;
  const { currency, least, most } = cost;
  return { currency, least, most: Number.isFinite(most) ? most : null };
}

function presentTime(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

function presentFailure(failure: Failure | undefined): PublicTestResult['failure'] {
  return failure ?? null;
}
