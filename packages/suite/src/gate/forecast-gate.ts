/** Forecasts what a gate will be able to show, before anything is run: applies the gate's rule to simulated agents. */
import { evidenceOfDifference } from './judge-rate.ts';

export interface GatePlan {
  tests: number;
  /** Fixed number of tries of each test, for each version. */
  tries: number;
  noWorseBy: number;
  /** Mean pass rate to expect. */
  rate: number;
}

/** Proportions of simulated gates, each 0 to 1. */
export interface GateForecast {
  /** Blocked gates among those of versions that are worse by the margin. */
  findsHarm: number;
  /** Passed gates among those of versions that do not differ. */
  showsNoHarm: number;
}

/** Number of simulated gates for each figure, so that two standard errors are at most 5 points. */
const gates = 400;

/**
 * Simulates independent tries of tests whose rates scatter around the expected one. It applies the rule itself, so that the
 * forecast shows what the gate will do, and not what a formula for large numbers would.
 */
export function forecastGate({ tests, tries, noWorseBy, rate }: GatePlan): GateForecast {
  const random = createRandom(tests * 1_000 + tries);
  const passes = (chance: number) => {
    let passed = 0;
    for (let at = 0; at < tries; at += 1) passed += random() < chance ? 1 : 0;
    return { passed, tries };
  };
  const share = (drop: number, counts: (evidence: { harm: number; kept: number }) => boolean) => {
    let found = 0;
    for (let gate = 0; gate < gates; gate += 1) {
      const pairs = Array.from({ length: tests }, () => {
        const own = Math.min(1, Math.max(0, rate + (random() - 0.5) * 2 * Math.min(0.1, 1 - rate)));
        return { baseline: passes(own), candidate: passes(Math.max(0, own - drop)) };
      });
      const evidence = evidenceOfDifference(pairs, noWorseBy, 'these tests');
      if (evidence && counts(evidence)) found += 1;
    }
    return found / gates;
  };
  return {
    findsHarm: share(noWorseBy, ({ harm, kept }) => kept > 0.05 && harm <= 0.05),
    showsNoHarm: share(0, ({ kept }) => kept <= 0.05),
  };
}

/** Creates a seeded random generator (mulberry32), so that the same plan has the same forecast. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
