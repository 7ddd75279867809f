import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue/queue.ts';
import { refreshAllStandings } from './refresh-standings.ts';

const refreshStandingsJob = defineJob('overview.refresh-standings', z.object({}));

export const overviewJobs: readonly AnyJob[] = [refreshStandingsJob];

export function overviewWork({ db, queue }: Pick<Platform, 'db' | 'queue'>): Work[] {
  return [
    work(
      refreshStandingsJob,
      (_, signal) => refreshAllStandings(db, AbortSignal.any([signal, queue.stopping])),
      { schedule: '* * * * *' },
    ),
  ];
}
