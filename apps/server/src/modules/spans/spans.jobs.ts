import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { runs } from '../../db/schema/runs.ts';
import { spanLogs } from '../../db/schema/spans.ts';
import type { Platform } from '../../platform/platform.ts';
import { cleanUpRows, cleanUpWork } from '../../platform/queue/clean-up.ts';
import { type AnyJob, defineJob, type Work } from '../../platform/queue/queue.ts';

const trimSpansJob = defineJob('spans.trim', z.object({}));

export const spansJobs: readonly AnyJob[] = [trimSpansJob];

/**
 * Seconds for which a closed log is kept, so that its spans are recognized as late. Exporters send their last spans within
 * minutes of a run's end.
 */
const closedKeptS = 3600;

/** Removes logs of runs that have ended, including those whose worker was lost. Keeps the logs of active runs. */
const oldLogs = cleanUpRows(
  'span-logs',
  spanLogs,
  sql`${spanLogs.runId} is not null
    and ${spanLogs.createdAt} < now() - make_interval(secs => ${closedKeptS})
    and (${spanLogs.closedAt} < now() - make_interval(secs => ${closedKeptS})
      or exists (select from ${runs} where ${runs.id} = ${spanLogs.runId} and ${runs.isComplete}))`,
);

/** Removes spans without a run once no run could read them. */
const unjoinedSpans = cleanUpRows(
  'unjoined-spans',
  spanLogs,
  sql`${spanLogs.runId} is null
    and not exists (select from ${spanLogs} other
      where other.organization_id = ${spanLogs.organizationId} and other.run_id is not null)`,
);

export function spansWork(platform: Platform): Work[] {
  return [cleanUpWork(platform, trimSpansJob, [oldLogs, unjoinedSpans], '*/15 * * * *')];
}
