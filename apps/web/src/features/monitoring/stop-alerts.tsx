import { useQuery } from '@tanstack/react-query';
import { monitoringStopsQuery } from '#/features/billing/billing.queries.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';

/** Explains why monitored suites are not running, since when, and what to do. */
export function StopAlerts() {
  const { data: stops = [] } = useQuery(monitoringStopsQuery(useScope()));
  return stops.map(({ reason, since, message, hint, monitors }) => (
    <Alert key={reason} tone="danger" title={titleOf(monitors)}>
      {message} {since && `Stopped since ${formatDateTime(since)}. `}
      {hint} Monitoring then resumes automatically.
    </Alert>
  ));
}

function titleOf(monitors: number): string {
  return monitors === 1
    ? '1 monitored test suite does not run'
    : `${monitors.toLocaleString('en')} monitored test suites do not run`;
}
