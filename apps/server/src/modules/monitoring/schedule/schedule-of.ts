import { ApiError } from '../../../platform/errors/api-error.ts';
import { readSchedule, type Schedule, type SuiteRow } from '../../suites/suites.ts';

/** Returns the schedule of a monitored suite; undefined if its stored configuration is no longer valid. */
export function scheduleOf({
  monitoringConfig,
  id,
}: Pick<SuiteRow, 'monitoringConfig' | 'id'>): Schedule | undefined {
  try {
    return readSchedule(monitoringConfig, id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
