/** Finds what changed in a suite between an earlier run and now, by fixed rules. Pure. */
import type { changeKinds } from '@parley/contract';
import { isEdited } from '@parley/suite';
import type { RunFacts, TestFacts } from './overview.queries.ts';
import type { Standing } from './suite-standing.ts';

export interface Change {
  kind: (typeof changeKinds)[number];
  /** Name of the test; null if the change concerns the suite as a whole. */
  test: string | null;
  testName: string | null;
  /** When the newest run that shows the change ended. */
  at: Date;
  before: string;
  after: string;
}

interface Before {
  run: RunFacts;
  tests: TestFacts[];
}

/**
 * Lists the tests that changed. For an edited test, the edit is reported rather than the new result, because the two runs did
 * not check the same thing. Tests without a conclusive verdict in both runs are left out.
 */
export function changedTests(before: Before, now: Standing): Change[] {
  return before.tests.flatMap((was) => {
    const current = now.tests.get(was.name);
    if (current === undefined || current.run.id === before.run.id) return [];
    const [passedBefore, passesNow] = [passes(was), passes(current.test)];
    if (passedBefore === null || passesNow === null) return [];
    const edited =
      isEdited(was.fingerprint, current.test.fingerprint) ??
      before.run.version !== current.run.version;
    const kind = kindOf(edited, passedBefore, passesNow);
    const { title, name } = current.test;
    const { id: after, endedAt: at } = current.run;
    if (!kind) return [];
    return [{ kind, test: title ?? name, testName: name, at, before: before.run.id, after }];
  });
}

function kindOf(edited: boolean, before: boolean, now: boolean): Change['kind'] | undefined {
  if (edited) return before && !now ? 'edited-and-broke' : 'edited';
  if (before === now) return undefined;
  return now ? 'mended' : 'broke';
}

/** Returns true if a test passed; null for a result that says nothing about the bot: uncertain, skipped or in quarantine. */
function passes({ outcome, isQuarantined }: TestFacts): boolean | null {
  if (isQuarantined || outcome === 'unsure' || outcome === 'skipped') return null;
  return outcome === 'passed';
}

const steadyRuns = 16;
const unsteadyFrom = 4;

/** @returns true if the result changed at least four times between consecutive runs of the same text, among the last 16 runs */
function isUnsteady(runs: RunFacts[]): boolean {
  const last = runs.slice(0, steadyRuns);
  const changes = last.filter((run, index) => {
    const older = last[index + 1];
    const isPair = older !== undefined && older.version === run.version;
    return isPair && (older.status === 'passed') !== (run.status === 'passed');
  });
  return changes.length >= unsteadyFrom;
}

/** @returns the first run from which on the suite has been unsteady; undefined if it is steady now */
export function unsteadySince(runs: RunFacts[]): RunFacts | undefined {
  return oldestOf(runs, isUnsteady);
}

function oldestOf(runs: RunFacts[], holds: (runs: RunFacts[]) => boolean): RunFacts | undefined {
  const first = runs.findIndex((_, index) => !holds(runs.slice(index)));
  return runs[(first < 0 ? runs.length : first) - 1];
}

const slowRuns = 3;
const slowerBy = 1.5;
const slowerMs = 1000;

/**
 * Finds a slowdown: the median duration of the last three complete passes of the current text is at least 1.5 times that of the
 * earlier ones, and at least a second longer.
 *
 * @returns the runs to compare
 */
function slowerPair(runs: RunFacts[]): { before: RunFacts; after: RunFacts } | undefined {
  const [newest] = runs;
  const passed = runs.filter(
    ({ status, isWhole, version }) => status === 'passed' && isWhole && version === newest?.version,
  );
  const [last, earlier] = [passed.slice(0, slowRuns), passed.slice(slowRuns, steadyRuns)];
  const [after] = last;
  const [before] = earlier;
  if (last.length < slowRuns || earlier.length < slowRuns || !before || !after) return undefined;
  const [now, then] = [medianOf(last), medianOf(earlier)];
  return now >= then * slowerBy && now - then >= slowerMs ? { before, after } : undefined;
}

/** @returns the runs to compare, and the first run from which on the suite has been slower */
export function slowerSince(
  runs: RunFacts[],
): { before: RunFacts; after: RunFacts; since: RunFacts } | undefined {
  const pair = slowerPair(runs);
  const since = oldestOf(runs, (from) => slowerPair(from) !== undefined);
  return pair && since && { ...pair, since };
}

function medianOf(runs: RunFacts[]): number {
  const sorted = runs.map(({ durationMs }) => durationMs ?? 0).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
