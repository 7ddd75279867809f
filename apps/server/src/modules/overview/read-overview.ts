import { type BrokenCause, type Fault, faults, type Overview } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import type { StandingFailure, StandingRun } from '../../db/schema/suite-standings.ts';
import type { Edition } from '../../platform/config/edition.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { IncidentCare, OpenIncident } from '../monitoring/monitoring.ts';
import { presentPoint, readFirstShown, readSeries } from '../runs/runs.ts';
import { changesKept, changesMs, failingKept } from './compute-standings.ts';
import {
  type FailureFacts,
  faultOf,
  listFailuresOfRuns,
  listProjectDays,
  readClock,
  type SuiteFacts,
} from './overview.queries.ts';
import {
  isFailing,
  type Place,
  presentRun,
  readPlaces,
  readStandings,
  type Standings,
  stateOfSuite,
} from './read-standings.ts';
import { type IncidentRun, listIncidentRuns } from './standings.queries.ts';

/** Limits on causes, members of a cause, and changes to show; the rest is counted. */
const causesShown = 100;
const membersShown = 50;
const changesShown = changesKept;

/** Maximum time between the end of a run and its commit, when everybody can read it. */
const marginMs = 2000;

/** Number of runs to show next to a cause. */
const runsShown = 16;

/** A failure in one suite. */
interface Failing {
  suite: SuiteFacts;
  environment: string | null;
  /** Latest runs of the suite in this environment with one virtual device, newest first. */
  runs: StandingRun[];
  runId: string | null;
  at: string;
  /** When the run of the failure ended. Used as the time when it became known, unless an earlier run showed it. */
  endedAt: string;
  fault: Fault;
  failure: Omit<FailureFacts, 'runId' | 'signature'> & { signature: string | null };
  incident: (OpenIncident & { isPassingAgain: boolean }) | null;
  /** What is known of the failure without the incident. */
  known: Pick<StandingFailure, 'since' | 'lastGreen' | 'shownAt'> | null;
}

export async function readOverview(scope: Scope, edition: Edition): Promise<Overview> {
  // A run can end in a transaction that is not committed yet, so data read now may lack it.
  const at = new Date((await readClock(scope)).getTime() - marginMs).toISOString();
  const standings = await readStandings(scope, edition);
  const causes = groupCauses(await dateFailures(scope, await readFailing(scope, standings)));
  const { changes, count: changeCount } = await readChanges(scope, standings);
  const rows = standings.suites.map(({ id, projectId }) => ({
    projectId,
    ...stateOfSuite(id, standings.facts.get(id) ?? [], standings),
    monitor: standings.monitors.get(id)?.state,
  }));
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  return {
    at,
    monitors: countMonitors(standings),
    recent: rows.filter(({ state, monitor }) => monitor !== 'failing' && isFailing(state)).length,
    suites: {
      total: rows.length,
      failing: count(...faults),
      doubtful: count('doubtful'),
      passed: count('passed'),
      unknown: count('unknown'),
    },
    broken: causes.slice(0, causesShown),
    moreBroken: Math.max(0, causes.length - causesShown),
    changes,
    moreChanges: Math.max(0, changeCount - changes.length),
    projects: await readProjects(scope, standings, rows),
  };
}

function countMonitors({ monitors }: Standings): Overview['monitors'] {
  const counts = { failed: 0, unreachable: 0, settings: 0, internal: 0, undecided: 0 };
  let unchecked = 0;
  for (const { incident, state } of monitors.values()) {
    if (incident) counts[gravest(incident.classes)] += 1;
    else if (state !== 'working') unchecked += 1;
  }
  return { ...counts, total: monitors.size, unchecked };
}

function gravest(classes: FailureClass[]): Fault {
  const blamed = new Set(classes.map((one) => faultOf[one]));
  return faults.find((fault) => blamed.has(fault)) ?? 'failed';
}

/** Reads the failures that the latest runs show, and the open incidents that they do not show. */
async function readFailing(
  scope: Scope,
  { suites, facts, monitors }: Standings,
): Promise<Failing[]> {
  const shown = suites.filter(
    ({ id }) => monitors.get(id)?.incident || facts.get(id)?.some(({ state }) => isFailing(state)),
  );
  const placesOf = Map.groupBy(await readPlaces(scope, shown), ({ suiteId }) => suiteId);
  const ofIncidents = [...monitors.values()].flatMap(({ incident }) => incident?.runId ?? []);
  const incidentRuns = await listIncidentRuns(scope, ofIncidents);
  const runOf = new Map(incidentRuns.map((run) => [run.id, run]));
  const failures = Map.groupBy(await listFailuresOfRuns(scope, ofIncidents), ({ runId }) => runId);
  return shown.flatMap((suite) => {
    const places = placesOf.get(suite.id) ?? [];
    const incident = monitors.get(suite.id)?.incident ?? null;
    const run = runOf.get(incident?.runId ?? '');
    const monitored = monitoredPlace(places, run);
    const ofPlaces = places.flatMap((place) =>
      failingOfPlace(place, place === monitored ? incident : null),
    );
    const isShown = ofPlaces.some((one) => one.incident);
    const runs = monitored?.runs ?? [];
    const hidden =
      incident && !isShown ? failingOfIncident({ suite, incident, run, runs }, failures) : [];
    return [...ofPlaces, ...hidden];
  });
}

/**
 * Finds the place in which the monitor of a suite runs: no environment, and the virtual device of the failing run if there is
 * one.
 */
function monitoredPlace(places: Place[], run: IncidentRun | undefined): Place | undefined {
  const own = places.filter(({ environment }) => !environment);
  return own.find(({ deviceId }) => run && deviceId === run.deviceId) ?? own[0];
}

function failingOfPlace(
  { suite, environment, runs, failing }: Place,
  incident: OpenIncident | null,
): Failing[] {
  return failing.map(({ run, fault, since, lastGreen, shownAt, ...failure }) => ({
    suite,
    environment,
    runs,
    runId: run.id,
    at: run.at,
    endedAt: run.endedAt,
    fault,
    failure,
    incident: incident && { ...incident, isPassingAgain: false },
    known: { since, lastGreen, shownAt },
  }));
}

interface HiddenIncident {
  suite: SuiteFacts;
  incident: OpenIncident;
  run: IncidentRun | undefined;
  /** Latest runs, newest first. */
  runs: StandingRun[];
}

/**
 * Describes an incident that the newest results do not show: no run could be started, or the newest run passed while the alert
 * is still open.
 */
function failingOfIncident(
  { suite, incident, run, runs }: HiddenIncident,
  failures: ReadonlyMap<string, FailureFacts[]>,
): Failing[] {
  const { runId, evidence, failingSince: at } = incident;
  const failureClass = incident.classes[0] ?? 'internal';
  const told = {
    signature: null,
    failureClass,
    testName: evidence?.test ?? null,
    title: evidence?.test ?? null,
    step: evidence?.step ?? null,
    said: evidence?.said ?? '',
    expected: evidence?.expected ?? null,
    got: evidence?.got ?? 'The monitor failed.',
  };
  const rows = (runId && failures.get(runId)) || [];
  const isPassingAgain = runs[0]?.status === 'passed';
  return (rows.length > 0 ? rows.slice(0, failingKept) : [told]).map((failure) => ({
    suite,
    environment: null,
    runs,
    runId,
    at: (run?.at ?? at).toISOString(),
    endedAt: (run?.endedAt ?? incident.openedAt).toISOString(),
    fault: faultOf[failure.failureClass],
    failure,
    incident: { ...incident, isPassingAgain },
    known: null,
  }));
}

interface Dated extends Failing {
  since: string;
  knownAt: string;
  lastGreen: StandingFailure['lastGreen'];
}

/** Finds out since when failures have been there. An incident began with its first failure, whatever passed in between. */
async function dateFailures(scope: Scope, failing: Failing[]): Promise<Dated[]> {
  const ofIncidents = failing.filter(({ incident }) => incident !== null);
  const asked = ofIncidents.map(({ runId, failure, incident }) => ({
    runId: runId ?? '',
    testName: failure.testName,
    signature: failure.signature,
    from: incident?.failingSince ?? null,
  }));
  const series = await readSeries(scope, asked);
  const shown = await readFirstShown(scope, asked);
  const found = new Map(
    ofIncidents.map((one, index) => [
      one,
      {
        since: series[index]?.since?.at.toISOString() ?? null,
        lastGreen: presentPoint(series[index]?.lastGreen),
        shownAt: shown[index]?.toISOString() ?? null,
      },
    ]),
  );
  return failing.map((one) => {
    const { since, lastGreen, shownAt } = found.get(one) ?? one.known ?? nothingKnown;
    const latest =
      one.failure.signature === null ? one.incident?.failingSince.toISOString() : undefined;
    return {
      ...one,
      since: since ?? latest ?? one.at,
      knownAt: shownAt ?? one.endedAt,
      lastGreen,
    };
  });
}

const nothingKnown = { since: null, lastGreen: null, shownAt: null };

function groupCauses(dated: Dated[]): BrokenCause[] {
  const groups = Map.groupBy(dated, ({ suite, environment, failure }) =>
    JSON.stringify(
      failure.signature === null
        ? [suite.id, environment, failure.testName, failure.got]
        : [failure.signature],
    ),
  );
  return [...groups.values()].map(presentCause).sort(byUrgency);
}

function presentCause(group: Dated[]): BrokenCause {
  const members = group.toSorted((a, b) => a.since.localeCompare(b.since));
  const [first] = members as [(typeof group)[number]];
  const { signature, failureClass, said, expected, got } = first.failure;
  return {
    signature,
    fault: first.fault,
    failureClass,
    said,
    expected,
    got,
    since: first.since,
    ...knownOf(members),
    members: members.slice(0, membersShown).map(presentMember),
    memberCount: members.length,
    runs: first.runs.slice(0, runsShown).reverse().map(presentRun),
  };
}

function knownOf(members: Dated[]): Pick<BrokenCause, 'knownAt' | 'spreadAt'> {
  const times = members.map(({ knownAt }) => knownAt).sort();
  return { knownAt: times[0] ?? '', spreadAt: times.at(-1) ?? '' };
}

function presentMember(one: Dated): BrokenCause['members'][number] {
  const { suite, environment, runId, failure, since, knownAt, lastGreen, incident } = one;
  return {
    suiteId: suite.id,
    suiteName: suite.name,
    projectName: suite.projectName,
    environment,
    runId,
    test: failure.title,
    step: failure.step,
    since,
    knownAt,
    lastGreen,
    incident: incident && { ...presentCare(incident), isPassingAgain: incident.isPassingAgain },
  };
}

const presentCare = (care: IncidentCare) => ({
  id: care.id,
  acknowledged: care.isAcknowledged,
  assignee: care.assignee,
  snoozedUntil: care.snoozedUntil?.toISOString() ?? null,
  snoozeScope: care.snoozeScope,
});

/** Orders causes: first those that are neither acknowledged nor snoozed, then by fault, then newest first. */
function byUrgency(a: BrokenCause, b: BrokenCause): number {
  const quiet = Number(isQuiet(a)) - Number(isQuiet(b));
  const fault = faults.indexOf(a.fault) - faults.indexOf(b.fault);
  return quiet || fault || b.since.localeCompare(a.since) || b.got.localeCompare(a.got);
}

const isQuiet = ({ members }: BrokenCause) =>
  members.every(({ incident }) => incident?.acknowledged || incident?.snoozedUntil);

interface Changes {
  /** The newest changes of the last day, newest first. */
  changes: Overview['changes'];
  count: number;
}

async function readChanges(scope: Scope, { suites, facts }: Standings): Promise<Changes> {
  const start = Date.now() - changesMs;
  const changed = [...facts.values()]
    .flat()
    .filter(({ changeCount, newestAt }) => changeCount > 0 && newestAt >= start);
  // Each has at least one change, so the newest changes are among as many of those that changed last.
  const latest = changed
    .toSorted((a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0))
    .slice(0, changesShown);
  const ids = new Set(latest.map(({ suiteId }) => suiteId));
  const places = await readPlaces(
    scope,
    suites.filter(({ id }) => ids.has(id)),
  );
  const changes = places
    .filter(({ newestAt }) => newestAt >= start)
    .flatMap(({ suite, environment, changes: ofPlace }) =>
      ofPlace.map(({ testName: _, ...change }) => ({
        ...change,
        suiteId: suite.id,
        suiteName: suite.name,
        environment,
      })),
    )
    .sort((a, b) => b.at.localeCompare(a.at) || a.suiteName.localeCompare(b.suiteName))
    .slice(0, changesShown);
  return { changes, count: changed.reduce((sum, { changeCount }) => sum + changeCount, 0) };
}

async function readProjects(
  scope: Scope,
  { suites }: Standings,
  rows: { projectId: string; state: string }[],
): Promise<Overview['projects']> {
  const days = Map.groupBy(await listProjectDays(scope), ({ projectId }) => projectId);
  const names = new Map(suites.map(({ projectId, projectName }) => [projectId, projectName]));
  const rowsOf = Map.groupBy(rows, ({ projectId }) => projectId);
  return [...names]
    .map(([id, name]) => {
      const own = rowsOf.get(id) ?? [];
      return {
        id,
        name,
        suites: own.length,
        passed: own.filter(({ state }) => state === 'passed').length,
        days: (days.get(id) ?? [])
          .map(({ day, passed, failed }) => ({ day, passed, failed }))
          .sort((a, b) => a.day.localeCompare(b.day)),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}
