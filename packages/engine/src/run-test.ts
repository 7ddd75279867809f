/** Runs one test: its conversation, and another one if it failed for a cause outside the bot. */
import { randomUUID } from 'node:crypto';
import type { Egress } from '@parley/egress';
import {
  asksForEvidence,
  type ChannelConfiguration,
  type Failure,
  fillTest,
  type Outcome,
  type RequestFinished,
  type RunEvent,
  type SuiteConfiguration,
  type TestResult,
  type Values,
  valuesFor,
} from '@parley/suite';
import type { RunBrowser } from './channels/browser/run-browser.ts';
import type { HttpConnections } from './channels/http/http-connections.ts';
import type { PhoneSettings } from './channels/phone/phone-settings.ts';
import { createTraffic } from './channels/traffic.ts';
import { createWait } from './channels/wait.ts';
import type { KeepEvidence } from './evidence.ts';
import type { HostPace } from './host-pace.ts';
import type { Judge } from './judge/judge.ts';
import { limits } from './limits.ts';
import type { PreparedTest } from './prepared-test.ts';
import { endOfTry } from './repeat/end-of-try.ts';
import type { BeforeAll, SharedValues } from './requests/before-all.ts';
import { credentialNames, runRequests } from './requests/run-requests.ts';
import { runConversation } from './run-conversation.ts';
import { createRunStop, type StopSignal } from './run-stop.ts';
import type { LoadRecording } from './sound/judge-sounds.ts';
import { openConversationSpans } from './spans/conversation-spans.ts';
import type { SpanAllowance } from './spans/show-spans.ts';
import type { SpanBook } from './spans/span-book.ts';
import { localeDefault, type StepSettings } from './step-settings.ts';
import type { ConversationEnd } from './walk-steps.ts';

/** Context that all tests of a run share. */
export interface RunContext {
  channel: ChannelConfiguration;
  settings: StepSettings;
  stopsAtFailure: boolean;
  configuration: SuiteConfiguration;
  egress: Egress;
  http: HttpConnections;
  browser: RunBrowser;
  phone: PhoneSettings | undefined;
  party: string;
  pace: HostPace | undefined;
  keepEvidence: KeepEvidence | undefined;
  judge: Judge | undefined;
  loadRecording: LoadRecording | undefined;
  /** Collects the spans that agents send; undefined if no spans are received. */
  spans: SpanBook | undefined;
  /** Sends the requests before all tests; undefined if the suite has none. */
  beforeAll: BeforeAll | undefined;
  /** Remaining space for the spans of the run. */
  spanAllowance: SpanAllowance;
  /** Number of the first attempt of each test. */
  firstAttempt: number;
  retries: number;
  stop: StopSignal;
  emit(event: RunEvent): void | Promise<void>;
  /** Hides a value in later events of a test. */
  hide(test: number, secret: string): void;
  now(): number;
}

/** Failure codes of the network or of systems in front of the bot. They allow a retry; failures of the bot itself do not. */
const causesOutsideTheBot = new Set([
  'check-unavailable',
  'check-unreachable',
  'connect-timeout',
  'connection-closed',
  'connection-refused',
  'dns-failed',
  'set-up-unreachable',
  'unavailable',
  'unreachable',
]);

/** Outcome of a test and its number of assertions, which is absent if they were not counted. */
export interface FinishedTest {
  outcome: Outcome;
  checks?: number | undefined;
  failure?: Failure | undefined;
}

export async function runTest(planned: PreparedTest, run: RunContext): Promise<FinishedTest> {
  const { index } = planned;
  const attemptMax = run.firstAttempt + run.retries;
  for (let attempt = run.firstAttempt; ; attempt++) {
    await run.emit({ type: 'test.started', at: run.now(), test: index, attempt });
    let hasFailed = false;
    let checks = 0;
    const held = await prepareAndConverse(planned, attempt, {
      ...run,
      emit(event) {
        hasFailed ||= isFailedStep(event);
        if (event.type === 'step.finished') checks += event.verdicts.length;
        return run.emit(event);
      },
    });
    const end = endOfTry(planned, held, checks);
    const { outcome } = end;
    await run.emit({ type: 'test.finished', at: run.now(), test: index, attempt, ...end, checks });
    // A failed step counts, even if the conversation then ended for another cause.
    if (attempt === attemptMax || hasFailed || !isOutsideTheBot(end.failure))
      return { outcome, checks, failure: end.failure };
    await waitBeforeRetry(attempt - run.firstAttempt, run.stop);
  }
}

/** @returns true if the test is not finished, because its run was interrupted before a retry */
export function awaitsRetry(
  { outcome, attempt, failure, steps }: TestResult,
  { retries = 0 }: SuiteConfiguration,
): boolean {
  const isLast = attempt % (retries + 1) === 0;
  const hasFailed = steps.some((step) => step.outcome === 'failed');
  return outcome === 'error' && !isLast && !hasFailed && isOutsideTheBot(failure);
}

export async function waitBeforeRetry(retry: number, stop: StopSignal): Promise<void> {
  const wait = createWait();
  const waited = wait.until(performance.now() + limits.retryWaitMs * 2 ** retry);
  const forget = stop.whenStopped(wait.end);
  await waited;
  forget();
  stop.throwIfStopped();
}

/** Sends the requests before the test, runs the conversation, and always sends the requests after the test. */
async function prepareAndConverse(
  planned: PreparedTest,
  attempt: number,
  run: RunContext,
): Promise<ConversationEnd> {
  const { index, source } = planned;
  const { configuration, settings, egress, http, stop } = run;
  const { beforeEach = [], afterEach = [] } = configuration;
  const values: Record<string, string> = {
    ...valuesFor(configuration, source),
    conversationId: randomUUID(),
  };
  const credentials = credentialNames(configuration, source);
  const shared = await run.beforeAll?.obtain();
  if (shared) await tellShared(shared, { index, attempt }, run);
  if (shared?.failure) return { outcome: 'error', failure: shared.failure };
  Object.assign(values, shared?.saved);
  if (beforeEach.length === 0 && afterEach.length === 0) {
    return converse(planned, attempt, run, { values, saved: { ...shared?.saved }, credentials });
  }
  const sending = {
    settings,
    setup: { egress, http, values, saved: { ...shared?.saved }, stop },
    credentials,
    async tell(finished: Omit<RequestFinished, 'type' | 'at' | 'test' | 'attempt'>) {
      await run.emit({
        type: 'request.finished',
        at: run.now(),
        test: index,
        attempt,
        ...finished,
      });
    },
    hide: (secret: string) => run.hide(index, secret),
  };
  let saved: Values = { ...shared?.saved };
  let end: ConversationEnd | undefined;
  let cleanUp: Failure | undefined;
  try {
    const prepared = await runRequests({ ...sending, when: 'before', requests: beforeEach });
    saved = { ...saved, ...prepared.saved };
    end = prepared.failure
      ? { outcome: 'error', failure: prepared.failure }
      : await converse(planned, attempt, run, {
          values: { ...values, ...saved },
          saved,
          credentials,
          onSaved: (kept) => {
            saved = { ...saved, ...kept };
          },
        });
  } finally {
    using limit = createRunStop(new AbortController().signal, limits.cleanUpMs);
    let timer: NodeJS.Timeout | undefined;
    const forget = stop.whenStopped(() => {
      timer = setTimeout(() => limit.stop({ kind: 'overdue' }), limits.stoppedCleanUpMs);
    });
    const setup = { ...sending.setup, values: { ...values, ...saved }, saved, stop: limit };
    cleanUp = await runRequests({ ...sending, when: 'after', requests: afterEach, setup })
      .then(({ failure }) => failure)
      .catch((error) => {
        // After a stop, the clean-up can take too long, and its event can be refused.
        if (limit.isStopped() || stop.isStopped()) return cleanUpOverdue;
        throw error;
      });
    forget();
    clearTimeout(timer);
  }
  // A passed test that leaves data behind is an error. Other outcomes stay as they are.
  return cleanUp && end.outcome === 'passed' ? { outcome: 'error', failure: cleanUp } : end;
}

/** Emits the results of the requests before all tests with the test that uses their values. */
async function tellShared(
  { finished, secrets }: SharedValues,
  { index, attempt }: { index: number; attempt: number },
  run: RunContext,
): Promise<void> {
  for (const secret of secrets) run.hide(index, secret);
  for (const one of finished)
    await run.emit({ type: 'request.finished', at: run.now(), test: index, attempt, ...one });
}

const cleanUpOverdue: Failure = {
  class: 'configuration',
  code: 'clean-up-failed',
  message: `The cleanup after the test took longer than ${limits.cleanUpMs / 1000} s.`,
  hint: 'Send fewer or faster requests under "after each".',
};

interface ConversationValues {
  /** Values for templates; steps add the values that they save. */
  values: Record<string, string>;
  /** Values saved by the requests before the conversation. */
  saved: Values;
  credentials: ReadonlySet<string>;
  onSaved?(kept: Values): void;
}

function converse(
  { index, source, test: filled }: PreparedTest,
  attempt: number,
  run: RunContext,
  { values, saved, credentials, onSaved }: ConversationValues,
): Promise<ConversationEnd> {
  const { egress, http, browser, phone, party, pace, stop, settings, configuration } = run;
  const refill = (kept: Values) =>
    fillTest(source, configuration, undefined, { ...saved, ...kept });
  const test = Object.keys(saved).length > 0 ? refill({}) : filled;
  const { evidence } = configuration;
  const spans =
    run.spans && evidence && openConversationSpans(run.spans, evidence, stop, () => values);
  return runConversation({
    ...run,
    spans,
    awaitsSpans: asksForEvidence(configuration.gate),
    test,
    refilled: source.interactions.some(({ save }) => save) ? refill : undefined,
    index,
    attempt,
    credentials,
    onSaved(kept) {
      Object.assign(values, kept);
      onSaved?.(kept);
    },
    hide: (secret) => run.hide(index, secret),
    setup: {
      egress,
      http,
      browser,
      phone,
      party,
      pace,
      locale: configuration.locale ?? localeDefault,
      waitsForBusyBots: true,
      loadRecording: run.loadRecording,
      values,
      deadline: performance.now() + Math.min(limits.openMs, settings.replyTimeoutMs),
      stop,
      ...(spans && { traces: spans.traces }),
      // Traffic is recorded only if evidence is kept.
      traffic: run.keepEvidence && createTraffic(),
    },
  });
}

const isFailedStep = (event: RunEvent) =>
  event.type === 'step.finished' && event.outcome === 'failed';

const isOutsideTheBot = (failure: Failure | undefined) =>
  failure !== undefined && causesOutsideTheBot.has(failure.code);
