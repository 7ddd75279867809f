import { gateEntry, spellResult } from '@parley/suite';
import type { CreateReporter } from './reporter.ts';

/** Reporter for programs: all results in one document. */
export const createJsonReporter: CreateReporter = ({ write }) => ({
  finish(runs) {
    const report = runs.map(({ name, result, evidenceFolder, environment, definitions, gate }) => {
      const { tests, ...spelled } = spellResult(result);
      return {
        name,
        ...(environment !== undefined && { environment }),
        ...(evidenceFolder !== undefined && { evidenceFolder }),
        ...(definitions && { definitions }),
        ...(gate && { gate: gateEntry(gate) }),
        ...spelled,
        tests: tests.map((test) => ({ ...test, earlierAttempts: test.earlierAttempts ?? [] })),
      };
    });
    write(`${JSON.stringify({ runs: report }, null, 2)}\n`);
  },
});
