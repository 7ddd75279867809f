/** The door of the module: suites that run by themselves, and who is told when they fail. */
import type { Route } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { alertRoutes } from './alerts.routes.ts';
import { deviceCalendarRoute } from './device-calendar.ts';
import { monitorRoutes } from './monitoring.routes.ts';

export { startMonitoring } from './start-monitoring.ts';

export function monitoringRoutes(platform: Platform): Route[] {
  return [...monitorRoutes(), ...alertRoutes(platform), deviceCalendarRoute()];
}
