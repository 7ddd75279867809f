import type { MonitoringConfig } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { chooseEnvironment } from '../environments/environments.ts';
import type { SuiteRow } from './suites.queries.ts';

/** Refuses a schedule for an environment that the project does not have, unless the schedule names it already. */
export async function requireEnvironment(
  scope: Scope,
  { projectId, monitoringConfig }: Pick<SuiteRow, 'projectId' | 'monitoringConfig'>,
  wanted: MonitoringConfig | null | undefined,
): Promise<void> {
  const name = wanted?.environment;
  if (!name || name === monitoringConfig?.environment) return;
  try {
    await chooseEnvironment(scope, projectId, name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems = [{ path: 'monitoringConfig.environment', message: error.message }];
    throw new ApiError('schedule_invalid', {
      message: error.message,
      ...(error.hint && { hint: error.hint }),
      problems,
    });
  }
}
