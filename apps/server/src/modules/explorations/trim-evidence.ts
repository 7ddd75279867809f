/** Removes the files of explorations after the plan's retention, and leftover connection tests. */
import { eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import { explorationEvents, explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CleanUp, cleanUpRows, cleanUpWork } from '../../platform/queue/clean-up.ts';
import { type AnyJob, defineJob, type Work } from '../../platform/queue/queue.ts';
import { eachRetention } from '../catalogue/catalogue.ts';
import { filesOf, leftFilesCleanUp } from '../runs/runs.ts';
import { explorationsFolder, folderOfExploration } from './exploration-row.ts';
import { listWithFiles } from './explorations.queries.ts';

type Surroundings = Pick<Platform, 'db' | 'storage' | 'config' | 'clock'>;

const trimEvidenceJob = defineJob('explorations.trim', z.object({}));

export const explorationsJobs: readonly AnyJob[] = [trimEvidenceJob];

export function explorationsWork(platform: Platform): Work[] {
  return [cleanUpWork(platform, trimEvidenceJob, evidenceCleanUps(platform), '11 4 * * *')];
}

const explorationsPerStep = 25;

export function evidenceCleanUps(platform: Surroundings): readonly CleanUp[] {
  const { storage, config, db } = platform;
  return [
    // Left by a server that stopped while it waited for a reply.
    cleanUpRows(
      'left-connection-trials',
      explorations,
      sql`${explorations.isTrial} and ${explorations.lastActiveAt} < now() - interval '1 hour'`,
    ),
    // An exploration in use keeps even its oldest files, so this removes only files that no exploration refers to.
    leftFilesCleanUp('left-exploration-files', platform, explorationsFolder, async (keys) => {
      const idOf = (key: string) => key.split('/')[1] ?? '';
      const kept = await listWithFiles(db, [...new Set(keys.map(idOf))]);
      return keys.filter((key) => !kept.has(idOf(key)));
    }),
    {
      kind: 'exploration-files',
      most: explorationsPerStep,
      async *parts(ask) {
        for await (const { organizationId, evidenceDays } of eachRetention(ask, config))
          yield filesOf(
            storage,
            explorations,
            oldExplorations(organizationId, evidenceDays),
            listFiles,
          );
      },
    },
  ];
}

const oldExplorations = (organizationId: string, days: number) => sql`
  select ${explorations.id} from ${explorations}
  where ${explorations.organizationId} = ${organizationId}
    and ${eq(explorations.hasEvidence, true)}
    and ${explorations.lastActiveAt} < now() - make_interval(days => ${days})
  order by ${explorations.lastActiveAt}`;

/** Lists files by the events that name them, because listing a bucket would take a request for each exploration. */
async function listFiles(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { event, explorationId } = explorationEvents;
  const { rows } = await db.execute<{ explorationId: string; id: string }>(sql`
    select distinct ${explorationId} as "explorationId", file.id
    from ${explorationEvents} cross join lateral (
      select ${event} ->> 'recording' as id where ${event} ? 'recording'
      union all
      select evidence ->> 'id' from jsonb_array_elements(${event} -> 'evidence') evidence
    ) file
    where ${inArray(explorationId, ids)}`);
  return rows.map((row) => `${folderOfExploration(row.explorationId)}/${row.id}`);
}
