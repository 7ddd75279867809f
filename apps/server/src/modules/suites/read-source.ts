import { type ErrorProblem, tagLengthMax } from '@parley/contract';
import type { Platform, Problem, Suite } from '@parley/suite';
import { ApiError } from '../../platform/errors/api-error.ts';
import { parsedSuite } from './parsed-suite.ts';

/** Tags of a suite that are kept for filters; a suite with more is found by the first ones. */
const tagsOfSuiteMax = 1000;

/** Limits the problems in a response. */
const problemsMax = 100;

/** Parses a text, or lists its problems: a text with errors is never stored. */
function readSource(source: string): Suite {
  const { suite, problems } = parsedSuite(source);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return suite;
  throw new ApiError('suite_invalid', {
    message:
      errors.length === 1
        ? 'The test suite has an error and was not saved.'
        : `The test suite has ${errors.length} errors and was not saved.`,
    problems: errors.slice(0, problemsMax).map(presentProblem),
  });
}

function presentProblem({ line, column, message, hint }: Problem): ErrorProblem {
  return { path: 'source', line, column, message, ...(hint && { hint }) };
}

/** Columns that follow from the text. */
interface SourceColumns {
  source: string;
  platform: Platform;
  testCount: number;
  testNames: string;
  testTags: string[];
}

/** The columns that follow from the text, kept for lists. The text decides the platform if it names one. */
export function readColumns(source: string, fallback: Platform): SourceColumns {
  const suite = readSource(source);
  const { configuration, tests } = suite;
  return {
    source,
    platform: configuration.platform ?? fallback,
    testCount: tests.length,
    testNames: namesOf(tests),
    testTags: tagsOf(suite),
  };
}

/** @returns the names of tests, one a line; a name of several lines becomes one */
export function namesOf(tests: Suite['tests']): string {
  return tests.map(({ name }) => name.replaceAll(/[\r\n]+/g, ' ')).join('\n');
}

/** @returns the tags of all tests, each once, as `--tag` chooses by them */
export function tagsOf({ configuration, tests }: Suite): string[] {
  const tags = tests.flatMap((test) => [...(configuration.tags ?? []), ...test.tags]);
  return [...new Set(tags)].filter(({ length }) => length <= tagLengthMax).slice(0, tagsOfSuiteMax);
}
