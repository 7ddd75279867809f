import { type ErrorProblem, tagLengthMax } from '@parley/contract';
import type { Platform, Problem, Suite } from '@parley/suite';
import { ApiError } from '../../platform/errors/api-error.ts';
import { parsedSuite } from './parsed-suite.ts';

/** Maximum number of tags of a suite to store for filters; the others are ignored. */
const tagsOfSuiteMax = 1000;

/** Maximum number of problems in a response. */
const problemsMax = 100;

/** Parses a text. Throws an ApiError that lists the errors if there are any, because a text with errors is never stored. */
function readSource(linked: string): Suite {
  const { suite, problems } = parsedSuite(linked);
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

/** Columns that are derived from the text. */
interface SourceColumns {
  source: string;
  platform: Platform;
  testCount: number;
  testNames: string;
  testTags: string[];
}

/**
 * Derives the columns for lists from a text. Uses `fallback` if the text does not name a platform.
 *
 * @param linked the text with the blocks of the library that it uses
 */
export function readColumns(source: string, linked: string, fallback: Platform): SourceColumns {
  const suite = readSource(linked);
  const { configuration, tests } = suite;
  return {
    source,
    platform: configuration.platform ?? fallback,
    testCount: tests.length,
    testNames: namesOf(tests),
    testTags: tagsOf(suite),
  };
}

/** @returns the names of tests, one per line; line breaks in a name become spaces */
export function namesOf(tests: Suite['tests']): string {
  return tests.map(({ name }) => name.replaceAll(/[\r\n]+/g, ' ')).join('\n');
}

/** @returns the distinct tags of all tests, including those of the configuration, as `--tag` selects by them */
export function tagsOf({ configuration, tests }: Suite): string[] {
  const tags = tests.flatMap((test) => [...(configuration.tags ?? []), ...test.tags]);
  return [...new Set(tags)].filter(({ length }) => length <= tagLengthMax).slice(0, tagsOfSuiteMax);
}
