import {
  statusPages as contract,
  hasCustomSchedule,
  type StatusPage,
  type StatusPageSettings,
} from '@parley/contract';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { found as foundOr404 } from '../../../platform/errors/found.ts';
import { stopReasonOf } from '../stops/stop-reason-of.ts';
import { readStopFacts, type StopFacts } from '../stops/stops.queries.ts';
import { type FoundSuite, listIncidents, listMonitoredDays } from './status-page.queries.ts';

type ShownSuite = StatusPage['suites'][number];
type DayState = ShownSuite['days'][number]['state'];

interface DayRuns {
  passed: number;
  failed: number;
}

const dayMs = 86_400_000;

/**
 * Presents a status page: names chosen by the organization, states and times. It contains nothing about conversations or bots'
 * addresses.
 */
export async function presentStatusPage(
  scope: WorkScope,
  page: Pick<StatusPageSettings, 'title' | 'isListed' | 'suites'>,
  found: FoundSuite[],
): Promise<StatusPage> {
  const now = new Date();
  const shown = new Map(found.map((suite) => [suite.id, suite]));
  const ids = [...shown.keys()];
  const labels = new Map(page.suites.map(({ suiteId, label }) => [suiteId, label]));
  const incidents = await listIncidents(scope, ids);
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const failing = new Set(open.map(({ suiteId }) => suiteId));
  const facts = foundOr404((await readStopFacts(scope.db, scope.organizationId))[0]);
  const runs = Map.groupBy(await listMonitoredDays(scope, ids), ({ suiteId }) => suiteId);
  return {
    title: page.title,
    isListed: page.isListed,
    readAt: now.toISOString(),
    suites: page.suites.flatMap(({ suiteId, label }) => {
      const suite = shown.get(suiteId);
      if (suite === undefined) return [];
      const byDay = addUp(runs.get(suiteId) ?? []);
      const stop = stopOf(suite, facts);
      const state = stateOf(suite, stop !== undefined, failing.has(suiteId));
      const stoppedSince = state === 'stopped' ? (stop?.since?.toISOString() ?? null) : null;
      const days = lastDays(now).map((day) => ({ day, state: stateOfDay(byDay.get(day)) }));
      return [{ label, state, stoppedSince, passedShare: shareOf([...byDay.values()]), days }];
    }),
    incidents: incidents.map(({ suiteId, openedAt, resolvedAt }) => ({
      label: labels.get(suiteId ?? '') ?? '',
      openedAt: openedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
    })),
  };
}

/** Returns since when checks have been stopped, but not why: visitors must not learn about the organization's plan. */
function stopOf({ platform, config }: FoundSuite, { terms, usedUp, open }: StopFacts) {
  const kind = { platform, isCustom: hasCustomSchedule(config) };
  const reason = stopReasonOf(kind, terms, usedUp);
  if (reason === undefined) return undefined;
  return { since: open.find((row) => row.reason === reason)?.stoppedAt ?? null };
}

/**
 * Derives the state that is shown. While checks are stopped, the state is `stopped` even with an open incident, because the
 * failure may be over by now.
 */
function stateOf(suite: FoundSuite, isStopped: boolean, isFailing: boolean): ShownSuite['state'] {
  if (!suite.isMonitoring || suite.isPaused) return 'paused';
  if (isStopped) return 'stopped';
  if (isFailing) return 'down';
  return suite.isChecked ? 'up' : 'unknown';
}

/** Counts runs by day. Ignores cancelled and interrupted runs, which say nothing about the bot. */
function addUp(rows: { day: string; outcome: string; runs: number }[]): Map<string, DayRuns> {
  const days = new Map<string, DayRuns>();
  for (const { day, outcome, runs } of rows) {
    const sum = days.get(day) ?? { passed: 0, failed: 0 };
    if (outcome === 'passed') sum.passed += runs;
    else if (outcome === 'failed' || outcome === 'error') sum.failed += runs;
    if (sum.passed + sum.failed > 0) days.set(day, sum);
  }
  return days;
}

function stateOfDay(runs: DayRuns | undefined): DayState {
  if (runs === undefined) return 'none';
  if (runs.failed === 0) return 'passed';
  return runs.passed === 0 ? 'failed' : 'partly';
}

function shareOf(days: DayRuns[]): number | null {
  const passed = days.reduce((sum, day) => sum + day.passed, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return passed + failed === 0 ? null : passed / (passed + failed);
}

function lastDays(now: Date): string[] {
  return Array.from({ length: contract.statusDays }, (_, index) => {
    const ago = contract.statusDays - 1 - index;
    return new Date(now.getTime() - ago * dayMs).toISOString().slice(0, 10);
  });
}
