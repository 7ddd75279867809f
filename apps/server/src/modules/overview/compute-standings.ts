/** Computes how suites stand in each environment and with each virtual device from their latest runs. */
import { type FailureClass, readCounts, shownStatus } from '@parley/suite';
import type {
  StandingDetail,
  StandingFailure,
  StandingRun,
} from '../../db/schema/suite-standings.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { presentPoint, readFirstChanged, readFirstShown, readSeries } from '../runs/runs.ts';
import { type Change, changedTests, slowerSince, unsteadySince } from './changes-of.ts';
import {
  days,
  type FailureFacts,
  faultOf,
  listFailuresOfRuns,
  listLatestRuns,
  listTestsOfRuns,
  type RunFacts,
  readClock,
  type TestFacts,
} from './overview.queries.ts';
import type { StandingRow } from './standings.queries.ts';
import { currentRuns, type Standing, standingOf } from './suite-standing.ts';

const dayMs = 24 * 3_600_000;

/** Window in milliseconds for which changes are reported. */
export const changesMs = dayMs;

/** Maximum number of runs to keep with a standing, which is what a row of the list of suites shows. */
const runsKept = 20;

/** Maximum number of failing tests to keep. A suite that fails everywhere fails for one reason. */
export const failingKept = 20;

/** Maximum number of changes to keep, which is what the overview shows. */
export const changesKept = 50;

/** Runs of a suite in one environment with one virtual device, newest first. They are compared with each other over time. */
interface Series {
  runs: [RunFacts, ...RunFacts[]];
  /** Newest complete run from before the window of changes. */
  before: RunFacts | undefined;
}

/** @returns the standings of these suites; those with the newest runs come first */
export async function computeStandings(
  scope: WorkScope,
  suiteIds: string[],
): Promise<Omit<StandingRow, 'organizationId'>[]> {
  const now = (await readClock(scope)).getTime();
  const all = await listSeries(scope, suiteIds, now);
  const testsOf = await readTests(scope, all);
  const failuresOf = await readFailures(scope, all);
  const standings = all.map(({ runs }) => standingOf(runs, testsOf, classOf(failuresOf)));
  const failing = await dateFailures(
    scope,
    standings.map((standing) => failuresIn(standing, failuresOf)),
  );
  const changes = await dateChanges(
    scope,
    all.map((series, index) => changesIn(series, standings[index] as Standing, testsOf)),
  );
  const placesOf = new Map<string, number>();
  return all.map(({ runs }, index) => {
    const [{ suiteId, environment, deviceId, at: newestAt }] = runs;
    const place = placesOf.get(suiteId) ?? 0;
    placesOf.set(suiteId, place + 1);
    const { state, reasons } = standings[index] as Standing;
    const { count: changeCount, newest: kept } = changes[index] as DatedChanges;
    return {
      suiteId,
      place,
      environment,
      deviceId,
      state,
      changeCount,
      changedAt: kept[0] ? new Date(kept[0].at) : null,
      newestAt,
      dueAt: dueAt(runs, now),
      detail: {
        runs: runs.slice(0, runsKept).map(keptRun),
        reasons,
        failing: failing[index] ?? [],
        changes: kept,
      },
    };
  });
}

async function listSeries(scope: WorkScope, suiteIds: string[], now: number): Promise<Series[]> {
  const groups = Map.groupBy(
    await listLatestRuns(scope, suiteIds),
    ({ suiteId, environment, deviceId }) => JSON.stringify([suiteId, environment, deviceId]),
  );
  return [...groups.values()].map((group) => {
    const runs = group as Series['runs'];
    const before = runs.find((run) => run.at.getTime() < now - changesMs && isBasis(run));
    return { runs, before };
  });
}

async function readTests(scope: WorkScope, all: Series[]): Promise<Map<string, TestFacts[]>> {
  const wanted = all.flatMap(({ runs, before }) => [
    ...currentRuns(runs),
    ...(before ? [before] : []),
  ]);
  const ids = [...new Set(wanted.map(({ id }) => id))];
  return Map.groupBy(await listTestsOfRuns(scope, ids), ({ runId }) => runId);
}

async function readFailures(scope: WorkScope, all: Series[]): Promise<Map<string, FailureFacts[]>> {
  const bad = all.flatMap(({ runs }) =>
    currentRuns(runs).filter(({ status }) => status !== 'passed'),
  );
  const failures = await listFailuresOfRuns(
    scope,
    bad.map(({ id }) => id),
  );
  return Map.groupBy(failures, ({ runId }) => runId);
}

const classOf =
  (failuresOf: ReadonlyMap<string, FailureFacts[]>) =>
  (runId: string): FailureClass | undefined =>
    failuresOf.get(runId)?.find(({ testName }) => testName === null)?.failureClass;

/** Tells if a run can be the one with which the present is compared. */
const isBasis = ({ isWhole, status, isOverridden }: RunFacts): boolean =>
  isWhole && status !== 'interrupted' && !isOverridden;

/** @returns the first time from which on the same runs lead to another standing */
function dueAt(runs: RunFacts[], now: number): Date {
  const tooOld = runs.map(({ at }) => at.getTime() + days * dayMs);
  const otherBasis = runs
    .filter((run) => isBasis(run) && run.at.getTime() >= now - changesMs)
    .map(({ at }) => at.getTime() + changesMs + 1);
  return new Date(Math.min(...tooOld, ...otherBasis));
}

type Undated = Omit<StandingFailure, 'since' | 'lastGreen' | 'shownAt'>;

function failuresIn(
  { failing }: Standing,
  failuresOf: ReadonlyMap<string, FailureFacts[]>,
): Undated[] {
  const rows = failing.slice(0, failingKept).flatMap(({ run, test }): Undated[] => {
    const key = test?.name ?? null;
    const known = (failuresOf.get(run.id) ?? []).filter(({ testName }) => testName === key);
    const found = known.length > 0 ? known : [unknownFailure(run, test)];
    return found.map(({ signature, failureClass, testName, title, step, said, expected, got }) => ({
      run: keptRun(run),
      fault: test?.outcome === 'unsure' ? 'undecided' : faultOf[failureClass],
      signature,
      failureClass,
      testName,
      title,
      step,
      said,
      expected,
      got,
    }));
  });
  return rows.slice(0, failingKept);
}

function unknownFailure(
  { status }: RunFacts,
  test: TestFacts | null,
): Omit<FailureFacts, 'runId' | 'signature'> & { signature: null } {
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

/** Finds out since when the failures of each series have been there. */
async function dateFailures(scope: WorkScope, all: Undated[][]): Promise<StandingFailure[][]> {
  const asked = all.flat().map(({ run, testName, signature }) => ({
    runId: run.id,
    testName,
    signature,
    from: null,
  }));
  const series = await readSeries(scope, asked);
  const shown = await readFirstShown(scope, asked);
  let index = 0;
  return all.map((failures) =>
    failures.map((failure) => {
      const { since, lastGreen } = series[index] ?? { since: null, lastGreen: null };
      const shownAt = shown[index]?.toISOString() ?? null;
      index += 1;
      return {
        ...failure,
        since: since?.at.toISOString() ?? null,
        lastGreen: presentPoint(lastGreen),
        shownAt,
      };
    }),
  );
}

interface DatedChanges {
  count: number;
  /** The newest changes, newest first. */
  newest: StandingDetail['changes'];
}

/** Finds out when the changes of each series became visible. */
async function dateChanges(scope: WorkScope, all: Change[][]): Promise<DatedChanges[]> {
  const kept = all.map((changes) =>
    changes.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, changesKept),
  );
  const ofTests = kept
    .flat()
    .flatMap((change) =>
      change.testName === null ? [] : [{ change, ...change, testName: change.testName }],
    );
  const times = await readFirstChanged(scope, ofTests);
  const timeOf = new Map(ofTests.map(({ change }, index) => [change, times[index]]));
  return all.map(({ length: count }, index) => ({
    count,
    newest: (kept[index] ?? [])
      .map((change) => ({ ...change, at: (timeOf.get(change) ?? change.at).toISOString() }))
      .sort((a, b) => b.at.localeCompare(a.at)),
  }));
}

const keptRun = ({ id, at, endedAt, status, counts }: RunFacts): StandingRun => ({
  id,
  at: at.toISOString(),
  endedAt: endedAt.toISOString(),
  status,
  shown: shownStatus(status, readCounts(counts)) as StandingRun['shown'],
});

function changesIn(
  { runs, before }: Series,
  standing: Standing,
  testsOf: ReadonlyMap<string, TestFacts[]>,
): Change[] {
  const [newest, previous] = runs;
  const unsteady = unsteadySince(runs);
  const slower = slowerSince(runs);
  const whole = { test: null, testName: null };
  return [
    ...(before ? changedTests({ run: before, tests: testsOf.get(before.id) ?? [] }, standing) : []),
    ...(unsteady && previous
      ? [
          {
            kind: 'unsteady' as const,
            before: previous.id,
            after: newest.id,
            at: unsteady.endedAt,
            ...whole,
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
            ...whole,
          },
        ]
      : []),
  ];
}
