import { ApiError } from '../../../platform/errors/api-error.ts';
import { readSchedule, type Schedule, type SuiteRow } from '../../suites/suites.ts';

/** Undefined where the stored configuration can't be followed any more. */
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
