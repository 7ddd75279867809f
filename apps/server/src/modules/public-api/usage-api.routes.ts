import { publicApi as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http.ts';
import { countUsage } from '../organizations/organizations.ts';

export function usageApiRoutes(): Route[] {
  return [
    route(endpoints.readUsage, async ({ scope }) => {
      const now = new Date();
      const periodStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
      const { testRuns, projects, testSuites } = await countUsage(scope, periodStart);
      return { periodStart: periodStart.toISOString(), testRuns, projects, testSuites };
    }),
  ];
}
