import { catalogue } from '@parley/contract';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';
import { editionOf } from '../../platform/config/edition.ts';
import type { Database } from '../../platform/database/db.ts';

const { days } = editionOf('hosted').beginning;

const { automaticTrialEndsAt, createdAt, subscriptionEndsAt, trialPausedAt } = organizations;

const hasNoQuotas = eq(organizations.quotas, sql`'{}'::jsonb`);

/**
 * Detects trials of older releases, which did not store the end of the trial separately. The end may differ by an hour, because
 * days were counted in the database's time zone.
 */
const isEarlierTrial = sql`${automaticTrialEndsAt} is null and ${subscriptionEndsAt}
  between ${createdAt} + make_interval(days => ${days}, hours => -1)
  and ${createdAt} + make_interval(days => ${days}, hours => 1)`;

/**
 * Replaces unchanged trials with an enabled subscription without an end, as in a self-hosted installation.
 *
 * @returns ids of the organizations
 */
export async function pauseTrials(db: Database): Promise<string[]> {
  const rows = await db
    .update(organizations)
    .set({
      subscriptionStatus: 'enabled',
      planId: catalogue.selfHostedPlanId,
      subscriptionEndsAt: null,
      automaticTrialEndsAt: subscriptionEndsAt,
      trialPausedAt: sql`now()`,
    })
    .where(
      and(
        eq(organizations.subscriptionStatus, 'trial'),
        eq(organizations.planId, catalogue.trialPlanId),
        hasNoQuotas,
        sql`(${subscriptionEndsAt} = ${automaticTrialEndsAt} or ${isEarlierTrial})`,
      ),
    )
    .returning({ id: organizations.id });
  return rows.map(({ id }) => id);
}

/**
 * Gives paused trials the days that they had left.
 *
 * @returns ids of the organizations
 */
export async function resumeTrials(db: Database): Promise<string[]> {
  const endsAt = sql`case when ${automaticTrialEndsAt} > ${trialPausedAt}
    then now() + (${automaticTrialEndsAt} - ${trialPausedAt}) else ${automaticTrialEndsAt} end`;
  const rows = await db
    .update(organizations)
    .set({
      subscriptionStatus: 'trial',
      planId: catalogue.trialPlanId,
      subscriptionEndsAt: endsAt,
      automaticTrialEndsAt: endsAt,
      trialPausedAt: null,
    })
    .where(
      and(
        isNotNull(trialPausedAt),
        eq(organizations.subscriptionStatus, 'enabled'),
        eq(organizations.planId, catalogue.selfHostedPlanId),
        isNull(subscriptionEndsAt),
        hasNoQuotas,
      ),
    )
    .returning({ id: organizations.id });
  return rows.map(({ id }) => id);
}
