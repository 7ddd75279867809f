import type { MetricDays } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { testResults } from '../../db/schema/run-results.ts';
import { runs } from '../../db/schema/runs.ts';
import type { Scope } from '../../platform/database/scope.ts';

type MetricDay = MetricDays['metrics'][number]['days'][number];

/**
 * Reads the metrics of a suite by UTC day. Missing values are counted separately and never lower a mean.
 *
 * @param days number of days, today included
 */
export async function readMetricDays(
  { db, organizationId }: Scope,
  suiteId: string,
  days: number,
): Promise<MetricDays['metrics']> {
  const day = sql`to_char(${testResults.at} at time zone 'UTC', 'YYYY-MM-DD')`;
  const number = (field: string) => sql`(figure->>${sql.raw(`'${field}'`)})::float8`;
  const tests = sql`case when ${number('mean')} is null then 0 else ${number('tests')} end`;
  const { rows } = await db.execute<MetricDay & { name: string }>(sql`
    select figure->>'name' as name, ${day} as day,
      count(distinct ${testResults.runId})::int as runs,
      sum(${number('measured')}) as measured, sum(${number('missing')}) as missing,
      sum(${number('mean')} * ${number('tests')}) / nullif(sum(${tests}), 0) as mean,
      min(${number('least')}) as least, max(${number('most')}) as most
    from ${testResults}
    join ${runs} on ${runs.id} = ${testResults.runId}
    cross join lateral jsonb_array_elements(${testResults.metrics}) as figure
    where ${testResults.organizationId} = ${organizationId} and ${testResults.suiteId} = ${suiteId}
      and jsonb_typeof(${testResults.metrics}) = 'array'
      and ${testResults.at} >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
        - make_interval(days => ${days - 1})
      and ${runs.status} in ('passed', 'failed', 'error')
    group by 1, 2 order by 1, 2`);
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, ofName]) => ({
    name,
    days: ofName.map(({ name: _, ...figures }) => figures),
  }));
}
