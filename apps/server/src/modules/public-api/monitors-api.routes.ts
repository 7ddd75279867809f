import { publicApi as endpoints, type PublicMonitor } from '@parley/contract';
import { found } from '../../platform/found.ts';
import { type Route, route } from '../../platform/http.ts';
import { findSuite, type SuiteSummaryRow, switchMonitoring } from '../suites/suites.ts';
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

    route(endpoints.switchMonitor, async ({ scope, params, body }) =>
      presentMonitor(await switchMonitoring(scope, params.suiteId, body.isMonitoring)),
    ),
  ];
}

function presentMonitor({
  id,
  name,
  projectId,
  isMonitoring,
}: Pick<SuiteSummaryRow, 'id' | 'name' | 'projectId' | 'isMonitoring'>): PublicMonitor {
  return { suiteId: id, suiteName: name, projectId, isMonitoring };
}
