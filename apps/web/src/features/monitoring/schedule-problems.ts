import { ApiRequestError } from '#/lib/api.ts';

const fields = ['cron', 'timeZone', 'calendarIds', 'environment'] as const;

export type ScheduleProblems = Partial<Record<(typeof fields)[number], string>>;

/**
 * Maps the server's problems with a schedule to fields of the dialog. Paths start with `config` in a preview, with
 * `monitoringConfig` when saving the suite, and with the field itself if the schedule is refused.
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
