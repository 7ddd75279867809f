/** What a run's events fold to; see fold.ts. */
import type { Input } from '../format/suite.ts';
import type { Reply, Verdict } from '../match/matcher.ts';
import type { Evidence, Failure, Outcome, RunFinished } from './run-event.ts';

export interface RunResult {
  status: 'queued' | 'running' | RunFinished['status'];
  startedAt?: number;
  finishedAt?: number;
  counts: RunCounts;
  tests: TestResult[];
  failure?: Failure;
}

/** Tests by outcome. `pending` counts those that neither ended nor were skipped. */
export interface RunCounts {
  total: number;
  passed: number;
  failed: number;
  error: number;
  skipped: number;
  pending: number;
}

export interface TestResult {
  name: string;
  outcome: 'pending' | 'running' | Outcome;
  attempt: number;
  startedAt?: number;
  finishedAt?: number;
  steps: StepResult[];
  failure?: Failure;
  evidence?: Evidence[];
}

export interface StepResult {
  input: Input;
  /** The expectation in words. */
  expected: string;
  outcome: 'pending' | 'running' | Outcome;
  sent?: string;
  startedAt?: number;
  finishedAt?: number;
  reply?: Reply;
  verdicts: Verdict[];
  failure?: Failure;
  evidence?: Evidence[];
}
