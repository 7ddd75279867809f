import type { SuiteStanding, SuiteState } from '@parley/contract';
import { suiteStates } from '@parley/contract';
import { readCounts, shownStatus } from '@parley/suite';
import type { Edition } from '../../platform/config/edition.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { listMonitorStandings, type MonitorStanding } from '../monitoring/monitoring.ts';
import {
  type FailureFacts,
  listFailuresOfRuns,
  listLatestRuns,
  listSuites,
  listTestsOfRuns,
  type RunFacts,
  type SuiteFacts,
  type TestFacts,
} from './overview.queries.ts';
import { currentRuns, type Standing, standingOf } from './suite-standing.ts';

/** A suite in one environment with one virtual device: the unit that is compared with itself over time. */
export interface Place {
  suite: SuiteFacts;
  environment: string | null;
  /** Newest first. */
  runs: RunFacts[];
  standing: Standing;
  /** Newest complete run from before the window of changes, with its tests. */
  before: { run: RunFacts; tests: TestFacts[] } | undefined;
}

export interface Standings {
  suites: SuiteFacts[];
  places: Place[];
  monitors: Map<string, MonitorStanding>;
  failures: Map<string, FailureFacts[]>;
}

/** Window in milliseconds for which changes are reported. */
export const changesMs = 24 * 3_600_000;

export async function readStandings(
  scope: Scope,
  edition: Edition,
  { withBefore }: { withBefore: boolean },
): Promise<Standings> {
  const suites = await listSuites(scope);
  const bySuite = new Map(suites.map((suite) => [suite.id, suite]));
  const monitors = await listMonitorStandings(scope, edition);
  const groups = [
    ...Map.groupBy(await listLatestRuns(scope), (run) =>
      JSON.stringify([run.suiteId, run.environment, run.deviceId]),
    ).values(),
  ];
  const beforeOf = new Map(groups.map((runs) => [runs, withBefore ? runBefore(runs) : undefined]));
  const wanted = groups.flatMap((runs) => [...currentRuns(runs), ...(beforeOf.get(runs) ?? [])]);
  const testsOf = Map.groupBy(
    await listTestsOfRuns(scope, [...new Set(wanted.map(({ id }) => id))]),
    ({ runId }) => runId,
  );
  const bad = groups.flatMap((runs) =>
    currentRuns(runs).filter(({ status }) => status !== 'passed'),
  );
  const ofIncidents = monitors.flatMap(({ incident }) => incident?.runId ?? []);
  const failures = Map.groupBy(
    await listFailuresOfRuns(scope, [...new Set([...bad.map(({ id }) => id), ...ofIncidents])]),
    ({ runId }) => runId,
  );
  const classOfRun = (runId: string) =>
    failures.get(runId)?.find(({ testName }) => testName === null)?.failureClass;
  const places = groups.flatMap((runs) => {
    const [newest] = runs;
    const suite = newest && bySuite.get(newest.suiteId);
    if (!suite || !newest) return [];
    const [old] = beforeOf.get(runs) ?? [];
    return {
      suite,
      environment: newest.environment,
      runs,
      standing: standingOf(runs, testsOf, classOfRun),
      before: old && { run: old, tests: testsOf.get(old.id) ?? [] },
    };
  });
  return {
    suites,
    places,
    failures,
    monitors: new Map(monitors.map((monitor) => [monitor.suiteId, monitor])),
  };
}

function runBefore(runs: RunFacts[]): RunFacts[] | undefined {
  const start = Date.now() - changesMs;
  const old = runs.find(
    ({ at, isWhole, status, isOverridden }) =>
      at.getTime() < start && isWhole && status !== 'interrupted' && !isOverridden,
  );
  return old && [old];
}

/** Finds the place with the worst state. */
function worstOf(places: Place[]): Place | undefined {
  return [...places].sort((a, b) => rankOf(a.standing.state) - rankOf(b.standing.state))[0];
}

/** Ranks states as in `suiteStates`, except that unknown comes before passed. */
export const rankOf = (state: SuiteState): number =>
  state === 'passed' ? suiteStates.length : suiteStates.indexOf(state);

/** Number of runs to show in a row of a list. */
const runsShown = 20;

export function standingOfSuite(suite: SuiteFacts, { places, monitors }: Standings): SuiteStanding {
  const own = places.filter((place) => place.suite.id === suite.id);
  const worst = worstOf(own);
  const newest = own.flatMap(({ runs }) => runs).sort((a, b) => b.at.getTime() - a.at.getTime());
  const incident = monitors.get(suite.id)?.incident;
  const state = worst?.standing.state ?? 'unknown';
  const isHidden = incident && (state === 'passed' || state === 'doubtful' || state === 'unknown');
  const { id: suiteId, name: suiteName, projectId, projectName, platform, testCount } = suite;
  const reasons = worst?.standing.reasons ?? ['No run in 14 days'];
  return {
    suiteId,
    suiteName,
    projectId,
    projectName,
    platform,
    testCount,
    // The newest run passed, but the alert rule still counts earlier failures.
    state: isHidden ? 'doubtful' : state,
    reasons: isHidden ? ['Incident still open'] : reasons,
    lastRun: newest[0] ? runEnd(newest[0]) : null,
    runs: newest.slice(0, runsShown).reverse().map(runEnd),
    monitor: monitors.get(suiteId)?.state ?? null,
  };
}

export const runEnd = ({ id, at, status, counts }: RunFacts) => ({
  id,
  at: at.toISOString(),
  status: shownStatus(status, readCounts(counts)),
});
