import { createHash } from 'node:crypto';
import { runShares as endpoints, type RunShare } from '@parley/contract';
import { inTransaction } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { type Route, route, WrittenJson } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newId, newSecret } from '../../../platform/security/ids.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findUser } from '../../identity/identity.ts';
import { findRun, lockRun } from '../log/runs.queries.ts';
import {
  deleteShare,
  insertShare,
  listShares,
  openShare,
  type RunShareRow,
} from './run-shares.queries.ts';
import { openSharedRunViews } from './shared-run-views.ts';

export function runSharesRoutes({ config, db, pool }: Platform): Route[] {
  const views = openSharedRunViews(db, pool);
  return [
    route(endpoints.listRunShares, async ({ scope, params }) => {
      const run = found(await findRun(scope, params.runId));
      return (await listShares(scope, run.id)).map(presentShare);
    }),

    route(endpoints.shareRun, ({ scope, params, body }) =>
      inTransaction(scope, async (inside) => {
        const run = found(await lockRun(inside, params.runId));
        if ((await listShares(inside, run.id)).length >= endpoints.sharesMax)
          throw new ApiError('limit_reached', { hint: 'Revoke a link that is no longer needed.' });
        const user = await findUser(inside.db, inside.actor.userId);
        const token = newSecret();
        const share = await insertShare(inside, {
          id: newId(),
          runId: run.id,
          tokenHash: hashOf(token),
          createdByName: user?.name ?? '',
          days: body.days,
        });
        const detail = `for ${body.days} ${body.days === 1 ? 'day' : 'days'}`;
        await recordAudit(inside, { action: 'run.shared', target: run.suiteName, detail });
        // The token follows the #, so that no server or log on the way ever sees it.
        return { share: presentShare(share), url: `${config.publicUrl}/shared/run#${token}` };
      }),
    ),

    route(endpoints.endRunShare, ({ scope, params }) =>
      inTransaction(scope, async (inside) => {
        const run = found(await findRun(inside, params.runId));
        if (!(await deleteShare(inside, run.id, params.shareId))) throw new ApiError('not_found');
        await recordAudit(inside, { action: 'run.share-ended', target: run.suiteName });
      }),
    ),

    route(endpoints.readSharedRun, async ({ scope, body, reply }) => {
      const opened = await openShare(scope.db, hashOf(body.token));
      if (opened === undefined) throw new ApiError('invalid_token');
      const [begin = Buffer.from('{}'), ...rest] = await views.read(opened.run);
      void reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
      const expiresAt = JSON.stringify(opened.expiresAt);
      return new WrittenJson(`{"expiresAt":${expiresAt},`, begin.subarray(1), ...rest);
    }),
  ];
}

function presentShare(row: RunShareRow): RunShare {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    createdBy: row.createdByName,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
