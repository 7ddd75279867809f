/** Deletes runs and their files in small steps after the retention of their plan. */
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { runEvents, runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CleanUp, Part } from '../../../platform/queue/clean-up.ts';
import { eachRetention } from '../../catalogue/catalogue.ts';
import { folderOfRun, runsFolder } from '../log/evidence.ts';
import { filesOf } from '../log/files-of.ts';
import { leftFilesCleanUp } from './left-files.ts';

/** Number of runs per step: few enough that deleting their events does not delay other work. */
const runsPerStep = 100;

/** Removes files before runs: a run that is skipped is found again the next time, whereas an orphaned file would not be. */
export function runCleanUps(
  platform: Pick<Platform, 'storage' | 'config' | 'clock'>,
): readonly CleanUp[] {
  const { storage, config } = platform;
  return [
    leftFilesCleanUp('left-run-files', platform, runsFolder),
    {
      kind: 'run-files',
      most: runsPerStep,
      async *parts(ask) {
        for await (const { organizationId, evidenceDays } of eachRetention(ask, config))
          yield filesOf(storage, runs, oldRuns(organizationId, evidenceDays, true), listFiles);
      },
    },
    {
      kind: 'runs',
      most: runsPerStep,
      async *parts(ask) {
        for await (const { organizationId, runDays } of eachRetention(ask, config))
          yield runsWithoutFiles(oldRuns(organizationId, runDays, false));
      },
    },
  ];
}

/** Selects the ended runs of an organization that are older than `days`, oldest first. */
const oldRuns = (organizationId: string, days: number, hasEvidence: boolean) => sql`
  select ${runs.id} from ${runs}
  where ${runs.organizationId} = ${organizationId}
    and ${runs.createdAt} < now() - make_interval(days => ${days})
    and ${runs.isComplete} and ${eq(runs.hasEvidence, hasEvidence)}
  order by ${asc(runs.createdAt)}`;

/** Deletes runs without files. Keeps their contribution to the daily figures. */
function runsWithoutFiles(due: SQL): Part {
  return {
    due,
    removeSome: (ask, most) =>
      ask(async (db) => {
        const some = sql`array(${due} limit ${most})`;
        const removed = await db.delete(runs).where(sql`${runs.id} = any(${some})`);
        return removed.rowCount ?? 0;
      }),
  };
}

const idInEvent = '"id":"([A-Za-z0-9_-]+\\.[a-z]+)"';

/** Lists the files by the events that name them, because listing a bucket would take a request for each run. */
async function listFiles(db: Database, runIds: string[]): Promise<string[]> {
  if (runIds.length === 0) return [];
  // If the text of a bot looks like an ID, the list names a file that does not exist, which does no harm.
  const { rows } = await db.execute<{ runId: string; id: string }>(sql`
    select ${runEvents.runId} as "runId", named[1] as id
    from ${runEvents}, regexp_matches(${runEvents.lines}, ${idInEvent}, 'g') named
    where ${inArray(runEvents.runId, runIds)} and ${runEvents.lines} like '%"evidence":[%'`);
  return rows.map(({ runId, id }) => `${folderOfRun(runId)}/${id}`);
}
