import type { SuiteStanding, SuiteState } from '@parley/contract';
import { faults, suiteStates } from '@parley/contract';
import type { StandingDetail, StandingRun } from '../../db/schema/suite-standings.ts';
import type { Edition } from '../../platform/config/edition.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { listMonitorStandings, type MonitorStanding } from '../monitoring/monitoring.ts';
import { listSuites, type SuiteFacts } from './overview.queries.ts';
import { refreshStandings } from './refresh-standings.ts';
import { listStandings, readDetails, type StandingFacts } from './standings.queries.ts';

/** A suite in one environment with one virtual device: the unit that is compared with itself over time. */
export type Place = StandingFacts & StandingDetail & { suite: SuiteFacts };

export interface Standings {
  suites: SuiteFacts[];
  /** Standings of each suite, by environment and virtual device. */
  facts: Map<string, StandingFacts[]>;
  monitors: Map<string, MonitorStanding>;
}

export async function readStandings(scope: Scope, edition: Edition): Promise<Standings> {
  await refreshStandings(scope);
  const suites = await listSuites(scope);
  const facts = Map.groupBy(await listStandings(scope), ({ suiteId }) => suiteId);
  const monitors = await listMonitorStandings(scope, edition);
  return {
    suites,
    facts,
    monitors: new Map(monitors.map((monitor) => [monitor.suiteId, monitor])),
  };
}

/** Reads the places of these suites, those with the newest runs first. They can be newer than the facts. */
export async function readPlaces(scope: Scope, suites: SuiteFacts[]): Promise<Place[]> {
  const bySuite = new Map(suites.map((suite) => [suite.id, suite]));
  const rows = await readDetails(scope, [...bySuite.keys()]);
  return rows.flatMap((row) => {
    const suite = bySuite.get(row.suiteId);
    return suite ? [{ ...row, suite }] : [];
  });
}

/** Ranks states as in `suiteStates`, except that unknown comes before passed. */
export const rankOf = (state: SuiteState): number =>
  state === 'passed' ? suiteStates.length : suiteStates.indexOf(state);

export const isFailing = (state: SuiteState): boolean =>
  (faults as readonly string[]).includes(state);

/** Finds the facts or the place with the worst state. */
function worstOf<Facts extends StandingFacts>(all: readonly Facts[]): Facts | undefined {
  return all.toSorted((a, b) => rankOf(a.state) - rankOf(b.state))[0];
}

/** @returns the state of a suite, and whether only an open incident keeps it from passing */
export function stateOfSuite(
  suiteId: string,
  facts: readonly StandingFacts[],
  { monitors }: Pick<Standings, 'monitors'>,
): { state: SuiteState; isHeldByIncident: boolean } {
  const state = worstOf(facts)?.state ?? 'unknown';
  const incident = monitors.get(suiteId)?.incident;
  // The newest run passed, but the alert rule still counts earlier failures.
  const isHeldByIncident =
    Boolean(incident) && (state === 'passed' || state === 'doubtful' || state === 'unknown');
  return { state: isHeldByIncident ? 'doubtful' : state, isHeldByIncident };
}

/** Maximum number of runs to show in a row of a list. */
const runsShown = 20;

/** @param places all places of the suite */
export function presentStanding(
  suite: SuiteFacts,
  places: Place[],
  standings: Pick<Standings, 'monitors'>,
): SuiteStanding {
  const newest = places
    .flatMap(({ runs }) => runs)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, runsShown)
    .map(presentRun);
  const { state, isHeldByIncident } = stateOfSuite(suite.id, places, standings);
  const { id: suiteId, name: suiteName, projectId, projectName, platform, testCount } = suite;
  return {
    suiteId,
    suiteName,
    projectId,
    projectName,
    platform,
    testCount,
    state,
    reasons: isHeldByIncident
      ? ['Incident still open']
      : (worstOf(places)?.reasons ?? ['No run in 14 days']),
    lastRun: newest[0] ?? null,
    runs: newest.reverse(),
    monitor: standings.monitors.get(suiteId)?.state ?? null,
  };
}

export const presentRun = ({ id, at, shown }: StandingRun) => ({ id, at, status: shown });
