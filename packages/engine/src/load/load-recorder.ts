import {
  createLatencyHistogram,
  type ErrorCounts,
  type FailedConversation,
  type Failure,
  type LoadCounts,
  type LoadError,
  type LoadSample,
  type LoadTotals,
  noLoad,
} from '@parley/suite';

/** Maximum failed conversations that one share keeps. `failuresPerCodeMax` is the limit for each kind of failure. */
const failuresMax = 20;
const failuresPerCodeMax = 4;

/** A step of a test, in the order of the plan. */
export interface StepName {
  test: string;
  step: number;
  says: string;
}

/** Counts results, for the current second and in total. */
export interface LoadRecorder {
  conversationStarted(): void;
  /** Counts a turn. The latency is undefined if the turn has no measurable answer. */
  turn(step: number, latencyMs: number | undefined, isFailed: boolean): void;
  lag(lagMs: number): void;
  passed(): void;
  failed(conversation: FailedConversation): void;
  unfinished(): void;
  /** Counts an arrival that was never served. Its wait is a lower bound of its latency. */
  dropped(waitedMs: number): void;
  /** Returns the counts since the last call. */
  takeSample(second: number): LoadSample;
  totals(): LoadTotals;
  failures(): readonly FailedConversation[];
}

export function createLoadRecorder(names: readonly StepName[]): LoadRecorder {
  const counts: LoadCounts = { ...noLoad.counts };
  const latency = createLatencyHistogram();
  const steps = names.map((name) => ({
    name,
    turns: 0,
    failed: 0,
    latency: createLatencyHistogram(),
  }));
  const errors = new Map<string, LoadError>();
  const failures: FailedConversation[] = [];
  let active = 0;
  let lagMsMax = 0;
  let second = newSecond(active);

  function countError(failure: Failure): LoadError {
    const key = `${failure.class} ${failure.code}`;
    const known = errors.get(key) ?? {
      class: failure.class,
      code: failure.code,
      message: failure.message,
      count: 0,
    };
    known.count += 1;
    errors.set(key, known);
    second.errors[failure.class] = (second.errors[failure.class] ?? 0) + 1;
    return known;
  }

  return {
    conversationStarted() {
      active += 1;
      second.active = Math.max(second.active, active);
      counts.started += 1;
      second.started += 1;
    },
    turn(step, latencyMs, isFailed) {
      counts.turns += 1;
      second.turns += 1;
      const of = steps[step];
      if (of) {
        of.turns += 1;
        if (isFailed) of.failed += 1;
      }
      if (latencyMs === undefined) return;
      latency.record(latencyMs);
      second.latency.record(latencyMs);
      of?.latency.record(latencyMs);
    },
    lag(lagMs) {
      if (lagMs > second.lagMs) second.lagMs = lagMs;
      if (lagMs > lagMsMax) lagMsMax = lagMs;
    },
    passed() {
      active -= 1;
      counts.passed += 1;
      second.finished += 1;
    },
    failed(conversation) {
      active -= 1;
      counts.failed += 1;
      second.finished += 1;
      second.failed += 1;
      const { count } = countError(conversation.failure);
      if (count <= failuresPerCodeMax && failures.length < failuresMax) failures.push(conversation);
    },
    unfinished() {
      active -= 1;
      counts.unfinished += 1;
    },
    dropped(waitedMs) {
      counts.dropped += 1;
      latency.record(waitedMs);
      second.latency.record(waitedMs);
    },
    takeSample(number) {
      const taken = second;
      second = newSecond(active);
      return { ...taken, second: number, latency: taken.latency.data() };
    },
    totals: () => ({
      counts: { ...counts },
      latency: latency.data(),
      errors: [...errors.values()].map((error) => ({ ...error })),
      steps: steps.map(({ name, latency: ofStep, ...step }) => ({
        ...name,
        ...step,
        latency: ofStep.data(),
      })),
      lagMs: lagMsMax,
    }),
    failures: () => failures,
  };
}

function newSecond(active: number) {
  const errors: ErrorCounts = {};
  return {
    active,
    started: 0,
    finished: 0,
    failed: 0,
    turns: 0,
    errors,
    latency: createLatencyHistogram(),
    lagMs: 0,
  };
}
