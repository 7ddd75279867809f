/** A problem in a suite's text. Parsing collects all problems and does not stop at the first. */
export interface Problem {
  severity: 'error' | 'warning';
  /** Line number, from 1. */
  line: number;
  /** Column number, from 1. */
  column: number;
  /** Line and column after the last character, from 1, for underlining. */
  endLine?: number;
  endColumn?: number;
  message: string;
  /** Advice for fixing it. */
  hint?: string;
}
