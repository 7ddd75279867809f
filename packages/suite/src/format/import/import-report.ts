/** Reports what an import could not convert. All importers use this form. */
import type { Suite } from '../model/suite.ts';
import { nameLengthMax } from '../model/unique-names.ts';

export interface ImportReport {
  /** Tests and interactions that were imported. */
  tests: number;
  interactions: number;
  losses: ImportLoss[];
}

export interface ImportLoss {
  file?: string;
  /** 1-based; absent where the loss has no place. */
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
