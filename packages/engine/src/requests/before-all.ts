/** Sends the requests before all tests, once per run, and again when their values expire. */
import {
  type Failure,
  type RequestFinished,
  type SuiteConfiguration,
  type Test,
  type Values,
  valuesFor,
} from '@parley/suite';
import type { RunStop } from '../run-stop.ts';
import { credentialNames, type RequestsToSend, sendOne } from './run-requests.ts';

type Finished = Omit<RequestFinished, 'type' | 'at' | 'test' | 'attempt'>;

/** What the requests before all tests gave to one attempt of a test. */
export interface SharedValues {
  saved: Values;
  failure?: Failure;
  /** Results of the requests. Those that were sent for an earlier test have no answer. */
  finished: Finished[];
  /** Values to hide in the events of the test. */
  secrets: readonly string[];
}

export interface BeforeAll {
  /**
   * Sends the requests that have not been sent or whose values have expired. Tests that ask at the same time share them. After a
   * failure, nothing is sent any more, and every test gets the failure. Throws only when the run is stopped.
   */
  obtain(): Promise<SharedValues>;
}

interface BeforeAllOptions
  extends Pick<RequestsToSend, 'settings'>,
    Pick<RequestsToSend['setup'], 'egress' | 'http'> {
  configuration: SuiteConfiguration;
  tests: readonly Test[];
  stop: RunStop;
  retries: number;
  waitBeforeRetry(retry: number): Promise<void>;
  /** Milliseconds for which saved values have to be valid, so that nothing is sent more often. Default 0. */
  lifetimeLeastMs?: number;
}

/** Latest time before their end at which values are fetched again, so that they last for the next test. */
const renewBeforeMs = 60_000;

interface Sent {
  saved: Values;
  finished: Finished;
  /** Time by the clock at which the request has to be sent again. */
  staleAt: number;
}

export function createBeforeAll({
  configuration,
  tests,
  stop,
  retries,
  waitBeforeRetry,
  lifetimeLeastMs = 0,
  settings,
  egress,
  http,
}: BeforeAllOptions): BeforeAll | undefined {
  const { beforeAll: requests = [] } = configuration;
  if (requests.length === 0) return undefined;
  const values = valuesFor(configuration);
  const credentials = new Set(tests.flatMap((test) => [...credentialNames(configuration, test)]));
  const sent = new Map<number, Sent>();
  const secrets = new Set<string>();
  let failure: Failure | undefined;
  let underWay: Promise<SharedValues> | undefined;

  const savedBefore = (place: number): Values =>
    Object.assign({}, ...requests.slice(0, place).map((_, at) => sent.get(at)?.saved));

  async function send(place: number): Promise<{ failure?: Failure; isLost: boolean }> {
    const one = requests[place];
    if (!one) return { isLost: false };
    let finished: Finished | undefined;
    const sentAt = Date.now();
    const ended = await sendOne(
      {
        when: 'before',
        isOfRun: true,
        settings,
        setup: { egress, http, values, stop },
        credentials,
        async tell(told) {
          finished = { ...told, isOfRun: true };
        },
        hide: (secret) => secrets.add(secret),
      },
      one,
      place,
      savedBefore(place),
    );
    const { saved, lifetimeMs = Number.POSITIVE_INFINITY } = ended;
    const earlyMs = Math.min(renewBeforeMs, lifetimeMs / 2);
    if (finished) sent.set(place, { saved, finished, staleAt: sentAt + lifetimeMs - earlyMs });
    if (!ended.failure && lifetimeMs < lifetimeLeastMs)
      return { failure: renewedTooOften(lifetimeLeastMs), isLost: false };
    return {
      ...(ended.failure && { failure: ended.failure }),
      isLost: ended.failure?.code === 'set-up-unreachable',
    };
  }

  async function sendWithRetries(place: number): Promise<Failure | undefined> {
    for (let retry = 0; ; retry++) {
      const ended = await send(place);
      if (!ended.isLost || retry === retries) return ended.failure;
      await waitBeforeRetry(retry);
    }
  }

  async function refresh(): Promise<SharedValues> {
    const renewed = new Set<number>();
    for (const place of requests.keys()) {
      if (failure) break;
      const staleAt = sent.get(place)?.staleAt ?? 0;
      if (Date.now() < staleAt) continue;
      const ended = await sendWithRetries(place);
      renewed.add(place);
      // A retry of one test would not help the others, so this code allows none.
      failure = ended && { ...ended, code: 'set-up-failed' };
    }
    return {
      saved: savedBefore(requests.length),
      ...(failure && { failure }),
      finished: [...sent.entries()]
        .toSorted(([a], [b]) => a - b)
        .map(([place, { finished }]) => (renewed.has(place) ? finished : withoutAnswer(finished))),
      secrets: [...secrets],
    };
  }

  return {
    obtain() {
      underWay ??= refresh().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}

const renewedTooOften = (leastMs: number): Failure => ({
  class: 'configuration',
  code: 'not-saved',
  message: `The values that a request before all tests saves are valid for less than ${leastMs / 1000} seconds, so a load test would send it too often.`,
  hint: 'Let the values be valid for longer, or run the suite without load.',
});

const withoutAnswer = ({ sent: { answer: _, ...sent }, ...finished }: Finished): Finished => ({
  ...finished,
  sent,
});
