/**
 * A problem of a suite's text, with its position. All problems of a text are collected, never only
 * the first.
 */
export interface Problem {
  severity: 'error' | 'warning';
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
  /** 1-based line and column after the last character, for underlining. */
  endLine?: number;
  endColumn?: number;
  message: string;
  /** What to do about it. */
  hint?: string;
}
