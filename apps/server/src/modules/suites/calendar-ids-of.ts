/** Lists the IDs of the exclusion calendars in a stored configuration. */
import type { MonitoringConfig } from '@parley/contract';

export function calendarIdsOf(config: MonitoringConfig | null | undefined): string[] {
  const ids = config?.calendarIds;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
