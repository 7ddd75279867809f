import type { CreateReporter } from './reporter.ts';

/** For programs: the results as they are, in one document. */
export const createJsonReporter: CreateReporter = ({ write }) => ({
  finish(runs) {
    const report = runs.map(({ name, result, earlierAttempts }) => ({
      name,
      ...result,
      tests: result.tests.map((test, index) => ({
        ...test,
        earlierAttempts: earlierAttempts.get(index) ?? [],
      })),
    }));
    write(`${JSON.stringify({ runs: report }, null, 2)}\n`);
  },
});
