import { costOfRun, gateEntry, metricFigures, type RunResult, spellResult } from '@parley/suite';
import type { CreateReporter } from './reporter.ts';

/** Cost of the run's models; empty without prices. `most` is null if part of the cost is unknown. */
function costEntry(result: RunResult) {
  const found = costOfRun(result);
  if (!found) return {};
  const { least, most, currency, conversations, unknownTurns } = found;
  const known = Number.isFinite(most) ? most : null;
  return { cost: { least, most: known, currency, conversations, unknownTurns } };
}

/** Metrics of the run; empty if it measures none. */
function metricsEntry({ tests }: RunResult) {
  const metrics = metricFigures(tests);
  return metrics.length > 0 ? { metrics } : {};
}

/** Reporter for programs: all results in one document. */
export const createJsonReporter: CreateReporter = ({ write }) => ({
  finish(runs) {
    const report = runs.map((run) => {
      const { name, result, evidenceFolder, environment, agent, definitions, gate } = run;
      const { tests, ...spelled } = spellResult(result);
      return {
        name,
        ...(environment !== undefined && { environment }),
        ...(evidenceFolder !== undefined && { evidenceFolder }),
        ...(agent && { agent }),
        ...(definitions && { definitions }),
        ...(gate && { gate: gateEntry(gate) }),
        ...costEntry(result),
        ...metricsEntry(result),
        ...spelled,
        tests: tests.map((test) => ({ ...test, earlierAttempts: test.earlierAttempts ?? [] })),
      };
    });
    write(`${JSON.stringify({ runs: report }, null, 2)}\n`);
  },
});
