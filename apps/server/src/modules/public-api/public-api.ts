/** The door of the module: the public API, by which programs do what members do in the dashboard. */
import type { Route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { calendarsApiRoutes } from './calendars-api.routes.ts';
import { devicesApiRoutes } from './devices-api.routes.ts';
import { monitorsApiRoutes } from './monitors-api.routes.ts';
import { projectsApiRoutes } from './projects-api.routes.ts';
import { runsApiRoutes } from './runs-api.routes.ts';
import { suitesApiRoutes } from './suites-api.routes.ts';
import { usageApiRoutes } from './usage-api.routes.ts';

export function publicApiRoutes(platform: Platform): Route[] {
  return [
    ...projectsApiRoutes(),
    ...devicesApiRoutes(),
    ...suitesApiRoutes(platform),
    ...runsApiRoutes(platform),
    ...monitorsApiRoutes(),
    ...calendarsApiRoutes(),
    ...usageApiRoutes(),
  ];
}
