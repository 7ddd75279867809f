import type { Reliability } from '@parley/contract';
import { type GateSettings, joinedFigures } from '@parley/suite';
import type { CourseRun, TestOutcomeRow } from './course.queries.ts';

type MetricCourse = Reliability['metrics'][number];

/**
 * Lists the metrics that runs measured, sorted by name.
 *
 * @param gate of the current suite; its limits become the goals
 */
export function metricsOverRuns(
  runs: readonly Pick<CourseRun, 'id'>[],
  rows: readonly Pick<TestOutcomeRow, 'runId' | 'metrics'>[],
  gate: GateSettings | undefined,
): MetricCourse[] {
  const found = rows.flatMap(({ runId, metrics }) =>
    (metrics ?? []).map((figures) => ({ runId, figures })),
  );
  const goals = goalsOf(gate);
  return [...Map.groupBy(found, ({ figures }) => figures.name)]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, ofName]) => {
      const byRun = Map.groupBy(ofName, ({ runId }) => runId);
      return {
        name,
        goal: goals.get(name) ?? null,
        values: runs.map(({ id }) => {
          const parts = byRun.get(id)?.map(({ figures }) => figures);
          if (!parts) return null;
          const { measured, missing, mean, least, most } = joinedFigures(parts);
          return { measured, missing, mean, least, most };
        }),
      };
    });
}

/** Maps each metric to the first limit that the gate sets for it. */
function goalsOf(gate: GateSettings | undefined): Map<string, NonNullable<MetricCourse['goal']>> {
  const limits = (gate?.rules?.rates ?? []).flatMap(({ of }) =>
    of.kind === 'tries with metric'
      ? [[of.name, { operator: of.operator, limit: of.limit }] as const]
      : [],
  );
  return new Map(limits.toReversed());
}
