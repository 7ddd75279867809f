/** Finds faults that the records of runs must never have, whatever happened to the workers. */
import type { Cluster } from './cluster.ts';

export interface RunFaults {
  /** Number of runs that have not ended. */
  open: number;
  /** Step results that were recorded more than once for the same attempt. */
  doubledSteps: number;
  /** Runs whose events are not numbered 1, 2, 3 …; below, complete runs without exactly one end event. */
  withGap: number;
  withoutOneEnd: number;
}

/** Query for the events of all runs, one per row. */
export const eventsOfRuns = `
  select run_id, first_seq + place - 1 as seq, line::jsonb as event
  from run_events, string_to_table(lines, E'\\n') with ordinality as lines_of(line, place)`;

export async function countRunFaults({ query }: Cluster): Promise<RunFaults> {
  const [faults] = await query<Record<keyof RunFaults, string>>(`
    with events as (${eventsOfRuns}), logs as (
      select runs.id, runs.last_seq, runs.is_complete, count(event.seq) as events,
        coalesce(max(event.seq), 0) as highest,
        count(*) filter (where event.event ->> 'type' = 'run.finished') as ends
      from runs left join events event on event.run_id = runs.id group by runs.id
    ), steps as (
      select count(*) - 1 as again from events
      where event ->> 'type' = 'step.finished'
      group by run_id, event -> 'test', event -> 'step', event -> 'attempt' having count(*) > 1
    )
    select
      (select count(*) from logs where not is_complete) as open,
      (select coalesce(sum(again), 0) from steps) as "doubledSteps",
      (select count(*) from logs where events <> highest or highest <> last_seq) as "withGap",
      (select count(*) from logs where is_complete and ends <> 1) as "withoutOneEnd"`);
  if (faults === undefined) throw new Error('The database did not answer');
  const { open, doubledSteps, withGap, withoutOneEnd } = faults;
  return {
    open: Number(open),
    doubledSteps: Number(doubledSteps),
    withGap: Number(withGap),
    withoutOneEnd: Number(withoutOneEnd),
  };
}
