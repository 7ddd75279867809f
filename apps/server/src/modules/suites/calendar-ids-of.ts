/** The exclusion calendars that a stored configuration names. */
import type { MonitoringConfig } from '@parley/contract';

export function calendarIdsOf(config: MonitoringConfig | null | undefined): string[] {
  const ids = config?.calendarIds;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
