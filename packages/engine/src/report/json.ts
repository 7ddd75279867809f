import type { CreateReporter } from './reporter.ts';

/** For programs: the results as they are, in one document. */
export const createJsonReporter: CreateReporter = ({ write }) => ({
  finish(runs) {
    const report = runs.map(({ name, result, evidenceFolder }) => ({
      name,
      ...(evidenceFolder !== undefined && { evidenceFolder }),
      ...result,
      tests: result.tests.map((test) => ({ ...test, earlierAttempts: test.earlierAttempts ?? [] })),
    }));
    write(`${JSON.stringify({ runs: report }, null, 2)}\n`);
  },
});
