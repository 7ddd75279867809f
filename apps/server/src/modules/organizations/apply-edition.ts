/**
 * Brings organizations in line with the edition of the installation, at the start. A self-hosted one
 * keeps nobody waiting for the end of a trial: those that the program began are paused, and go on when
 * the installation is hosted again. What somebody has set since by hand, or a payment has, stays.
 */

import type { Actor } from '../../platform/database/scope.ts';
import { organizationTopic } from '../../platform/live/news.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { pauseTrials, resumeTrials } from './trials.queries.ts';

/** In the audit log its name stands where a person's address would. */
const programActor: Actor = { userId: 'parley', email: 'Parley', emailVerified: false };

export async function applyEdition({
  config: { edition },
  db,
  log,
  news,
}: Pick<Platform, 'config' | 'db' | 'log' | 'news'>): Promise<void> {
  const { beginning, name } = edition;
  const change = beginning.status === 'trial' ? resumeTrials : pauseTrials;
  const changed = await db.transaction(async (tx) => {
    const organizationIds = await change(tx);
    for (const organizationId of organizationIds) {
      const scope = { db: tx, organizationId, actor: programActor };
      await recordAudit(scope, {
        action: 'plan.changed',
        target: beginning.planId,
        detail: `the installation is ${name}`,
      });
      await news.publish(tx, organizationTopic(organizationId), {
        kind: 'changed',
        part: 'organization',
      });
    }
    return organizationIds.length;
  });
  if (changed > 0)
    log.warn({ edition: name, organizations: changed }, 'Trials were paused or go on again');
}
