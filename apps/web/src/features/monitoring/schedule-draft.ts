/** Draft of the schedule dialog, and the configuration that results from it. */
import {
  defaultInterval,
  type MonitoringConfig,
  type MonitoringInterval,
  monitoringIntervals,
} from '@parley/contract';
import { viewerTimeZone } from '#/lib/time-zone.ts';

export interface ScheduleDraft {
  kind: 'interval' | 'custom';
  everyMinutes: MonitoringInterval;
  cron: string;
  timeZone: string;
  calendarIds: string[];
  /** Name of the environment to run in; empty for none. */
  environment: string;
  /** Number of tries of each test: as the suite says, a single try, or several. */
  tries: 'suite' | 'single' | 'repeated';
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
    timeZone: config?.timeZone || (cron === '' ? viewerTimeZone() : 'UTC'),
    calendarIds: config?.calendarIds ?? [],
    environment: config?.environment ?? '',
    tries: triesIn(config),
    retries: config?.retries ?? 0,
    failures: config?.alertWhen?.failures ?? 1,
    of: config?.alertWhen?.of ?? 1,
  };
}

function triesIn(config: MonitoringConfig | null): ScheduleDraft['tries'] {
  if (!config?.repeat) return 'suite';
  return config.repeat.maxTries === 1 ? 'single' : 'repeated';
}

/** Keeps a `repeat` setting that the dialog does not offer. */
function repeatOf(
  before: MonitoringConfig | null,
  tries: ScheduleDraft['tries'],
): Pick<MonitoringConfig, 'repeat'> {
  if (tries === 'suite') return {};
  if (before?.repeat && triesIn(before) === tries) return { repeat: before.repeat };
  return { repeat: { maxTries: tries === 'single' ? 1 : 50 } };
}

/** Adds or removes a calendar. Also drops deleted calendars, because they would count toward the limit of ten. */
export function withCalendar(
  chosen: readonly string[],
  { id, isChosen }: { id: string; isChosen: boolean },
  known: readonly string[],
): string[] {
  return known.filter((each) => (each === id ? isChosen : chosen.includes(each)));
}

/** @returns true if the custom schedule is unchanged, so it can stay without a subscription */
export function keepsCustom(before: MonitoringConfig | null, draft: ScheduleDraft): boolean {
  const { kind, cron, timeZone } = openDraft(before);
  const isSame = draft.cron.trim() === cron.trim() && draft.timeZone.trim() === timeZone;
  return kind === 'custom' && draft.kind === 'custom' && isSame;
}

/** Fields of a custom schedule that are set. */
const customOf = (config: MonitoringConfig | null) => ({
  ...(config?.cron !== undefined && { cron: config.cron }),
  ...(config?.timeZone !== undefined && { timeZone: config.timeZone }),
});

/** Creates the configuration from the draft. Keeps settings that the dialog does not show. */
export function closeDraft(
  before: MonitoringConfig | null,
  draft: ScheduleDraft,
): MonitoringConfig {
  const { kind, everyMinutes, calendarIds, environment, tries, retries, failures, of } = draft;
  const { cron: _cron, timeZone: _zone, environment: _environment, ...others } = before ?? {};
  const { repeat: _repeat, ...rest } = others;
  const custom = { cron: draft.cron.trim(), timeZone: draft.timeZone.trim() };
  return {
    ...rest,
    ...(keepsCustom(before, draft) ? customOf(before) : kind === 'custom' && custom),
    everyMinutes,
    calendarIds,
    ...(environment && { environment }),
    ...repeatOf(before, tries),
    retries,
    alertWhen: { failures: Math.min(failures, of), of },
  };
}
