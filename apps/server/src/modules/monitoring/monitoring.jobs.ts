import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { monitoringStops } from '../../db/schema/monitoring.ts';
import type { Platform } from '../../platform/platform.ts';
import { cleanUpRows, cleanUpWork } from '../../platform/queue/clean-up.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue/queue.ts';
import { alertCleanUps } from './alerts/alerts.queries.ts';
import { followStops } from './slots/follow-stops.ts';
import { slotCleanUp } from './slots/slot-clean-up.ts';

const followStopsJob = defineJob('monitoring.follow-stops', z.object({}));
const trimMonitoringJob = defineJob('monitoring.trim', z.object({}));

export const monitoringJobs: readonly AnyJob[] = [followStopsJob, trimMonitoringJob];

const cleanUps = [
  slotCleanUp,
  ...alertCleanUps,
  cleanUpRows(
    'monitoring-stops',
    monitoringStops,
    sql`${monitoringStops.resumedAt} < now() - interval '90 days'`,
  ),
];

export function monitoringWork(platform: Platform): Work[] {
  return [
    work(followStopsJob, () => followStops(platform), { schedule: '* * * * *' }),
    cleanUpWork(platform, trimMonitoringJob, cleanUps, '7 * * * *'),
  ];
}
