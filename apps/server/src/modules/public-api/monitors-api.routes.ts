import { publicApi as endpoints, type PublicMonitor } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import { changeMonitor, findSuite, type SuiteSummaryRow } from '../suites/suites.ts';
import { pageSuites } from './page-suites.ts';

export function monitorsApiRoutes(): Route[] {
  return [
    route(endpoints.readMonitors, async ({ scope, query }) => {
      const { rows, nextCursor } = await pageSuites(scope, { isMonitoring: true }, query);
      return { items: rows.map(presentMonitor), nextCursor };
    }),

    route(endpoints.readMonitor, async ({ scope, params }) =>
      presentMonitor(found(await findSuite(scope, params.suiteId))),
    ),

    route(endpoints.writeMonitor, async ({ scope, params, body }) =>
      presentMonitor(await changeMonitor(scope, params.suiteId, body)),
    ),
  ];
}

function presentMonitor({
  id,
  name,
  projectId,
  isMonitoring,
  monitoringConfig,
}: SuiteSummaryRow): PublicMonitor {
  return { suiteId: id, suiteName: name, projectId, isMonitoring, schedule: monitoringConfig };
}
