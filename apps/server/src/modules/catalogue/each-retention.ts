import type { Retention } from '@parley/contract';
import { asc, gt } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';
import type { Platform } from '../../platform/platform.ts';
import { retentionOf } from './retention.ts';

const organizationsPerPage = 200;

/** One organization after the other, with what its plan keeps; ends early when it is told to stop. */
export async function* eachRetention(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  signal: AbortSignal,
): AsyncGenerator<Retention & { organizationId: string }> {
  for (let after = ''; ; ) {
    const page = await db
      .select({ id: organizations.id, planId: organizations.planId })
      .from(organizations)
      .where(gt(organizations.id, after))
      .orderBy(asc(organizations.id))
      .limit(organizationsPerPage);
    for (const { id, planId } of page) {
      if (signal.aborted) return;
      yield { organizationId: id, ...retentionOf(config, planId) };
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
