/** Public API of the module: the API for programs, which offers what the dashboard does. */
import type { Route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UsageSources } from '../billing/billing.ts';
import { calendarsApiRoutes } from './calendars-api.routes.ts';
import { devicesApiRoutes } from './devices-api.routes.ts';
import { environmentsApiRoutes } from './environments-api.routes.ts';
import { monitorsApiRoutes } from './monitors-api.routes.ts';
import { projectsApiRoutes } from './projects-api.routes.ts';
import { recordingsApiRoutes } from './recordings-api.routes.ts';
import { runsApiRoutes } from './runs-api.routes.ts';
import { standingsApiRoutes } from './standings-api.routes.ts';
import { suitesApiRoutes } from './suites-api.routes.ts';
import { usageApiRoutes } from './usage-api.routes.ts';
import { webhooksApiRoutes } from './webhooks-api.routes.ts';

export { mountMcp } from './mcp-edge.ts';

export function publicApiRoutes(platform: Platform, sources: UsageSources): Route[] {
  return [
    ...projectsApiRoutes(),
    ...environmentsApiRoutes(platform),
    ...recordingsApiRoutes(),
    ...devicesApiRoutes(),
    ...suitesApiRoutes(platform),
    ...runsApiRoutes(platform),
    ...standingsApiRoutes(platform),
    ...monitorsApiRoutes(),
    ...calendarsApiRoutes(),
    ...webhooksApiRoutes(platform),
    ...usageApiRoutes(sources),
  ];
}
