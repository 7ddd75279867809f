import type { Reliability } from '@parley/contract';
import { joinedFigures, parseSuite } from '@parley/suite';
import type { CourseRun, TestOutcomeRow } from './course.queries.ts';

type MetricCourse = Reliability['metrics'][number];

/** What runs measured, by the name of the metric. @param source the suite as it is now, whose gate names the goals */
export function metricsOverRuns(
  runs: readonly Pick<CourseRun, 'id'>[],
  rows: readonly Pick<TestOutcomeRow, 'runId' | 'metrics'>[],
  source: string,
): MetricCourse[] {
  const found = rows.flatMap(({ runId, metrics }) =>
    (metrics ?? []).map((figures) => ({ runId, figures })),
  );
  // Most suites measure nothing, and need not be parsed.
  if (found.length === 0) return [];
  const goals = goalsOf(source);
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

/** The limits that the gate of the suite sets; the first one of a name. */
function goalsOf(source: string): Map<string, NonNullable<MetricCourse['goal']>> {
  const { rules } = parseSuite(source).suite.configuration.gate ?? {};
  const limits = (rules?.rates ?? []).flatMap(({ of }) =>
    of.kind === 'tries with metric'
      ? [[of.name, { operator: of.operator, limit: of.limit }] as const]
      : [],
  );
  return new Map(limits.toReversed());
}
