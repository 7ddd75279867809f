import { type BrokenCause, type Fault, faults, type Overview } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import type { Edition } from '../../platform/config/edition.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { OpenIncident } from '../monitoring/monitoring.ts';
import { readSeries, type SeriesFacts } from '../runs/runs.ts';
import { changedTests, isUnsteady, slowerPair } from './changes-of.ts';
import {
  type FailureFacts,
  faultOf,
  listProjectDays,
  type RunFacts,
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

/** Causes, members of a cause and changes on one screen; the rest is counted. */
const causesShown = 100;
const membersShown = 50;
const changesShown = 50;

/** Causes of one suite that are looked at: one that fails everywhere fails for one reason. */
const causesPerPlace = 20;

/** Runs beside a cause. */
const runsShown = 16;

/** A failure in one suite. */
interface Failing {
  suite: SuiteFacts;
  environment: string | null;
  /** Latest runs of the suite there, newest first. */
  runs: RunFacts[];
  runId: string | null;
  at: Date;
  fault: Fault;
  failure: Omit<FailureFacts, 'runId' | 'signature'> & { signature: string | null };
  incident: (OpenIncident & { isPassingAgain: boolean }) | null;
}

export async function readOverview(scope: Scope, edition: Edition): Promise<Overview> {
  const standings = await readStandings(scope, edition, { withBefore: true });
  const failing = listFailing(standings);
  const series = await readSeries(scope, failing.map(seriesOf));
  const causes = groupCauses(failing, series);
  const changes = listChanges(standings);
  const rows = standings.suites.map((suite) => standingOfSuite(suite, standings));
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  return {
    at: new Date().toISOString(),
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
  const found = new Set(classes.map((one) => faultOf[one]));
  return faults.find((fault) => found.has(fault)) ?? 'failed';
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

/** Where the monitor of a suite runs: without an environment, and by the virtual device of its failing run. */
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
  const found = standing.failing.flatMap(({ run, test }) => {
    const key = test?.name ?? null;
    const known = (failures.get(run.id) ?? []).filter(({ testName }) => testName === key);
    const rows = known.length > 0 ? known : [unknownFailure(run, test)];
    return rows.map((failure) => ({
      suite,
      environment,
      runs,
      runId: run.id,
      at: run.at,
      fault: test?.outcome === 'unsure' ? ('undecided' as const) : faultOf[failure.failureClass],
      failure,
      incident: incident && { ...incident, isPassingAgain: false },
    }));
  });
  return found.slice(0, causesPerPlace);
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

/** An incident that the newest results do not show: nothing could be run, or they passed and its rule still holds. */
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
  return (rows.length > 0 ? rows.slice(0, causesPerPlace) : [told]).map((failure) => ({
    suite,
    environment: null,
    runs,
    runId,
    at: runs.find(({ id }) => id === runId)?.at ?? at,
    fault: faultOf[failure.failureClass],
    failure,
    incident: { ...incident, isPassingAgain },
  }));
}

type Dated = Failing & Pick<SeriesFacts, 'lastGreen'> & { since: Date };

function seriesOf({ runId, failure, incident }: Failing) {
  return {
    runId: runId ?? '',
    testName: failure.testName,
    signature: failure.signature,
    from: incident?.failingSince ?? null,
  };
}

function groupCauses(failing: Failing[], series: SeriesFacts[]): BrokenCause[] {
  const dated = failing.map((one, index) => {
    const { since, lastGreen } = series[index] ?? { since: null, lastGreen: null };
    const latest = one.failure.signature === null ? one.incident?.failingSince : undefined;
    return { ...one, since: since?.at ?? latest ?? one.at, lastGreen };
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
    members: members.slice(0, membersShown).map(presentMember),
    memberCount: members.length,
    runs: first.runs.slice(0, runsShown).reverse().map(runEnd),
  };
}

function presentMember(one: Dated): BrokenCause['members'][number] {
  const { suite, environment, runId, failure, since, lastGreen, incident } = one;
  return {
    suiteId: suite.id,
    suiteName: suite.name,
    projectName: suite.projectName,
    environment,
    runId,
    test: failure.title,
    step: failure.step,
    since: since.toISOString(),
    lastGreen: lastGreen && { at: lastGreen.at.toISOString(), runId: lastGreen.runId },
    incident: incident && {
      acknowledged: incident.isAcknowledged,
      assignee: incident.assignee,
      snoozedUntil: incident.snoozedUntil?.toISOString() ?? null,
      isPassingAgain: incident.isPassingAgain,
    },
  };
}

/** What nobody looks after first, then by fault; of these the newest. */
function byUrgency(a: BrokenCause, b: BrokenCause): number {
  const quiet = Number(isQuiet(a)) - Number(isQuiet(b));
  const fault = faults.indexOf(a.fault) - faults.indexOf(b.fault);
  return quiet || fault || b.since.localeCompare(a.since) || b.got.localeCompare(a.got);
}

const isQuiet = ({ members }: BrokenCause) =>
  members.every(({ incident }) => incident?.acknowledged || incident?.snoozedUntil);

function listChanges({ places }: Standings): Overview['changes'] {
  const start = Date.now() - changesMs;
  const all = places.flatMap(({ suite, environment, runs, standing, before }) => {
    const [newest] = runs;
    if (!newest || newest.at.getTime() < start) return [];
    const tests = before ? changedTests(before, standing) : [];
    const slower = slowerPair(runs);
    const whole = [
      ...(isUnsteady(runs) && runs[1]
        ? [{ kind: 'unsteady' as const, before: runs[1].id, after: newest.id }]
        : []),
      ...(slower
        ? [{ kind: 'slower' as const, before: slower.before.id, after: slower.after.id }]
        : []),
    ].map((change) => ({ ...change, test: null, at: newest.at }));
    return [...tests, ...whole].map((change) => ({
      ...change,
      suiteId: suite.id,
      suiteName: suite.name,
      environment,
    }));
  });
  return all
    .sort((a, b) => b.at.getTime() - a.at.getTime() || a.suiteName.localeCompare(b.suiteName))
    .map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
}

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
