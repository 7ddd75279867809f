/** What a load test measures, as plain data that workers write and reports are made from. */
import type { FailureClass } from '../events/failure.ts';
import type { HistogramData } from './latency-histogram.ts';

export type ErrorCounts = Partial<Record<FailureClass, number>>;

/** Measurements of one part of the virtual users in one second of the test. */
export interface LoadSample {
  /** Second of the test, from 0. */
  second: number;
  /**
   * Highest number of concurrent conversations during the second. A count taken at its end could fall between conversations
   * and show none.
   */
  active: number;
  /** Conversations that started in this second, and conversations that ended. */
  started: number;
  finished: number;
  failed: number;
  turns: number;
  /** Failed conversations by whose fault it was. */
  errors: ErrorCounts;
  latency: HistogramData;
  /** Longest delay of a message behind its scheduled time in milliseconds, which shows how busy the tester itself is. */
  lagMs: number;
}

export interface LoadCounts {
  started: number;
  passed: number;
  failed: number;
  /** Conversations in progress when the time was up or the test was stopped; they neither passed nor failed. */
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
  /** From 0. */
  step: number;
  /** Message of the step, in words. */
  says: string;
  turns: number;
  failed: number;
  latency: HistogramData;
}

/** Totals of a share from its start until now; those of all shares add up to the result. */
export interface LoadTotals {
  counts: LoadCounts;
  latency: HistogramData;
  errors: LoadError[];
  steps: LoadStep[];
  lagMs: number;
}

/** A conversation that failed, as evidence. */
export interface FailedConversation {
  test: string;
  /** Second of the load test. */
  second: number;
  failure: { class: FailureClass; code: string; message: string; hint?: string };
  turns: { sent: string; reply: string | null; latencyMs: number | null }[];
}
