/**
 * Aligns organizations with the edition of the installation at startup. A self-hosted installation has no trials: those that
 * were started automatically are paused, and continue if the installation becomes hosted again. Manual changes and payments
 * made since then are kept.
 */

import type { Actor } from '../../platform/database/scope.ts';
import { organizationTopic } from '../../platform/live/news.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { pauseTrials, resumeTrials } from './trials.queries.ts';

/** Stands for Parley itself in the audit log, in place of a user. */
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
