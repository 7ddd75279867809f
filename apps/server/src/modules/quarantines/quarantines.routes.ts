import { quarantines as endpoints } from '@parley/contract';
import { inTransaction } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { findSuite, readSuiteBeforehand } from '../suites/suites.ts';
import { beginQuarantine } from './begin-quarantine.ts';
import { presentQuarantine } from './present-quarantine.ts';
import { endInForce, listNewest } from './quarantines.queries.ts';

/** Maximum number of quarantines to list, newest first. Older ones remain in the audit log until its retention ends. */
const listedMax = 200;

export function quarantinesRoutes({ pool }: Platform): Route[] {
  return [
    route(endpoints.listQuarantines, async ({ scope, params }) => {
      const { id } = found(await findSuite(scope, params.suiteId));
      return { items: (await listNewest(scope, id, listedMax)).map(presentQuarantine) };
    }),

    preparedRoute(
      endpoints.beginQuarantine,
      ({ scope, params }) => readSuiteBeforehand(pool, scope, params.suiteId),
      async ({ scope, params, body }) =>
        presentQuarantine(await beginQuarantine(scope, params.suiteId, body)),
    ),

    route(endpoints.endQuarantine, ({ scope, params }) =>
      inTransaction(scope, async (inside) => {
        const suite = found(await findSuite(inside, params.suiteId));
        const ended = found(await endInForce(inside, suite.id, params.quarantineId));
        const target = `${suite.name}: ${ended.testName}`;
        await recordAudit(inside, { action: 'quarantine.ended', target });
      }),
    ),
  ];
}
