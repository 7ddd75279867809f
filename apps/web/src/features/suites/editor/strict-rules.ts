/** Computes the effects of the strict rules on the text of a suite. Pure. */
import { applySuite, type Problem, parseSuite } from '@parley/suite';
import { changeConfiguration } from './edit-suite.ts';

export interface StrictText {
  source: string;
  /** Errors that the current text does not have. */
  problems: Problem[];
  isRunnable: boolean;
}

/** @returns the text with `syntax: 2`, and its new errors */
export function strictTextOf(source: string): StrictText {
  const { suite } = parseSuite(source);
  const strict = applySuite(source, changeConfiguration(suite, { syntax: 2 }));
  const errors = errorsOf(strict);
  const known = new Set(errorsOf(source).map(({ message }) => message));
  const problems = errors.filter(({ message }) => !known.has(message));
  return { source: strict, problems, isRunnable: errors.length === 0 };
}

const errorsOf = (source: string) =>
  parseSuite(source).problems.filter(({ severity }) => severity === 'error');
