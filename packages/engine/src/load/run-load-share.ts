/**
 * One part of a load test: a share of its virtual users, in this process. Several processes carry a test together. Each
 * computes its share from the profile alone, so they only need to agree on the start.
 */
import { randomUUID } from 'node:crypto';
import type { Egress } from '@parley/egress';
import {
  type ChannelConfiguration,
  describeInput,
  type FailedConversation,
  fillTest,
  type LoadProfile,
  type LoadSample,
  type LoadTotals,
  planRun,
  type Suite,
  type SuiteConfiguration,
  type Test,
  type Values,
  valuesFor,
} from '@parley/suite';
import { createRunBrowser } from '../channels/browser/run-browser.ts';
import { openHttpConnections } from '../channels/http/http-connections.ts';
import type { Mask } from '../channels/mask.ts';
import type { HostPace } from '../host-pace.ts';
import { limits } from '../limits.ts';
import { maskOfTest } from '../mask-event.ts';
import { waitMsFor } from '../reply-window.ts';
import { createBeforeAll } from '../requests/before-all.ts';
import { createRunStop } from '../run-stop.ts';
import { waitBeforeRetry } from '../run-test.ts';
import { localeDefault, settingsOfSuite } from '../step-settings.ts';
import { holdConversation } from './load-conversation.ts';
import { createLoadRecorder } from './load-recorder.ts';
import { oneHostEgress } from './one-host-egress.ts';
import { createSleepers } from './sleepers.ts';
import { employCrew } from './user-crew.ts';

export interface LoadShare {
  suite: Suite;
  /** Names of the tests to run in turn. If absent, all tests run that the suite does not skip. */
  tests?: string[];
  profile: LoadProfile;
  /** Pause between a reply and the next message, in milliseconds. */
  thinkTimeMs: number;
  /** True to start new users one after another, because nobody has proven to own the host. */
  isPaced: boolean;
  /** Request rate of the host. */
  pace?: HostPace | undefined;
  share: number;
  shares: number;
  /** Milliseconds until second 0 of the test; negative for a share that is taken over from another worker. */
  startInMs: number;
  egress: Egress;
  /** `host:port` of the bot, the only host that the test may reach. */
  host: string;
  /** User agent that tells the bot's owner where the load comes from. */
  userAgent: string;
  /** Ends all conversations immediately. */
  signal: AbortSignal;
  /** Called each second, and once more at the end. */
  onSecond(progress: LoadProgress): void;
}

export interface LoadProgress {
  sample: LoadSample;
  totals(): LoadTotals;
  failures(): readonly FailedConversation[];
}

/** Maximum wait for outstanding replies at the end, in milliseconds. */
const graceMsMax = 10_000;

/** Runs the share until no conversation is left. A suite without a channel or tests does nothing. */
/**
 * Least time for which values of `before all` have to be valid, in milliseconds. The requests go to hosts that nobody has proven
 * to own, so a load test must not send them as often as it starts conversations.
 */
const sharedLifetimeLeastMs = 10_000;

export async function runLoadShare(options: LoadShare): Promise<LoadTotals> {
  const { suite, profile, share, shares, thinkTimeMs, isPaced } = options;
  const egress = oneHostEgress(options.egress, options.host);
  const { configuration } = suite;
  const tests = testsOf(options);
  const recorder = createLoadRecorder(tests.flatMap(({ names }) => names));
  const channel = configuration.channel && withUserAgent(configuration.channel, options.userAgent);
  if (!channel || tests.length === 0) return recorder.totals();

  const settings = settingsOfSuite(configuration);
  const startAt = performance.now() + options.startInMs;
  const endAt = startAt + profile.durationS * 1000;
  const graceMs = Math.min(graceMsMax, waitMsFor(settings.replyTimeoutMs));
  using stop = createRunStop(options.signal, endAt + graceMs - performance.now());
  const http = openHttpConnections(egress);
  const browser = createRunBrowser();
  // The requests may go to other hosts than that of the bot, such as one that issues tokens.
  const httpOfRequests = openHttpConnections(options.egress);
  const beforeAll = createBeforeAll({
    ...{ configuration, settings, stop, egress: options.egress, http: httpOfRequests },
    tests: tests.map(({ source }) => source),
    retries: configuration.retries ?? 0,
    waitBeforeRetry: (retry) => waitBeforeRetry(retry, stop),
    lifetimeLeastMs: sharedLifetimeLeastMs,
  });
  const fillWith = createFill(configuration);
  const sleepers = createSleepers();
  let isOver = false;
  const finish = () => {
    isOver = true;
    sleepers.wakeAll();
  };
  stop.whenStopped(finish);
  const endTimer = setTimeout(finish, Math.max(0, endAt - performance.now()));
  const second = () => Math.max(0, Math.floor((performance.now() - startAt) / 1000));
  const metronome = startMetronome(startAt, (past) =>
    options.onSecond({
      sample: recorder.takeSample(past),
      totals: recorder.totals,
      failures: recorder.failures,
    }),
  );

  let held = 0;
  try {
    await employCrew({
      profile,
      share,
      shares,
      thinkTimeMs,
      isPaced,
      startAt,
      recorder,
      sleepers,
      isOver: () => isOver,
      converse(dueAt) {
        const { test, source, firstStep, mask } = tests[
          (share + held++) % tests.length
        ] as LoadedTest;
        return holdConversation({
          script: { test, settings, stopsAtFailure: true },
          channel,
          firstStep,
          mask,
          dueAt,
          thinkTimeMs,
          recorder,
          sleepers,
          stop,
          needsRequests: Boolean(configuration.beforeEach ?? configuration.afterEach),
          beforeAll,
          refill: (saved) => fillWith(source, saved),
          isOver: () => isOver,
          second,
          setup: {
            egress,
            http,
            browser,
            phone: undefined,
            party: '',
            pace: options.pace,
            locale: configuration.locale ?? localeDefault,
            // Waiting as a busy bot asks would reduce the load.
            waitsForBusyBots: false,
            values: { ...valuesFor(configuration, test), conversationId: randomUUID() },
            deadline: performance.now() + Math.min(limits.openMs, settings.replyTimeoutMs),
            stop,
          },
        });
      },
    });
  } finally {
    clearTimeout(endTimer);
    metronome.stop();
    await Promise.all([http.close(), httpOfRequests.close(), browser.close()]);
  }
  return recorder.totals();
}

interface LoadedTest {
  test: Test;
  /** The test as planned, with its templates. */
  source: Test;
  firstStep: number;
  /** Hides the secrets and credentials of the test. */
  mask: Mask;
  names: { test: string; step: number; says: string }[];
}

function testsOf({ suite, tests: names }: LoadShare): LoadedTest[] {
  let firstStep = 0;
  return planRun(suite, names ? { tests: names } : {})
    .filter(({ mode }) => mode === 'run')
    .map((planned) => {
      const test = withoutJudge(fillTest(planned.test, suite.configuration));
      const mask = maskOfTest({ test }, suite.configuration);
      const at = firstStep;
      firstStep += test.interactions.length;
      return {
        test,
        source: planned.test,
        firstStep: at,
        mask,
        names: test.interactions.map(({ input }, step) => ({
          test: test.name,
          step,
          says: mask.inText(describeInput(input)),
        })),
      };
    });
}

/** Fills in tests with the values of the requests before all tests, and again only if these change. */
function createFill(configuration: SuiteConfiguration) {
  let filled = new Map<Test, Test>();
  let filledWith = '';
  return (source: Test, saved: Values): Test => {
    const values = JSON.stringify(saved);
    if (values !== filledWith) filled = new Map();
    filledWith = values;
    const test =
      filled.get(source) ?? withoutJudge(fillTest(source, configuration, undefined, saved));
    filled.set(source, test);
    return test;
  };
}

/** Removes expectations that need a judge, because a model is not asked thousands of times. */
function withoutJudge(test: Test): Test {
  const interactions = test.interactions.map((interaction) => ({
    ...interaction,
    assertions: interaction.assertions.filter(({ operator }) => operator !== 'means'),
  }));
  return { ...test, interactions };
}

/** Overrides the user agent of the suite, because the target of a load test must be able to find its source. */
function withUserAgent(channel: ChannelConfiguration, userAgent: string): ChannelConfiguration {
  if (channel.kind === 'directline' || channel.kind === 'browser' || channel.kind === 'phone') {
    return channel;
  }
  const others = Object.entries(channel.headers ?? {}).filter(
    ([name]) => name.toLowerCase() !== 'user-agent',
  );
  return { ...channel, headers: { ...Object.fromEntries(others), 'user-agent': userAgent } };
}

/** Calls `beat` at the end of each second of the test with the number of that second, and once more when stopped. */
function startMetronome(startAt: number, beat: (second: number) => void) {
  const now = () => Math.floor((performance.now() - startAt) / 1000);
  let next = Math.max(0, now());
  let timer: NodeJS.Timeout;
  const plan = () => {
    const inMs = startAt + (next + 1) * 1000 - performance.now();
    timer = setTimeout(
      () => {
        // A process that was suspended skips the seconds that it missed.
        beat(Math.max(next, now() - 1));
        next = Math.max(next + 1, now());
        plan();
      },
      Math.max(0, inMs),
    );
  };
  plan();
  return {
    stop() {
      clearTimeout(timer);
      beat(Math.max(next, 0));
    },
  };
}
