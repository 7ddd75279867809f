/** Forecasts what a gate can show before anything is run, by applying its rule to simulated agents. */
import { evidenceOfDifference } from './judge-rate.ts';

export interface GatePlan {
  tests: number;
  /** Fixed number of tries of each test, per version. */
  tries: number;
  noWorseBy: number;
  /** Expected mean pass rate, from 0 to 1. */
  rate: number;
}

/** Shares of simulated gates, from 0 to 1. */
export interface GateForecast {
  /** Share of gates that block a version that is worse by the margin. */
  findsHarm: number;
  /** Share of gates that pass a version that is not worse. */
  showsNoHarm: number;
}

/** Number of simulated gates per figure. Two standard errors are then at most 5 points. */
const gates = 400;

/**
 * Simulates independent tries of tests whose pass rates scatter around the expected one. Applies the gate's own rule, because a
 * formula for large numbers would show something else.
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
