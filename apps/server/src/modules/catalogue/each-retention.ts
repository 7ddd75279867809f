import type { Retention } from '@parley/contract';
import { asc, gt } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Ask } from '../../platform/queue/clean-up.ts';
import { retentionOf } from './retention.ts';

const organizationsPerPage = 200;

/** Yields one organization after another, with the retention of its plan. */
export async function* eachRetention(
  ask: Ask,
  config: Config,
): AsyncGenerator<Retention & { organizationId: string }> {
  for (let after = ''; ; ) {
    const page = await ask((db) =>
      db
        .select({ id: organizations.id, planId: organizations.planId })
        .from(organizations)
        .where(gt(organizations.id, after))
        .orderBy(asc(organizations.id))
        .limit(organizationsPerPage),
    );
    for (const { id, planId } of page) yield { organizationId: id, ...retentionOf(config, planId) };
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
