/** Reports what an import could not convert. All importers use it. */
import type { Suite } from '../model/suite.ts';
import { nameLengthMax } from '../model/unique-names.ts';

export interface ImportReport {
  /** Number of imported tests. */
  tests: number;
  interactions: number;
  losses: ImportLoss[];
}

export interface ImportLoss {
  file?: string;
  /** Line number from 1; absent if the loss has no position. */
  line?: number;
  /** The original text, shortened. */
  what: string;
  /** Why it was left out, or what it was converted to. */
  reason: string;
}

export const whyNameShortened = `The name of a test has at most ${nameLengthMax} characters, so the end was cut off.`;

export interface Imported {
  suite: Suite;
  report: ImportReport;
}

export function imported(suite: Suite, losses: ImportLoss[]): Imported {
  const interactions = suite.tests.reduce((sum, test) => sum + test.interactions.length, 0);
  return { suite, report: { tests: suite.tests.length, interactions, losses } };
}
