import { operations as endpoints } from '@parley/contract';
import type { SessionScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UsageSources } from '../billing/billing.ts';
import { findUser, isOperator } from '../identity/identity.ts';
import { operatedOrganizationsRoutes } from './operated-organizations.routes.ts';
import { readHealth, waitingWork } from './read-health.ts';

export function operationsRoutes(platform: Platform, usage: UsageSources): Route[] {
  const { db, queue, log, config } = platform;

  /**
   * Responds with 404 unless the caller is an operator. Operators who signed in through an organization's provider do not
   * count.
   */
  async function requireOperator({ actor }: SessionScope): Promise<void> {
    const isOwn = actor.providerOrganizationId === undefined;
    const user = isOwn && (await findUser(db, actor.userId));
    if (user && (await isOperator(db, user, config.operators))) return;
    throw new ApiError('not_found');
  }

  /** Returns the access to given-up work of a kind; undefined for jobs, which the queue itself keeps. */
  const deadWorkOf = (kind: string) => waitingWork.find((each) => each.kind === kind)?.dead;

  const routes: Route[] = [
    ...operatedOrganizationsRoutes(platform, usage),

    route(endpoints.getHealth, () => readHealth(platform)),

    route(endpoints.retryDeadWork, async ({ scope, params: { kind, deadWorkId: id } }) => {
      const dead = deadWorkOf(kind);
      const isFound = dead ? await dead.retry(platform, id) : await queue.retryDead(kind, id);
      if (!isFound) throw new ApiError('not_found');
      log.info({ operator: scope.actor.userId, kind, id }, 'Dead work is tried again');
    }),

    route(endpoints.deleteDeadWork, async ({ scope, params: { kind, deadWorkId: id } }) => {
      const dead = deadWorkOf(kind);
      const isFound = dead ? await dead.remove(db, id) : await queue.deleteDead(kind, id);
      if (!isFound) throw new ApiError('not_found');
      log.info({ operator: scope.actor.userId, kind, id }, 'Dead work was deleted');
    }),
  ];
  return routes.map((each) => ({ ...each, admit: requireOperator }));
}
