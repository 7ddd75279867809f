import { ApiRequestError } from '#/lib/api.ts';

const fields = ['cron', 'timeZone', 'calendarIds', 'environment'] as const;

export type ScheduleProblems = Partial<Record<(typeof fields)[number], string>>;

/**
 * Problems of a schedule from the server, by field of the dialog: in the preview its `config`, in a
 * change the suite's `monitoringConfig`, and in a refused schedule the schedule itself.
 */
export function scheduleProblems(error: unknown): ScheduleProblems {
  const problems = error instanceof ApiRequestError ? error.problems : [];
  const found: ScheduleProblems = {};
  for (const { path = '', message } of problems) {
    const [name] = path.replace(/^(config|monitoringConfig)\./, '').split('.');
    const field = fields.find((known) => known === name);
    if (field) found[field] ??= message;
  }
  return found;
}
