import { publicApi as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import {
  createCalendar,
  deleteCalendar,
  listCalendars,
  updateCalendar,
} from '../monitoring/monitoring.ts';

export function calendarsApiRoutes(): Route[] {
  return [
    route(endpoints.readCalendars, ({ scope }) => listCalendars(scope)),

    route(endpoints.addCalendar, ({ scope, body }) => createCalendar(scope, body)),

    route(endpoints.writeCalendar, ({ scope, params, body }) =>
      updateCalendar(scope, params.calendarId, body),
    ),

    route(endpoints.removeCalendar, ({ scope, params }) =>
      deleteCalendar(scope, params.calendarId),
    ),
  ];
}
