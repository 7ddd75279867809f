/** `parley run --recorded`: re-evaluates the conversations in a JSON report, without contacting the bot. */
import {
  type RecordedRun,
  reevaluationEvents,
  type SuiteSource,
  startRecording,
  type tellAll,
} from '@parley/engine';
import {
  type GateSettings,
  keyOf,
  planRun,
  type RunResult,
  readGate,
  readResult,
  type Suite,
  type TestResult,
  type WireResult,
} from '@parley/suite';
import { UsageError } from './exit-codes.ts';
import { readNamed } from './named-files.ts';

/** What a report says about a run besides its result. */
type RunFacts = Pick<RecordedRun, 'name' | 'environment' | 'agent' | 'definitions' | 'gate'>;

export type StoredRun = RunResult & RunFacts;
type WrittenRun = WireResult & Omit<RunFacts, 'gate'> & { gate?: unknown };

/**
 * Reads the runs from a file that `--reporter json` wrote.
 *
 * @throws UsageError for any other file
 */
export async function readStoredRuns(path: string): Promise<StoredRun[]> {
  const text = await readNamed(path);
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not valid JSON.`);
  }
  const runs = (report as { runs?: unknown } | null)?.runs;
  if (Array.isArray(runs) && runs.every(isStoredRun))
    return runs.map((run) => {
      const { name, environment, agent, definitions, gate } = run;
      return {
        ...readResult(run),
        name,
        ...(environment !== undefined && { environment }),
        ...(agent && { agent }),
        ...(definitions && { definitions }),
        ...(gate !== undefined && { gate: writtenGate(gate, path) }),
      };
    });
  throw new UsageError(`${path} is not a report of "parley run --reporter json".`);
}

/**
 * Reads the gate from a report.
 *
 * @throws UsageError if the gate cannot be read, since ignoring a rule would weaken it
 */
function writtenGate(gate: unknown, path: string): GateSettings {
  return readGate(gate, (at, message) => {
    throw new UsageError(`${path}: the gate in this report can't be read: ${at}: ${message}`);
  });
}

function isStoredRun(run: Partial<WrittenRun> | null): run is WrittenRun {
  return (
    typeof run?.name === 'string' &&
    Array.isArray(run.tests) &&
    run.tests.every((test) => typeof test?.name === 'string' && Array.isArray(test.steps))
  );
}

/** Pairs each suite with the stored run of the same name. A single suite and a single run are paired whatever their names. */
export function pairWithRuns<T extends { name: string }>(
  suites: T[],
  runs: StoredRun[],
): (T & { stored: StoredRun })[] {
  const [only] = runs;
  return suites.map((suite) => {
    const stored =
      runs.find(({ name }) => name === suite.name) ??
      (runs.length === 1 && suites.length === 1 ? only : undefined);
    if (stored) return { ...suite, stored };
    const names = runs.slice(0, 10).map(({ name }) => name);
    throw new UsageError(
      `The report has no run of ${suite.name}; it has ${names.join(', ') || 'none at all'}.`,
    );
  });
}

interface RecordedSuite extends Pick<RecordedRun, 'row' | 'definitions'> {
  name: string;
  suite: Suite;
  source: SuiteSource;
  stored: StoredRun;
}

/** Re-evaluates one stored run with a suite, and reports it like a new run. */
export async function judgeRecorded(
  { name, suite, source, row, definitions, stored }: RecordedSuite,
  report: ReturnType<typeof tellAll>,
): Promise<RecordedRun> {
  const run = startRecording(name, {
    source,
    ...(row && { row }),
    ...(stored.agent && { agent: stored.agent }),
    ...(definitions && { definitions }),
    ...(suite.configuration.gate && { gate: suite.configuration.gate }),
    ...(stored.environment !== undefined && { environment: stored.environment }),
  });
  const asTested = withAgentOf(stored, suite);
  for (const event of await reevaluationEvents(asTested, withAllTests(suite, stored))) {
    run.record([event]);
    report.event(run, event);
  }
  return run;
}

/**
 * Gives a suite the evidence sources that its agent had in the stored run: those of a later version prove nothing about it.
 *
 * @throws UsageError if the run tested another agent than the suite names
 */
function withAgentOf({ name, agent }: StoredRun, suite: Suite): Suite {
  const named = suite.agent;
  if (!agent || !named) return suite;
  if (agent.name !== named.name)
    throw new UsageError(
      `The run of ${name} tested the agent "${agent.name}", and the suite names "${named.name}". Run the suite instead.`,
    );
  const { evidence: _, ...configuration } = suite.configuration;
  const { evidence } = agent;
  return { ...suite, configuration: { ...configuration, ...(evidence && { evidence }) } };
}

/** Adds tests that are missing from the stored run. They have no steps, so they end as errors. */
function withAllTests(suite: Suite, stored: StoredRun): StoredRun {
  const held = new Set(stored.tests.filter(({ attempt }) => attempt > 0).map(keyOf));
  const missing = planRun(suite)
    .filter(({ key, mode }) => mode === 'run' && !held.has(key))
    .map(
      ({ test, key }): TestResult => ({
        name: test.name,
        key,
        outcome: 'pending',
        attempt: 1,
        steps: [],
      }),
    );
  return { ...stored, tests: [...stored.tests, ...missing] };
}
