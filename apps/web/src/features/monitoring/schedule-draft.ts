/** What the schedule dialog holds while it is open, and the configuration that comes of it. */
import {
  defaultInterval,
  type MonitoringConfig,
  type MonitoringInterval,
  monitoringIntervals,
} from '@parley/contract';

export interface ScheduleDraft {
  kind: 'interval' | 'custom';
  everyMinutes: MonitoringInterval;
  cron: string;
  timeZone: string;
  calendarIds: string[];
  retries: number;
  /** An alert opens when `failures` of the last `of` runs failed. */
  failures: number;
  of: number;
}

export function openDraft(config: MonitoringConfig | null): ScheduleDraft {
  const cron = config?.cron ?? '';
  return {
    kind: cron === '' ? 'interval' : 'custom',
    everyMinutes:
      monitoringIntervals.find((known) => known === config?.everyMinutes) ?? defaultInterval,
    cron: cron || '0 9 * * 1-5',
    timeZone: config?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    calendarIds: config?.calendarIds ?? [],
    retries: config?.retries ?? 0,
    failures: config?.alertWhen?.failures ?? 1,
    of: config?.alertWhen?.of ?? 1,
  };
}

/** Keeps what the dialog does not know. */
export function closeDraft(
  before: MonitoringConfig | null,
  draft: ScheduleDraft,
): MonitoringConfig {
  const { kind, everyMinutes, calendarIds, retries, failures, of } = draft;
  const { cron: _cron, timeZone: _zone, ...rest } = before ?? {};
  return {
    ...rest,
    everyMinutes,
    ...(kind === 'custom' && { cron: draft.cron.trim(), timeZone: draft.timeZone.trim() }),
    calendarIds,
    retries,
    alertWhen: { failures: Math.min(failures, of), of },
  };
}
