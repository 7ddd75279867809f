import { type BrokenCause, type Fault, faults, type Overview } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import type { Edition } from '../../platform/config/edition.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { IncidentCare, OpenIncident } from '../monitoring/monitoring.ts';
import {
  presentPoint,
  readFirstChanged,
  readFirstShown,
  readSeries,
  type SeriesFacts,
} from '../runs/runs.ts';
import { changedTests, slowerSince, unsteadySince } from './changes-of.ts';
import {
  type FailureFacts,
  faultOf,
  listProjectDays,
  type RunFacts,
  readClock,
  type SuiteFacts,
} from './overview.queries.ts';
import {
  changesMs,
  type Place,
  readStandings,
  runEnd,
  type Standings,
  standingOfSuite,
} from './read-standings.ts';

/** Limits on causes, members of a cause, and changes to show; the rest is counted. */
const causesShown = 100;
const membersShown = 50;
const changesShown = 50;

/** Maximum number of causes to examine in one suite: a suite that fails everywhere fails for one reason. */
const causesPerPlace = 20;

/** Maximum time between the end of a run and its commit, when everybody can read it. */
const marginMs = 2000;

/** Number of runs to show next to a cause. */
const runsShown = 16;

/** A failure in one suite. */
interface Failing {
  suite: SuiteFacts;
  environment: string | null;
  /** Latest runs of the suite in this environment with one virtual device, newest first. */
  runs: RunFacts[];
  runId: string | null;
  at: Date;
  /** When the run of the failure ended. Used as the time when it became known, unless an earlier run showed it. */
  endedAt: Date;
  fault: Fault;
  failure: Omit<FailureFacts, 'runId' | 'signature'> & { signature: string | null };
  incident: (OpenIncident & { isPassingAgain: boolean }) | null;
}

export async function readOverview(scope: Scope, edition: Edition): Promise<Overview> {
  // A run can end in a transaction that is not committed yet, so data read now may lack it.
  const at = new Date((await readClock(scope)).getTime() - marginMs).toISOString();
  const standings = await readStandings(scope, edition, { withBefore: true });
  const failing = listFailing(standings);
  const asked = failing.map(seriesOf);
  const series = await readSeries(scope, asked);
  const causes = groupCauses(failing, series, await readFirstShown(scope, asked));
  const changes = await dateChanges(scope, listChanges(standings));
  const rows = standings.suites.map((suite) => standingOfSuite(suite, standings));
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  return {
    at,
    monitors: countMonitors(standings),
    recent: rows.filter(
      ({ state, monitor }) =>
        monitor !== 'failing' && (faults as readonly string[]).includes(state),
    ).length,
    suites: {
      total: rows.length,
      failing: count(...faults),
      doubtful: count('doubtful'),
      passed: count('passed'),
      unknown: count('unknown'),
    },
    broken: causes.slice(0, causesShown),
    moreBroken: Math.max(0, causes.length - causesShown),
    changes: changes.slice(0, changesShown),
    moreChanges: Math.max(0, changes.length - changesShown),
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

function listFailing({ places, monitors, failures, suites }: Standings): Failing[] {
  const monitored = new Map(suites.map(({ id }) => [id, monitoredPlace(id, places, monitors)]));
  const incidentOf = (place: Place) =>
    monitored.get(place.suite.id) === place
      ? (monitors.get(place.suite.id)?.incident ?? null)
      : null;
  const now = places.flatMap((place) => failingOfPlace(place, incidentOf(place), failures));
  const shown = new Set(now.flatMap(({ suite, incident }) => (incident ? [suite.id] : [])));
  const hidden = suites.flatMap((suite) => {
    const incident = monitors.get(suite.id)?.incident;
    return !incident || shown.has(suite.id)
      ? []
      : failingOfIncident(suite, incident, monitored.get(suite.id)?.runs ?? [], failures);
  });
  return [...now, ...hidden];
}

/**
 * Finds the place in which the monitor of a suite runs: no environment, and the virtual device of the failing run if there is
 * one.
 */
function monitoredPlace(
  suiteId: string,
  places: Place[],
  monitors: Standings['monitors'],
): Place | undefined {
  const runId = monitors.get(suiteId)?.incident?.runId;
  const own = places.filter(({ suite, environment }) => suite.id === suiteId && !environment);
  return own.find(({ runs }) => runs.some(({ id }) => id === runId)) ?? own[0];
}

function failingOfPlace(
  { suite, environment, runs, standing }: Place,
  incident: OpenIncident | null,
  failures: Standings['failures'],
): Failing[] {
  const rowsOfPlace = standing.failing.flatMap(({ run, test }) => {
    const key = test?.name ?? null;
    const known = (failures.get(run.id) ?? []).filter(({ testName }) => testName === key);
    const rows = known.length > 0 ? known : [unknownFailure(run, test)];
    return rows.map((failure) => ({
      suite,
      environment,
      runs,
      runId: run.id,
      at: run.at,
      endedAt: run.endedAt,
      fault: test?.outcome === 'unsure' ? ('undecided' as const) : faultOf[failure.failureClass],
      failure,
      incident: incident && { ...incident, isPassingAgain: false },
    }));
  });
  return rowsOfPlace.slice(0, causesPerPlace);
}

function unknownFailure(
  { status }: RunFacts,
  test: { name: string; title: string | null; failureClass: FailureClass | null } | null,
): Failing['failure'] {
  return {
    signature: null,
    failureClass: test?.failureClass ?? 'internal',
    testName: test?.name ?? null,
    title: test ? (test.title ?? test.name) : null,
    step: null,
    said: '',
    expected: null,
    got: test ? 'The test did not pass.' : `The run ended as ${status}.`,
  };
}

/**
 * Describes an incident that the newest results do not show: no run could be started, or the newest run passed while the alert
 * is still open.
 */
function failingOfIncident(
  suite: SuiteFacts,
  incident: OpenIncident,
  runs: RunFacts[],
  failures: Standings['failures'],
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
  const run = runs.find(({ id }) => id === runId);
  return (rows.length > 0 ? rows.slice(0, causesPerPlace) : [told]).map((failure) => ({
    suite,
    environment: null,
    runs,
    runId,
    at: run?.at ?? at,
    endedAt: run?.endedAt ?? incident.openedAt,
    fault: faultOf[failure.failureClass],
    failure,
    incident: { ...incident, isPassingAgain },
  }));
}

type Dated = Failing & Pick<SeriesFacts, 'lastGreen'> & { since: Date; knownAt: Date };

function seriesOf({ runId, failure, incident }: Failing) {
  return {
    runId: runId ?? '',
    testName: failure.testName,
    signature: failure.signature,
    from: incident?.failingSince ?? null,
  };
}

function groupCauses(
  failing: Failing[],
  series: SeriesFacts[],
  shown: (Date | null)[],
): BrokenCause[] {
  const dated = failing.map((one, index) => {
    const { since, lastGreen } = series[index] ?? { since: null, lastGreen: null };
    const latest = one.failure.signature === null ? one.incident?.failingSince : undefined;
    const knownAt = shown[index] ?? one.endedAt;
    return { ...one, since: since?.at ?? latest ?? one.at, knownAt, lastGreen };
  });
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
  const members = [...group].sort((a, b) => a.since.getTime() - b.since.getTime());
  const [first] = members as [(typeof group)[number]];
  const { signature, failureClass, said, expected, got } = first.failure;
  return {
    signature,
    fault: first.fault,
    failureClass,
    said,
    expected,
    got,
    since: first.since.toISOString(),
    ...knownOf(members),
    members: members.slice(0, membersShown).map(presentMember),
    memberCount: members.length,
    runs: first.runs.slice(0, runsShown).reverse().map(runEnd),
  };
}

function knownOf(members: Dated[]): Pick<BrokenCause, 'knownAt' | 'spreadAt'> {
  const times = members.map(({ knownAt }) => knownAt.getTime());
  return {
    knownAt: new Date(Math.min(...times)).toISOString(),
    spreadAt: new Date(Math.max(...times)).toISOString(),
  };
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
    since: since.toISOString(),
    knownAt: knownAt.toISOString(),
    lastGreen: presentPoint(lastGreen),
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

/** Updates acknowledgments, assignees and snoozes of incidents in an overview, which may be shared and outdated. */
export function withCare(overview: Overview, careOf: Map<string, IncidentCare>): Overview {
  const renew = (member: BrokenCause['members'][number]) => {
    const { incident } = member;
    const care = incident && careOf.get(incident.id);
    return care ? { ...member, incident: { ...incident, ...presentCare(care) } } : member;
  };
  return {
    ...overview,
    broken: overview.broken.map((cause) => ({ ...cause, members: cause.members.map(renew) })),
  };
}

/** Orders causes: first those that are neither acknowledged nor snoozed, then by fault, then newest first. */
function byUrgency(a: BrokenCause, b: BrokenCause): number {
  const quiet = Number(isQuiet(a)) - Number(isQuiet(b));
  const fault = faults.indexOf(a.fault) - faults.indexOf(b.fault);
  return quiet || fault || b.since.localeCompare(a.since) || b.got.localeCompare(a.got);
}

const isQuiet = ({ members }: BrokenCause) =>
  members.every(({ incident }) => incident?.acknowledged || incident?.snoozedUntil);

/** A change. A change of a test has the date of the newest run that shows it. */
type FoundChange = Omit<Overview['changes'][number], 'at'> & { at: Date; testName: string | null };

function listChanges({ places }: Standings): FoundChange[] {
  const start = Date.now() - changesMs;
  const all = places.flatMap(({ suite, environment, runs, standing, before }) => {
    const [newest] = runs;
    if (!newest || newest.at.getTime() < start) return [];
    const tests = before ? changedTests(before, standing) : [];
    const unsteady = unsteadySince(runs);
    const slower = slowerSince(runs);
    const whole = [
      ...(unsteady && runs[1]
        ? [
            {
              kind: 'unsteady' as const,
              before: runs[1].id,
              after: newest.id,
              at: unsteady.endedAt,
            },
          ]
        : []),
      ...(slower
        ? [
            {
              kind: 'slower' as const,
              before: slower.before.id,
              after: slower.after.id,
              at: slower.since.endedAt,
            },
          ]
        : []),
    ].map((change) => ({ ...change, test: null, testName: null }));
    return [...tests, ...whole].map((change) => ({
      ...change,
      suiteId: suite.id,
      suiteName: suite.name,
      environment,
    }));
  });
  return all.sort(byTime);
}

/** Maximum number of changes whose exact date is determined. More are never shown. */
const changesDated = 4 * changesShown;

async function dateChanges(scope: Scope, all: FoundChange[]): Promise<Overview['changes']> {
  const [dated, others] = [all.slice(0, changesDated), all.slice(changesDated)];
  const ofTests = dated.flatMap((change) =>
    change.testName === null ? [] : [{ change, ...change, testName: change.testName }],
  );
  const times = await readFirstChanged(scope, ofTests);
  const timeOf = new Map(ofTests.map(({ change }, index) => [change, times[index]]));
  return [
    ...dated.map((change) => ({ ...change, at: timeOf.get(change) ?? change.at })).sort(byTime),
    ...others,
  ].map(({ at, testName: _, ...change }) => ({ ...change, at: at.toISOString() }));
}

const byTime = (a: FoundChange, b: FoundChange) =>
  b.at.getTime() - a.at.getTime() || a.suiteName.localeCompare(b.suiteName);

async function readProjects(
  scope: Scope,
  { suites }: Standings,
  rows: { projectId: string; state: string }[],
): Promise<Overview['projects']> {
  const days = Map.groupBy(await listProjectDays(scope), ({ projectId }) => projectId);
  const names = new Map(suites.map(({ projectId, projectName }) => [projectId, projectName]));
  return [...names]
    .map(([id, name]) => {
      const own = rows.filter(({ projectId }) => projectId === id);
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
