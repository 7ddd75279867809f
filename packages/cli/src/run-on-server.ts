/** `parley run <suite ids>`: runs suites on a server, and follows their events to the end. */
import { type RecordedRun, startRecording } from '@parley/engine';
import { parseSuite, planRun, type RunEvent, readEvent, type Suite } from '@parley/suite';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { UsageError } from './exit-codes.ts';
import { reportRuns } from './report-runs.ts';
import type { RunCommandOptions } from './run-options.ts';
import { selectTests } from './select-tests.ts';
import {
  createServerClient,
  type RunStart,
  type ServerClient,
  type ServerRun,
} from './server-client.ts';

interface SuiteToStart extends RunStart {
  id: string;
}

export async function runOnServer(server: string, options: RunCommandOptions): Promise<number> {
  const { files: suiteIds, forFilesOnly } = options;
  if (suiteIds.length === 0)
    throw new UsageError('Name the suite by its ID, which is in its address.');
  if (forFilesOnly.length > 0) {
    throw new UsageError(
      `--${forFilesOnly[0]} is for files; the suites of a server say it themselves.`,
    );
  }
  const key = process.env.PARLEY_API_KEY;
  if (!key) throw new UsageError('Set PARLEY_API_KEY to an API key from your account page.');
  const client = createServerClient(server, key);
  const { label, environment, repeat } = options;
  const said = {
    ...(label && { label }),
    ...(environment && { environment }),
    ...(repeat && { repeat }),
  };
  const selected = await select(client, suiteIds, options);
  const suites = selected.map((suite) => ({ ...suite, ...said }));
  const broken = new AbortController();
  const signal = AbortSignal.any([cancelledByInterrupt(), broken.signal]);
  return reportRuns(options, async (report) => {
    const following = suites.map((suite) => follow(client, suite, signal, report.event));
    // If a run cannot be followed, cancel the others and wait for them: they are reported too.
    for (const run of following) run.catch((error) => broken.abort(error));
    await Promise.allSettled(following);
    broken.signal.throwIfAborted();
    return Promise.all(following);
  });
}

/**
 * Selects tests from the current suites. All suites are fetched before the first run starts, even if all of their tests are
 * selected, because an id can be mistyped.
 */
async function select(
  client: ServerClient,
  suiteIds: string[],
  { selection }: RunCommandOptions,
): Promise<SuiteToStart[]> {
  const { grep, tags, excludedTags, shard } = selection;
  const texts = await Promise.all(suiteIds.map((id) => client.suite(id)));
  const isAll = !grep && !shard && tags.length === 0 && excludedTags.length === 0;
  if (isAll) return suiteIds.map((id) => ({ id }));
  const suites = suiteIds.map((id, index) => ({
    id,
    suite: parseSuite(texts[index]?.source ?? '').suite,
  }));
  const selected = selectTests(suites, selection);
  if (selected.length === 0 && !shard) throw new UsageError('No test matches.');
  const toRun = selected
    .map(({ id, suite }) => ({ id, tests: namesToRun(suite) }))
    .filter(({ tests }) => tests.length > 0);
  if (toRun.length === 0 && !shard) throw new UsageError('All tests that match are skipped.');
  return toRun;
}

/** Returns the names of the tests to run. Skipped tests are left out, because a server runs every named test. */
function namesToRun(suite: Suite): string[] {
  return planRun(suite)
    .filter(({ mode }) => mode === 'run')
    .map(({ test }) => test.name);
}

/** Longest wait for events of a queued run. It is short so that changes in what the run waits for are shown soon. */
const queuedWaitSeconds = 3;

/** Creates a function that prints to standard error what a run waits for, unless it has not changed since the last call. */
function createWaitingNote(suiteName: string): (run: ServerRun) => void {
  let told: string | undefined;
  return ({ waiting }) => {
    if (waiting === undefined) return;
    const names = waiting.runs?.map((other) => other.suiteName) ?? [];
    const text = [waiting.message, names.length > 0 && `Ahead: ${names.join(', ')}.`]
      .filter(Boolean)
      .join(' ');
    if (text === told) return;
    told = text;
    process.stderr.write(`${suiteName}: ${text}\n`);
  };
}

async function follow(
  client: ServerClient,
  { id, ...start }: SuiteToStart,
  signal: AbortSignal,
  tell: (run: RecordedRun, event: RunEvent) => void,
): Promise<RecordedRun> {
  const started = await client.startRun(id, start);
  const { id: runId, suiteName } = started;
  const run = startRecording(suiteName);
  const name = started.number ? `${suiteName} · #${started.number}` : suiteName;
  process.stderr.write(`${name}: ${client.pageOf(runId)}\n`);
  const tellWaiting = createWaitingNote(suiteName);
  // A run that only waits behind others is likely to start in a moment.
  if (started.waiting?.for !== 'place') tellWaiting(started);
  // The server refuses if the run has ended in the meantime; the loop below then reads its end.
  const cancel = () => void client.cancel(runId).catch(() => {});
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const take = (event: RunEvent) => {
    run.record([event]);
    tell(run, event);
  };
  try {
    for (let after = 0; ; ) {
      const isQueued = after === 0;
      const { events, isComplete } = await client.events(
        runId,
        after,
        ...(isQueued ? [queuedWaitSeconds] : []),
      );
      if (isQueued && events.length === 0) tellWaiting(await client.run(runId));
      for (const { seq, event } of events) {
        take(readEvent(event));
        after = seq;
      }
      if (isComplete) return run;
    }
  } catch (error) {
    // Ensures that no report mistakes missing tests for tests that were never planned.
    take({ type: 'run.finished', at: Date.now(), status: 'interrupted' });
    throw error;
  } finally {
    // Cancelling now would only repeat requests to a server that was already given up.
    signal.removeEventListener('abort', cancel);
  }
}
