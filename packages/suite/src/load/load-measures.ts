/** Measurements of a load test as plain data, written by workers and read by reports. */
import type { FailureClass } from '../events/failure.ts';
import type { HistogramData } from './latency-histogram.ts';

export type ErrorCounts = Partial<Record<FailureClass, number>>;

/** Measurements of a part of the virtual users in one second. */
export interface LoadSample {
  /** Second of the load test, from 0. */
  second: number;
  /**
   * Peak of concurrent conversations during the second. Sampling at its end could fall between two conversations and find none.
   */
  active: number;
  /** Conversations that started in this second. `finished` and `failed` count those that ended in it. */
  started: number;
  finished: number;
  failed: number;
  turns: number;
  /** Number of failed conversations by failure class. */
  errors: ErrorCounts;
  latency: HistogramData;
  /** Maximum delay of a message behind its scheduled time, in milliseconds. It shows if the tester itself is overloaded. */
  lagMs: number;
}

export interface LoadCounts {
  started: number;
  passed: number;
  failed: number;
  /** Conversations in progress when the time was up or the test was stopped. They neither passed nor failed. */
  unfinished: number;
  /** Arrivals that were dropped because too many were waiting for a free virtual user. */
  dropped: number;
  turns: number;
}

export interface LoadError {
  class: FailureClass;
  code: string;
  /** Message of the first failure. */
  message: string;
  count: number;
}

/** One step of one test, over all conversations. */
export interface LoadStep {
  test: string;
  /** Index of the step, from 0. */
  step: number;
  /** The message of the step, in words. */
  says: string;
  turns: number;
  failed: number;
  latency: HistogramData;
}

/** Totals of a part of the virtual users since the start. The totals of all parts add up to the result. */
export interface LoadTotals {
  counts: LoadCounts;
  latency: HistogramData;
  errors: LoadError[];
  steps: LoadStep[];
  lagMs: number;
}

/** A failed conversation, kept as evidence. */
export interface FailedConversation {
  test: string;
  /** Second of the load test. */
  second: number;
  failure: { class: FailureClass; code: string; message: string; hint?: string };
  turns: { sent: string; reply: string | null; latencyMs: number | null }[];
}
