import type { LineCounter } from 'yaml';
import type { Problem } from './problem.ts';

/** Offsets of the first character and after the last one. */
export type TextRange = readonly [start: number, end: number];

type Report = (range: TextRange, message: string, hint?: string) => void;

export interface ProblemList {
  list: Problem[];
  error: Report;
  warning: Report;
  /** @returns true once the limit for errors is reached */
  isFull(): boolean;
}

/** Maximum number of problems per severity, so that warnings never hide an error. */
const problemsMax = 100;

export function problemList(text: string, lines: LineCounter): ProblemList {
  const list: Problem[] = [];
  const counts = { error: 0, warning: 0 };
  const report =
    (severity: Problem['severity']): Report =>
    (range, message, hint) => {
      if (counts[severity] >= problemsMax) return;
      counts[severity] += 1;
      const start = position(range[0]);
      const end = position(Math.max(range[0], range[1]));
      list.push({
        severity,
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
        message,
        ...(hint ? { hint } : {}),
      });
    };
  function position(offset: number): { line: number; column: number } {
    const { line, col } = lines.linePos(Math.min(Math.max(offset, 0), text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }
  return {
    list,
    error: report('error'),
    warning: report('warning'),
    isFull: () => counts.error >= problemsMax,
  };
}
