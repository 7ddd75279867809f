/** Runs a suite: plans the tests, runs their conversations in parallel and emits events. */

import type { Egress } from '@parley/egress';
import {
  conclude,
  concludeTries,
  describeExpectation,
  expandBlocks,
  type Failure,
  missingChannel,
  type PlannedTest,
  planRun,
  type RepeatRule,
  type RunEvent,
  type RunFinished,
  type RunStarted,
  type Suite,
  usesSecrets,
  valuesFor,
} from '@parley/suite';
import { type BrowserSettings, createRunBrowser } from './channels/browser/run-browser.ts';
import { openHttpConnections } from './channels/http/http-connections.ts';
import { createMask, hideSecrets } from './channels/mask.ts';
import type { PhoneSettings } from './channels/phone/phone-settings.ts';
import { type KeepEvidence, keepMasked } from './evidence.ts';
import type { HostPace } from './host-pace.ts';
import { inParallel } from './in-parallel.ts';
import type { Judge, Question } from './judge/judge.ts';
import { createEventMask } from './mask-event.ts';
import { nothingTested } from './nothing-tested.ts';
import { createPathWatch } from './path-watch.ts';
import { prepareTest, refuseTest } from './prepare-test.ts';
import type { PreparedTest } from './prepared-test.ts';
import {
  conversationPlaces,
  type EndedTries,
  inOrder,
  judgedEvent,
  repeatTest,
  revisedEnd,
} from './repeat/repeat-test.ts';
import { createBeforeAll } from './requests/before-all.ts';
import { shownInput } from './requests/shown-request.ts';
import { createRunPace } from './run-pace.ts';
import { createRunStop, type StopReason } from './run-stop.ts';
import { type FinishedTest, type RunContext, runTest, waitBeforeRetry } from './run-test.ts';
import type { LoadRecording } from './sound/judge-sounds.ts';
import { createSpanAllowance } from './spans/show-spans.ts';
import type { SpanBook } from './spans/span-book.ts';
import { settingsOfSuite } from './step-settings.ts';

export interface RunOptions {
  suite: Suite;
  /** Names of the tests to run, even if the suite skips them. If absent, all tests run that the suite does not skip. */
  tests?: string[];
  egress: Egress;
  /** Request rates of hosts. Waits do not count as time of the run. */
  pace?: HostPace | undefined;
  /** Party that shares the pages, calls and recognizers of this process with other parties. */
  party?: string;
  /** Cancels the run: conversations hang up immediately and `run.finished` has the status cancelled. */
  signal: AbortSignal;
  /**
   * Receives the events, in order for each test. The conversation waits for the returned promise; if it is rejected, the run
   * stops with that error.
   */
  emit(event: RunEvent): void | Promise<void>;
  /** Progress of a resumed run: the number of its starts, counted from 1. */
  attempt?: number;
  alreadyFinished?: ReadonlyMap<number, FinishedTest>;
  /** Finished tries of repeated tests that have no verdict yet or may get another one, by test. */
  earlierTries?: ReadonlyMap<number, EndedTries>;
  /** The events of the previous attempt, in order: paths found in them count as found. */
  earlierEvents?: AsyncIterable<RunEvent> | Iterable<RunEvent>;
  /** Keys of tests that do not make the run fail, however they end. */
  quarantined?: ReadonlySet<string>;
  /** Retries when the cause is outside the bot. Takes precedence over the suite. */
  retries?: number;
  /** Number of tries of each test. Takes precedence over suite and tests. */
  repeat?: Partial<RepeatRule> | undefined;
  /** Number of tests that run at the same time. Takes precedence over the suite. */
  concurrency?: number;
  /** Time limit of the whole run. Default one hour. */
  timeoutMs?: number;
  /** Stores screenshots and other evidence, and returns the id. If absent, no evidence is kept. */
  keepEvidence?: KeepEvidence;
  /** Judges expectations about the meaning of a reply. */
  judge?: Judge | undefined;
  /** Loads the recordings that replies on phone lines are compared with, by name. */
  loadRecording?: LoadRecording | undefined;
  /** Spans that agents send, for suites that name sources of evidence. */
  spans?: SpanBook | undefined;
  /** The browser for suites that test a page. */
  browser?: BrowserSettings;
  /** Settings for calls of phone suites. */
  phone?: PhoneSettings | undefined;
  now?(): number;
}

/** Number of tests that run at the same time if the suite does not set it. */
export const concurrencyDefault = 5;
const timeoutMsDefault = 60 * 60_000;

/** Runs a suite until it ends, times out or is cancelled. Throws only what `emit` throws. */
export async function runSuite(options: RunOptions): Promise<void> {
  const { suite, attempt = 1, egress, now = Date.now } = options;
  const { configuration } = suite;
  const retries = options.retries ?? configuration.retries ?? 0;
  const { channel, stopOnFailure = false, concurrency } = configuration;
  const plan = planOf(options);
  const isQuarantined = ({ key }: PlannedTest) => options.quarantined?.has(key) ?? false;
  const toRun = plan.filter(({ mode }) => mode === 'run');
  const paths = createPathWatch(toRun, configuration);
  const mask = createEventMask(plan, configuration);
  const emit = (event: RunEvent) => {
    paths?.follow(event);
    return options.emit(mask.masked(event));
  };
  if (attempt === 1) await emit(runStarted(plan, now(), isQuarantined));
  if (!channel) return emit({ type: 'run.finished', at: now(), ...withoutChannel(suite) });
  if (paths && options.earlierEvents) {
    for await (const event of options.earlierEvents) paths.follow(event);
  }

  const finished = new Map(options.alreadyFinished);
  using stop = createRunStop(options.signal, options.timeoutMs ?? timeoutMsDefault);
  const pace = options.pace && createRunPace(options.pace, stop);
  const http = openHttpConnections(egress);
  const browser = createRunBrowser(options.browser, options.party);
  const settings = settingsOfSuite(configuration);
  const beforeAll = createBeforeAll({
    ...{ configuration, settings, egress, http, stop, retries },
    tests: toRun.map(({ source }) => source),
    waitBeforeRetry: (retry) => waitBeforeRetry(retry, stop),
  });
  const run = {
    channel,
    settings,
    beforeAll,
    stopsAtFailure: stopOnFailure,
    configuration,
    egress,
    http,
    browser,
    phone: options.phone,
    party: options.party ?? '',
    pace,
    ...maskedOutlets(options),
    loadRecording: options.loadRecording,
    spans: options.spans,
    spanAllowance: createSpanAllowance(),
    // A resumed run continues the numbering, so its attempts differ from those before.
    firstAttempt: (attempt - 1) * (retries + 1) + 1,
    retries,
    stop,
    emit,
    hide: mask.hide,
    now,
  } satisfies RunContext;
  const width = options.concurrency ?? concurrency ?? concurrencyDefault;
  const testsToRun = plan.filter(({ index, mode }) => mode === 'run' && !finished.has(index));
  const tries = new Map(
    plan.map(({ index }) => [index, new Map(options.earlierTries?.get(index))]),
  );
  const isRepeated = testsToRun.some(({ repeat }) => repeat);
  const places = isRepeated ? conversationPlaces(width) : undefined;
  const hold = async (planned: PreparedTest): Promise<FinishedTest> => {
    const { index, problem, repeat } = planned;
    if (problem) return refuseTest(planned, problem, run);
    if (!places) return runTest(planned, run);
    const ended = tries.get(index);
    if (repeat && ended) return repeatTest({ ...planned, repeat }, run, { ended, places });
    const leave = await places.enter(String(index), stop);
    return runTest(planned, run).finally(leave);
  };
  // Repeated tests take turns with all others, so that a temporary disturbance of the bot affects each of them a little.
  await inParallel(testsToRun, places ? testsToRun.length : width, async (planned) => {
    const { index } = planned;
    if (stop.isStopped()) return;
    try {
      finished.set(index, await hold(planned));
    } catch (error) {
      // A conversation that was hung up has no end. Any other error means that an event could not be stored.
      if (!stop.isStopped()) stop.stop({ kind: 'broken', error });
    }
  });
  await Promise.all([http.close(), browser.close()]);

  // A stopped run is not revised, because the rest of it could have shown the missing paths.
  if (!stop.isStopped() && paths) await revise(paths, plan, { finished, tries }, run);
  const counting = new Map(finished);
  for (const planned of plan) if (isQuarantined(planned)) counting.delete(planned.index);
  const end = endOf(counting, stop.reason());
  const nothing = nothingTested({ plan, finished, counting, configuration });
  const slowed = pace?.slowed();
  await emit({
    type: 'run.finished',
    at: now(),
    ...((end.status === 'passed' && nothing) || end),
    ...(slowed && { slowed }),
  });
}

interface Ends {
  finished: Map<number, FinishedTest>;
  /** Ended tries of each test. */
  tries: ReadonlyMap<number, Map<number, FinishedTest>>;
}

/** Emits and applies the verdicts that depended on the rest of the run. */
async function revise(
  paths: NonNullable<ReturnType<typeof createPathWatch>>,
  plan: readonly PreparedTest[],
  { finished, tries }: Ends,
  { emit, now }: Pick<RunContext, 'emit' | 'now'>,
): Promise<void> {
  const judgedAnew = new Set<number>();
  for (const revision of paths.revisions(now())) {
    await emit(revision);
    const { test, try: number } = revision;
    const ended = number === undefined ? undefined : tries.get(test);
    const was = number === undefined ? finished.get(test) : ended?.get(number);
    if (!was) continue;
    if (number === undefined) finished.set(test, revisedEnd(was, revision));
    else ended?.set(number, revisedEnd(was, revision));
    if (number !== undefined) judgedAnew.add(test);
  }
  for (const { index, repeat } of plan) {
    const ends = inOrder(tries.get(index) ?? new Map());
    if (!repeat || !judgedAnew.has(index)) continue;
    const ending = concludeTries(repeat, ends);
    await emit(judgedEvent({ test: index, at: now() }, ending, ends));
    finished.set(index, { ...finished.get(index), ...ending });
  }
}

/** Masks the secrets of the environment in evidence and in questions to the judge, even if a bot repeats them. */
function maskedOutlets({ suite, keepEvidence, judge }: RunOptions) {
  const { configuration, tests } = expandBlocks(suite);
  const mask = createMask();
  hideSecrets(mask, valuesFor(configuration));
  if (mask.isEmpty()) return { keepEvidence, judge };
  const areSent = tests.some((test) => usesSecrets(test, configuration));
  return {
    keepEvidence: keepEvidence && keepMasked(keepEvidence, mask, areSent),
    judge: judge && ((question: Question) => judge(mask.inData(question))),
  };
}

function planOf({ suite, tests, repeat }: RunOptions): PreparedTest[] {
  return planRun(suite, { ...(tests && { tests }), repeat }).map((planned) =>
    prepareTest(planned, suite),
  );
}

/** The event that opens a run. */
export const runStarted = (
  plan: PreparedTest[],
  at: number,
  isQuarantined: (test: PlannedTest) => boolean = () => false,
): RunStarted => ({
  type: 'run.started',
  at,
  tests: plan.map((planned) => {
    const { test, key, mode, isLeftOutByOnly, warnings, repeat, isMust } = planned;
    return {
      name: test.name,
      ...(key !== test.name && { key }),
      mode,
      ...(isLeftOutByOnly && { isLeftOutByOnly }),
      ...(warnings && { warnings }),
      ...(isQuarantined(planned) && { isQuarantined: true }),
      ...(repeat && { repeat }),
      ...(isMust && { isMust }),
      steps: test.interactions.map((interaction) => ({
        input: shownInput(interaction.input),
        expected: describeExpectation(interaction),
        ...(interaction.metrics && { metrics: Object.keys(interaction.metrics) }),
        ...(interaction.origin && { origin: interaction.origin }),
      })),
    };
  }),
});

type RunEnd = Pick<RunFinished, 'status' | 'failure'>;

function endOf(
  finished: ReadonlyMap<number, FinishedTest>,
  stopped: StopReason | undefined,
): RunEnd {
  if (stopped?.kind === 'broken') throw stopped.error;
  if (stopped?.kind === 'cancelled') return { status: 'cancelled' };
  if (stopped?.kind === 'overdue') return overdue;
  return { status: conclude([...finished.values()].map(({ outcome }) => outcome)) };
}

const overdue: RunEnd = {
  status: 'error',
  failure: {
    class: 'configuration',
    code: 'run-timeout',
    message: 'The run took too long and was stopped.',
    hint: 'Split the suite, or raise its concurrency.',
  },
};

const withoutChannel = ({ configuration }: Suite): RunEnd => ({
  status: 'error',
  failure: {
    class: 'configuration',
    code: 'no-channel',
    ...missingChannel(configuration),
  } satisfies Failure,
});
