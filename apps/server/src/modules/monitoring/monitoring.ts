/** Public API of the module: scheduled runs of suites, and alerts when they fail. */
import type { Route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { alertRoutes } from './alerts/alerts.routes.ts';
import { incidentRoutes } from './alerts/incidents.routes.ts';
import { monitorRoutes } from './monitoring.routes.ts';
import { deviceCalendarRoute } from './schedule/device-calendar.ts';
import { statusPageRoutes } from './status-page/status-page.routes.ts';

export { resealTargets as resealAlertChannels } from './alerts/alert-target.ts';
export { forgetAlertsOf, silenceAlerts } from './alerts/alerts.queries.ts';
export { type IncidentEvent, incidentChanged } from './alerts/incident-events.ts';
export { presentForPrograms } from './alerts/present-incident.ts';
export { waitingDeliveries } from './alerts/waiting-deliveries.ts';
export {
  type IncidentCare,
  listMonitorStandings,
  type MonitorStanding,
  type OpenIncident,
} from './monitor-standings.ts';
export { monitoringJobs, monitoringWork } from './monitoring.jobs.ts';
export {
  createCalendar,
  deleteCalendar,
  listCalendars,
  updateCalendar,
} from './schedule/manage-calendars.ts';
export {
  countLateSlots,
  insertNewMonitors,
  planAllAnew,
  useSlots,
} from './schedule/monitoring.queries.ts';
export { tellsOfStop } from './slots/follow-stops.ts';
export { monitoringConsumers, startMonitoring } from './start-monitoring.ts';
export { listStoppedMonitors } from './stops/stopped-monitors.queries.ts';
export { countStopped } from './stops/stops.queries.ts';

export function monitoringRoutes(platform: Platform): Route[] {
  return [
    ...monitorRoutes(platform),
    ...alertRoutes(platform),
    ...incidentRoutes(platform),
    ...statusPageRoutes(platform),
    deviceCalendarRoute(platform),
  ];
}
