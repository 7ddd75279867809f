import { operations as endpoints } from '@parley/contract';
import type { SessionScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Route, route } from '../../platform/http/http.ts';
import { deleteMail, retryMail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { findUser, isOperator } from '../identity/identity.ts';
import { dropDelivery, retryDelivery } from '../monitoring/monitoring.ts';
import { operatedOrganizationsRoutes } from './operated-organizations.routes.ts';
import { readHealth } from './read-health.ts';

export function operationsRoutes(platform: Platform): Route[] {
  const { db, queue, log, config } = platform;

  /**
   * Answers 404 to everybody else, including operators who signed in through an organization's provider.
   */
  async function requireOperator({ actor }: SessionScope): Promise<void> {
    const isOwn = actor.providerOrganizationId === undefined;
    const user = isOwn && (await findUser(db, actor.userId));
    if (user && (await isOperator(db, user, config.operators))) return;
    throw new ApiError('not_found');
  }

  const routes: Route[] = [
    ...operatedOrganizationsRoutes(platform),

    route(endpoints.getHealth, () => readHealth(platform)),

    route(endpoints.retryDeadWork, async ({ scope, params: { kind, deadWorkId: id } }) => {
      const isFound =
        kind === 'mails'
          ? await retryMail(db, queue, id)
          : kind === 'alerts'
            ? await retryDelivery(platform, id)
            : await queue.retryDead(kind, id);
      if (!isFound) throw new ApiError('not_found');
      log.info({ operator: scope.actor.userId, kind, id }, 'Dead work is tried again');
    }),

    route(endpoints.deleteDeadWork, async ({ scope, params: { kind, deadWorkId: id } }) => {
      const isFound =
        kind === 'mails'
          ? await deleteMail(db, id)
          : kind === 'alerts'
            ? await dropDelivery(db, id)
            : await queue.deleteDead(kind, id);
      if (!isFound) throw new ApiError('not_found');
      log.info({ operator: scope.actor.userId, kind, id }, 'Dead work was deleted');
    }),
  ];
  return routes.map((each) => ({ ...each, admit: requireOperator }));
}
