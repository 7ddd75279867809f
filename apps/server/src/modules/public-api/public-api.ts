/** Public API of the module: the HTTP API for programs. */
import { forPrograms } from '@parley/contract';
import type { Route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UsageSources } from '../billing/billing.ts';
import { calendarsApiRoutes } from './calendars-api.routes.ts';
import { devicesApiRoutes } from './devices-api.routes.ts';
import { environmentsApiRoutes } from './environments-api.routes.ts';
import { monitorsApiRoutes } from './monitors-api.routes.ts';
import { projectsApiRoutes } from './projects-api.routes.ts';
import { runsApiRoutes } from './runs-api.routes.ts';
import { standingsApiRoutes } from './standings-api.routes.ts';
import { suitesApiRoutes } from './suites-api.routes.ts';
import { usageApiRoutes } from './usage-api.routes.ts';

export { mountMcp } from './mcp-edge.ts';

export function publicApiRoutes(platform: Platform, sources: UsageSources): Route[] {
  return [
    ...projectsApiRoutes(),
    ...environmentsApiRoutes(platform),
    ...devicesApiRoutes(),
    ...suitesApiRoutes(platform),
    ...runsApiRoutes(platform),
    ...standingsApiRoutes(platform),
    ...monitorsApiRoutes(),
    ...calendarsApiRoutes(),
    ...usageApiRoutes(sources),
  ];
}

/** Returns the routes of the dashboard that programs can call too, with the same handlers. */
export function offeredRoutes(routes: readonly Route[]): Route[] {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]));
  return Object.values(forPrograms).map((endpoint): Route => {
    const route = byEndpoint.get(endpoint.original);
    if (route === undefined) throw new Error(`Nothing answers ${endpoint.operationId}`);
    return { ...route, endpoint };
  });
}
