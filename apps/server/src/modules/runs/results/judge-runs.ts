/** Judges runs in a process of the pool, see gate-of-runs.ts: the time depends on the number of tests and tries. */
import { type ComparedRuns, type GateResult, type GateRules, judgeGate } from '@parley/suite/gate';

export interface RunsToJudge {
  runs: ComparedRuns;
  rules: GateRules;
  /** Current time in milliseconds, from which the age of the baseline is measured. */
  now: number;
}

export function judgeRuns({ runs, rules, now }: RunsToJudge): GateResult {
  return judgeGate([runs], rules, now);
}
