/** The door of the module: suites that run by themselves, and who is told when they fail. */
import type { Route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { alertRoutes } from './alerts.routes.ts';
import { deviceCalendarRoute } from './device-calendar.ts';
import { monitorRoutes } from './monitoring.routes.ts';
import { statusPageRoutes } from './status-page.routes.ts';

export {
  dropDelivery,
  isGivenUp as isDeliveryGivenUp,
  retryDelivery,
  silenceAlerts,
} from './alerts.queries.ts';
export { tellsOfStop } from './follow-stops.ts';
export {
  createCalendar,
  deleteCalendar,
  listCalendars,
  updateCalendar,
} from './manage-calendars.ts';
export { monitoringJobs, monitoringWork } from './monitoring.jobs.ts';
export { planAllAnew } from './monitoring.queries.ts';
export { startMonitoring } from './start-monitoring.ts';
export { countStopped } from './stops.queries.ts';

export function monitoringRoutes(platform: Platform): Route[] {
  return [
    ...monitorRoutes(platform),
    ...alertRoutes(platform),
    ...statusPageRoutes(platform),
    deviceCalendarRoute(platform),
  ];
}
