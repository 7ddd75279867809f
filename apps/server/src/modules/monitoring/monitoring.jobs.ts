import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue.ts';
import { followStops } from './follow-stops.ts';

const followStopsJob = defineJob('monitoring.follow-stops', z.object({}));

export const monitoringJobs: readonly AnyJob[] = [followStopsJob];

export function monitoringWork(platform: Platform): Work[] {
  return [work(followStopsJob, () => followStops(platform), { schedule: '* * * * *' })];
}
