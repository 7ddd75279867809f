/** Routes for verifying an email address with an emailed link. */
import { identity as contract } from '@parley/contract';
import { inTransaction } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canonicalEmail } from './canonical-email.ts';
import { findUser, proveEmail } from './identity.queries.ts';
import { ownsEmail } from './owns-email.ts';
import { sendVerificationEmail } from './send-verification-email.ts';
import { spendVerificationToken } from './verification-token.ts';

export function emailVerificationRoutes(platform: Platform): Route[] {
  return [
    route(contract.sendVerificationEmail, async ({ scope }) => {
      const user = await findUser(scope.db, scope.actor.userId);
      if (!user) throw new ApiError('not_found');
      if (ownsEmail(user)) return { status: 'already_verified' as const };
      await inTransaction(scope, ({ db }) =>
        sendVerificationEmail(platform, db, { userId: user.id, email: user.email }),
      );
      return { status: 'sent' as const };
    }),

    route(contract.verifyEmail, async ({ scope, query, body }) => {
      await scope.db.transaction(async (db) => {
        const verified = await spendVerificationToken(db, body.token);
        if (!verified || verified.email !== canonicalEmail(query.email))
          throw new ApiError('invalid_token');
        await proveEmail(db, verified.userId);
      });
      return undefined;
    }),
  ];
}
