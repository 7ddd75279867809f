/** Load tests: many virtual users run existing tests at the same time, to measure how the bot copes with the load. */
import * as z from 'zod/mini';
import { failureClassNames } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { cursor, id, name, place, testName, timestamp } from './fields.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

/** Maximum duration of a load test, in seconds. */
export const loadDurationSMax = 4 * 3600;

/** Maximum number of virtual users that a load test can request. An installation can allow fewer. */
export const loadUsersMax = 50_000;

const users = z
  .number()
  .check(
    z.int('A whole number of virtual users.'),
    z.minimum(1, 'At least 1 virtual user.'),
    z.maximum(loadUsersMax, `At most ${loadUsersMax.toLocaleString('en-US')} virtual users.`),
  );
const seconds = z
  .number()
  .check(
    z.int('Whole seconds.'),
    z.minimum(1, 'At least 1 second.'),
    z.maximum(loadDurationSMax, 'At most 4 hours.'),
  );

export const loadProfileSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('steady'), users, durationS: seconds }),
    z.object({ kind: z.literal('ramp'), users, rampS: seconds, durationS: seconds }),
    z.object({
      kind: z.literal('arrivals'),
      perSecond: z
        .number()
        .check(
          z.minimum(0.01, 'At least 0.01 conversations per second.'),
          z.maximum(10_000, 'At most 10,000 conversations per second.'),
        ),
      usersMax: users,
      durationS: seconds,
    }),
    z.object({
      kind: z.literal('spike'),
      users,
      spikeUsers: users,
      spikeAtS: seconds,
      spikeS: seconds,
      durationS: seconds,
    }),
  ])
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [path], message });
    if (value.kind === 'ramp' && value.rampS > value.durationS)
      refuse('rampS', 'The ramp is longer than the test.');
    if (value.kind !== 'spike') return;
    if (value.spikeAtS + value.spikeS > value.durationS)
      refuse('spikeS', 'The spike ends after the test.');
    if (value.spikeUsers <= value.users)
      refuse('spikeUsers', 'A spike needs more virtual users than the time around it.');
  });

export const loadMetric = z.enum(['errorRate', 'p50', 'p95', 'p99', 'max']);

const loadThreshold = z
  .object({
    metric: loadMetric,
    /** In milliseconds; for `errorRate`, a share from 0 to 1. */
    max: z.number().check(z.minimum(0, 'Not below 0.'), z.maximum(600_000, 'At most 10 minutes.')),
  })
  .check(({ value, issues }) => {
    const refuse = (message: string) =>
      issues.push({ code: 'custom', input: value, path: ['max'], message });
    if (value.metric === 'errorRate' && value.max > 1)
      refuse('An error rate is between 0 and 100%.');
    if (value.metric !== 'errorRate' && value.max < 1) refuse('No bot answers within 0 ms.');
  });

const percentiles = ['p50', 'p95', 'p99', 'max'];

const thresholds = z.array(loadThreshold).check(
  z.maxLength(5),
  z.refine((all) => new Set(all.map(({ metric }) => metric)).size === all.length, {
    error: 'Each threshold can be set only once.',
  }),
  z.refine(
    (all) => {
      const limits = percentiles.flatMap(
        (metric) => all.find((threshold) => threshold.metric === metric)?.max ?? [],
      );
      return limits.every((limit, index) => index === 0 || limit >= (limits[index - 1] ?? 0));
    },
    { error: 'A higher percentile cannot have a lower limit: p50 ≤ p95 ≤ p99 ≤ maximum.' },
  ),
);

/** Environment of the suite's project, or only a label if the project has none. */
const environment = z.optional(name);

const loadTestPlan = {
  suiteId: id,
  environment,
  /** Names of the tests to run in turn. Defaults to all tests that the suite does not skip. */
  tests: z.optional(z.array(testName).check(z.minLength(1, 'Choose a test.'), z.maxLength(1000))),
  profile: loadProfileSchema,
  /** Pause between a reply and the next message. */
  thinkTimeMs: z
    .number()
    .check(
      z.int('Whole milliseconds.'),
      z.minimum(0, 'Not below 0.'),
      z.maximum(600_000, 'At most 10 minutes.'),
    ),
  thresholds,
};

export const loadTestStatus = z.enum([
  'queued',
  'running',
  'passed',
  'failed',
  'cancelled',
  'interrupted',
]);

export type LoadTestStatus = z.output<typeof loadTestStatus>;

export const loadTestSchema = z.object({
  id,
  name: z.string(),
  /** Null after the suite was deleted. `suiteName` stays. */
  suiteId: z.nullable(id),
  suiteName: z.string(),
  tests: z.nullable(z.array(z.string())),
  /** The environment of the load test, such as `staging`; null if it had none. */
  environment: z.nullable(z.string()),
  /** Version of the environment’s values that the load test uses; null if `environment` is only a label. */
  environmentVersion: z.nullable(z.number()),
  targetHost: z.string(),
  profile: loadProfileSchema,
  thinkTimeMs: z.number(),
  thresholds: z.array(loadThreshold),
  status: loadTestStatus,
  startedBy: z.nullable(z.string()),
  createdAt: timestamp,
  /** Start of second 0. */
  startsAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  stopRequested: z.boolean(),
  /** Number of parts into which the virtual users are divided. `workers` is the number of workers that currently run parts. */
  shares: z.number(),
  workers: z.number(),
  workersLost: z.number(),
  /** The main figures; null until the load test has ended. */
  summary: z.nullable(
    z.object({
      conversations: z.number(),
      turns: z.number(),
      errorRate: z.number(),
      p50: z.number(),
      p95: z.number(),
      p99: z.number(),
    }),
  ),
});

export type LoadTest = z.output<typeof loadTestSchema>;

const failureClass = z.enum(failureClassNames);

/** One second of a load test, over all workers. Latencies are in milliseconds, or null if no turn ended in that second. */
export const loadPointSchema = z.object({
  second: z.number(),
  active: z.number(),
  started: z.number(),
  finished: z.number(),
  failed: z.number(),
  turns: z.number(),
  errors: z.partialRecord(failureClass, z.number()),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p99: z.nullable(z.number()),
  max: z.nullable(z.number()),
  lagMs: z.number(),
});

export type LoadPoint = z.output<typeof loadPointSchema>;

const latencies = z.object({
  mean: z.number(),
  p50: z.number(),
  p75: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
});

export const loadReportSchema = z.object({
  counts: z.object({
    started: z.number(),
    passed: z.number(),
    failed: z.number(),
    unfinished: z.number(),
    dropped: z.number(),
    turns: z.number(),
  }),
  errorRate: z.number(),
  turnsPerSecond: z.number(),
  latency: latencies,
  /** Longest delay caused by Parley itself, in milliseconds. */
  lagMs: z.number(),
  thresholds: z.array(
    z.object({
      metric: loadMetric,
      max: z.number(),
      /** Null if nothing was measured, because there was no reply, or for `errorRate` because no conversation ended. */
      actual: z.nullable(z.number()),
      passed: z.boolean(),
    }),
  ),
  /** Slowest first. */
  steps: z.array(
    z.object({
      test: z.string(),
      step: z.number(),
      says: z.string(),
      turns: z.number(),
      failed: z.number(),
      latency: latencies,
    }),
  ),
  errors: z.array(
    z.object({ class: failureClass, code: z.string(), message: z.string(), count: z.number() }),
  ),
  /** A sample of the failed conversations. */
  failures: z.array(
    z.object({
      test: z.string(),
      second: z.number(),
      failure: z.object({
        class: failureClass,
        code: z.string(),
        message: z.string(),
        hint: z.optional(z.string()),
      }),
      turns: z.array(
        z.object({
          sent: z.string(),
          reply: z.nullable(z.string()),
          latencyMs: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  /** Events on the workers during the load test. */
  incidents: z.array(z.object({ second: z.number(), message: z.string() })),
});

export type LoadReport = z.output<typeof loadReportSchema>;

export const createLoadTest = endpoint({
  method: 'POST',
  path: `${organization}/loadtests`,
  summary: 'Start a load test with the tests of a suite as they are now',
  access: { organization: 'runs.start' },
  body: z.object({ name, ...loadTestPlan }),
  response: loadTestSchema,
  status: 202,
  errors: [
    'suite_invalid',
    'suite_not_runnable',
    'subscription_inactive',
    'quota_reached',
    'target_not_proven',
    'load_limit',
    'load_testing_off',
  ],
  idempotent: true,
});

export const listLoadTests = endpoint({
  method: 'GET',
  path: `${organization}/loadtests`,
  summary: 'List load tests, newest first; `cursor` is that of the previous page',
  access: { organization: 'runs.read' },
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    suiteId: z.optional(id),
  }),
  response: z.object({ items: z.array(loadTestSchema), nextCursor: z.nullable(z.string()) }),
});

export const getLoadTest = endpoint({
  method: 'GET',
  path: `${organization}/loadtests/{loadTestId}`,
  summary: 'Get a load test',
  access: { organization: 'runs.read' },
  response: loadTestSchema,
});

export const deleteLoadTest = endpoint({
  method: 'DELETE',
  path: `${organization}/loadtests/{loadTestId}`,
  summary: 'Delete a load test that has ended, with its results',
  access: { organization: 'runs.start' },
  response: 'nothing',
  errors: ['conflict'],
});

export const stopLoadTest = endpoint({
  method: 'POST',
  path: `${organization}/loadtests/{loadTestId}/stop`,
  summary: 'Stop a load test within two seconds; what was measured stays',
  access: { organization: 'runs.start' },
  response: loadTestSchema,
  status: 202,
  errors: ['run_finished'],
});

export const listLoadPoints = endpoint({
  method: 'GET',
  path: `${organization}/loadtests/{loadTestId}/points`,
  summary: 'Get the seconds of a load test after a given second, in order',
  access: { organization: 'runs.read' },
  query: z.object({
    from: z._default(place, 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1200)), 1200),
  }),
  response: z.object({
    points: z.array(loadPointSchema),
    /** Seconds before this one are final. The next request starts at this second. */
    settledBefore: z.number(),
    isComplete: z.boolean(),
  }),
});

export const getLoadReport = endpoint({
  method: 'GET',
  path: `${organization}/loadtests/{loadTestId}/report`,
  summary: 'Get the result of a load test, or its result so far',
  access: { organization: 'runs.read' },
  response: loadReportSchema,
});

export const exportLoadTest = endpoint({
  method: 'GET',
  path: `${organization}/loadtests/{loadTestId}/export`,
  summary: 'Download a load test as a file: seconds (csv), everything (json), thresholds (junit)',
  access: { organization: 'runs.read' },
  query: z.object({ format: z._default(z.enum(['csv', 'json', 'junit']), 'json') }),
  response: 'file',
});

export const loadTargetSchema = z.object({
  host: z.string(),
  /** True if the ownership of the host is proven, so that load tests can exceed `freeTurnsPerSecond`. */
  isProven: z.boolean(),
  /** Kind of proof; null if there is none. `operator`: the operator configured the host as proven. */
  provenBy: z.nullable(z.enum(['operator', 'file', 'dns'])),
  freeTurnsPerSecond: z.number(),
  usersMax: z.number(),
  file: z.object({ url: z.string(), content: z.string() }),
  dns: z.nullable(z.object({ name: z.string(), value: z.string() })),
});

export type LoadTarget = z.output<typeof loadTargetSchema>;

export const getLoadTarget = endpoint({
  method: 'GET',
  path: `${organization}/testsuites/{suiteId}/loadtarget`,
  summary: 'Get the host of a suite, and how to prove that you control it',
  access: { organization: 'runs.read' },
  query: z.object({ environment }),
  response: loadTargetSchema,
  errors: ['suite_invalid', 'suite_not_runnable'],
});

export const checkLoadTarget = endpoint({
  method: 'POST',
  path: `${organization}/testsuites/{suiteId}/loadtarget/check`,
  summary: 'Check the proof that you control the host of a suite',
  access: { organization: 'runs.start' },
  query: z.object({ environment }),
  response: loadTargetSchema,
  errors: ['suite_invalid', 'suite_not_runnable'],
  limitPerMinute: 30,
});
