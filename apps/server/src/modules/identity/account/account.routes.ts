/** Account functions other than signing in: sessions, email preferences, deletion and export. */
import { account as contract } from '@parley/contract';
import { endRunSharesBy } from '../../../db/end-run-shares.ts';
import { inTransaction } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { refuseProvider } from '../../../platform/http/access.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordAudit } from '../../audit/audit.ts';
import { type FindProof, requireProof } from '../sessions/recent-proof.ts';
import { deleteApiKeys, findUser } from '../users/identity.queries.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import {
  endAllSessions,
  endSession,
  listSessions,
  listStored,
  previewDeletion,
} from './account.queries.ts';
import type { AccountExports } from './account-exports.ts';
import { presentUser } from './identity.routes.ts';
import {
  findMailPreferences,
  readUnsubscribeToken,
  switchOff,
  writeMailPreferences,
} from './mail-preferences.ts';

export function accountRoutes(
  { config }: Platform,
  findProof: FindProof,
  exports: AccountExports,
): Route[] {
  return [
    route(contract.listSessions, ({ scope }) => listSessions(scope)),

    route(contract.endSession, async ({ scope, params }) => {
      if (!(await endSession(scope, params.sessionId))) throw new ApiError('not_found');
      return undefined;
    }),

    route(contract.endAllSessions, async ({ scope }) => {
      // Firebase manages its sessions itself and can only end all of a user's sessions.
      if (scope.actor.sessionId === undefined) refuseProvider(scope.actor);
      await endAllSessions(scope);
      return undefined;
    }),

    route(contract.revokeOwnApiKeys, ({ scope }) =>
      inTransaction(scope, async ({ db, actor }) => {
        for (const { organizationId, name } of await deleteApiKeys(
          db,
          actor.userId,
          actor.providerOrganizationId,
        )) {
          await recordAudit(
            { db, actor, organizationId },
            { action: 'api-key.revoked', target: name },
          );
        }
        return undefined;
      }),
    ),

    route(contract.endOwnRunShares, ({ scope }) =>
      inTransaction(scope, async ({ db, actor }) => {
        const { userId, providerOrganizationId } = actor;
        for (const share of await endRunSharesBy(db, userId, providerOrganizationId)) {
          await recordAudit(
            { db, actor, organizationId: share.organizationId },
            { action: 'run.share-ended', target: share.suiteName },
          );
        }
        return undefined;
      }),
    ),

    route(contract.previewDeletion, ({ scope }) => {
      refuseProvider(scope.actor);
      return previewDeletion(scope);
    }),

    route(contract.getMailPreferences, async ({ scope }) => {
      await requireOwnEmail(scope);
      return findMailPreferences(scope.db, scope.actor.email);
    }),

    route(contract.setMailPreferences, async ({ scope, body }) => {
      refuseProvider(scope.actor);
      await requireOwnEmail(scope);
      await writeMailPreferences(scope.db, scope.actor.email, body);
      return findMailPreferences(scope.db, scope.actor.email);
    }),

    route(contract.readUnsubscription, ({ query }) =>
      readUnsubscribeToken(config.secret, query.token),
    ),

    route(contract.unsubscribe, async ({ scope, body }) => {
      await switchOff(scope.db, readUnsubscribeToken(config.secret, body.token));
      return undefined;
    }),

    route(contract.getProof, ({ scope, request }) => findProof(scope, request)),

    route(contract.exportAccount, async ({ scope, request }) => {
      refuseProvider(scope.actor);
      await requireProof(findProof, scope, request);
      const user = found(await findUser(scope.db, scope.actor.userId));
      return {
        exportedAt: new Date().toISOString(),
        profile: { ...(await presentUser(scope, config, user)), newsletter: user.newsletter },
        sessions: await listSessions(scope),
        ...(await listStored(scope.db, exports, user.id)),
      };
    }),
  ];
}
