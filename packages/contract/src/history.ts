/** Results of runs over time: figures by day, trends of a test and its steps, exports. */
import * as z from 'zod/mini';
import { endNames } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { day, id, timestamp } from './fields.ts';
import { quarantineSchema } from './quarantines.ts';
import { failureClass, runFilter } from './runs.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

/** The longest period for figures. */
export const historyDaysMax = 366;

/** Latencies in milliseconds, accurate to 5%; null if the bot never replied. */
const latency = z.nullable(z.number());

export const runFiguresSchema = z.object({
  /** Number of runs that ended. */
  runs: z.number(),
  passed: z.number(),
  /** Number of runs that failed or ended in an error. */
  failed: z.number(),
  testsPassed: z.number(),
  testsFailed: z.number(),
  /** Mean duration of the runs that were not cancelled, in milliseconds; null if there are none. */
  durationMs: z.nullable(z.number()),
  answers: z.number(),
  p50: latency,
  p90: latency,
  p95: latency,
  p99: latency,
});

export type RunFigures = z.output<typeof runFiguresSchema>;

const platform = runFilter.platform.def.innerType;
const trigger = runFilter.trigger.def.innerType;

/**
 * Filters that make sense for figures. The result is left out, because the pass rate of runs with one result is always 0% or
 * 100%. Text search is left out, because figures are summed per day.
 */
const {
  status: _status,
  failureClass: _failureClass,
  search: _search,
  ...figuresFilter
} = runFilter;

export const getFigures = endpoint({
  method: 'GET',
  path: `${organization}/history/figures`,
  summary: 'Get finished runs by day, platform and trigger',
  access: { organization: 'runs.read' },
  query: z.object({ ...figuresFilter, from: day, to: day }),
  response: z.object({
    /** Time zone of the days: the requested one, or UTC. */
    timeZone: z.string(),
    /**
     * Why days are in UTC although another zone was requested. `deleted`: runs of these days were deleted, so only daily
     * counts are left. `many`: there are too many runs to count individually. Null if the days are in the requested zone.
     */
    utcBecause: z.nullable(z.enum(['deleted', 'many'])),
    total: runFiguresSchema,
    /** Figures for the equally long period before `from`; null if they cannot be counted in this time zone. */
    before: z.nullable(runFiguresSchema),
    /** Every day from `from` to `to`. */
    days: z.array(z.extend(runFiguresSchema, { day })),
    platforms: z.array(z.extend(runFiguresSchema, { platform })),
    triggers: z.array(z.extend(runFiguresSchema, { trigger })),
    /** Why runs failed: the number of failed runs per cause. A run can have several causes. */
    causes: z.array(z.object({ failureClass, runs: z.number() })),
  }),
});

export type HistoryFigures = z.output<typeof getFigures.response>;

/** Filters that select the runs to count. */
export type FiguresFilter = z.output<typeof getFigures.query>;

export const exportFormat = z.enum(['csv', 'xlsx', 'json']);

export type HistoryExportFormat = z.output<typeof exportFormat>;

export const exportRuns = endpoint({
  method: 'GET',
  path: `${organization}/history/export`,
  summary: 'Export runs or their steps, newest first, as a file',
  access: { organization: 'runs.read' },
  query: z.object({
    ...runFilter,
    format: z._default(exportFormat, 'csv'),
    rows: z._default(z.enum(['runs', 'steps']), 'runs'),
  }),
  response: 'file',
  limitPerMinute: 30,
});

const outcome = z.enum(endNames);

/** A run in a test's history. */
const courseRunSchema = z.object({
  id,
  /** Number within its suite; null for runs of older releases. */
  number: z.nullable(z.number()),
  /** What was tested, such as a version; null if the run has no label. */
  label: z.nullable(z.string()),
  createdAt: timestamp,
  /** True if the suite's text differs from that of the run before. */
  isChanged: z.boolean(),
});

/**
 * Changes of the verdict between consecutive runs of the same text: `flips` out of `pairs`. `score` is `flips / pairs`, or
 * null below five pairs, which prove nothing.
 */
const flakinessSchema = z.object({
  flips: z.number(),
  pairs: z.number(),
  score: z.nullable(z.number()),
});

export type Flakiness = z.output<typeof flakinessSchema>;

/** Maximum number of runs for a test's history or reliability. */
export const courseRunsMax = 50;

/** Lowest score of a flaky test. */
export const flakyFrom = 0.1;

export const getReliability = endpoint({
  method: 'GET',
  path: `${organization}/testsuites/{suiteId}/reliability`,
  summary: 'Get the results of each test of a suite in its last runs, the least reliable first',
  access: { organization: 'runs.read' },
  response: z.object({
    /** Oldest first. */
    runs: z.array(courseRunSchema),
    tests: z.array(
      z.object({
        /** Key of the test's history. It stays the same when the test is renamed. */
        key: z.string(),
        /** Name in the latest run. */
        name: z.string(),
        /** One outcome per run; null if the run did not include the test. */
        outcomes: z.array(z.nullable(outcome)),
        passed: z.number(),
        failed: z.number(),
        flakiness: flakinessSchema,
        /** The active quarantine; null if there is none. */
        quarantine: z.nullable(quarantineSchema),
        /** What the results suggest about a quarantine: to begin or to end it; null if there is nothing to say. */
        evidence: z.nullable(
          z.object({ offer: z.nullable(z.enum(['quarantine', 'release'])), why: z.string() }),
        ),
      }),
    ),
    /** What the tests measured, by name. */
    metrics: z.array(
      z.object({
        name: z.string(),
        /** The limit that the suite's gate sets; null if it sets none. */
        goal: z.nullable(z.object({ operator: z.enum(['<', '<=', '>', '>=']), limit: z.number() })),
        /** One entry per run; null if nothing was measured, and for runs of older releases. */
        values: z.array(
          z.nullable(
            z.object({
              /** Number of conversations with a value, and without one. */
              measured: z.number(),
              missing: z.number(),
              /** Mean over the tests, smallest and largest value; null if all values are missing. */
              mean: z.nullable(z.number()),
              least: z.nullable(z.number()),
              most: z.nullable(z.number()),
            }),
          ),
        ),
      }),
    ),
  }),
});

export type Reliability = z.output<typeof getReliability.response>;
export type TestReliability = Reliability['tests'][number];

/** Maximum number of days for metrics in one request. */
const metricDaysMax = 366;

export const getMetricDays = endpoint({
  method: 'GET',
  path: `${organization}/testsuites/{suiteId}/metric-days`,
  summary: 'Get what the tests of a suite measured, by day',
  access: { organization: 'runs.read' },
  query: z.object({
    /** Number of days up to today, in UTC. */
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(metricDaysMax)), 90),
  }),
  response: z.object({
    metrics: z.array(
      z.object({
        name: z.string(),
        /** Days on which a run should have measured it, oldest first. */
        days: z.array(
          z.object({
            /** Date in UTC on which the runs were queued. */
            day: z.string(),
            runs: z.number(),
            /** Number of conversations with a value, and without one. */
            measured: z.number(),
            missing: z.number(),
            /** Mean over the tests of all runs, smallest and largest value; null if all values are missing. */
            mean: z.nullable(z.number()),
            least: z.nullable(z.number()),
            most: z.nullable(z.number()),
          }),
        ),
      }),
    ),
  }),
});

export type MetricDays = z.output<typeof getMetricDays.response>;

const testName = z.string().check(z.minLength(1), z.maxLength(1000));

export const getCourse = endpoint({
  method: 'GET',
  path: `${organization}/testsuites/{suiteId}/reliability/steps`,
  summary: 'Get the results of each step of a test in its last runs, with latencies and wordings',
  access: { organization: 'runs.read' },
  query: z.object({ test: testName }),
  response: z.object({
    /** Oldest first. */
    runs: z.array(courseRunSchema),
    steps: z.array(
      z.object({
        /** The user's message in the latest run. */
        said: z.string(),
        /** One result per run; null if the run did not reach the step. */
        results: z.array(
          z.nullable(
            z.object({
              outcome,
              failureClass: z.nullable(failureClass),
              latencyMs: z.nullable(z.number()),
              /** Index in `wordings`; null if the bot did not reply. */
              wording: z.nullable(z.number()),
            }),
          ),
        ),
        /** The distinct replies, in order of first use. */
        wordings: z.array(z.string()),
        flakiness: flakinessSchema,
        /** In milliseconds, not rounded. */
        p50: latency,
        p95: latency,
      }),
    ),
  }),
});

export const stepFiguresSchema = z.object({
  answers: z.number(),
  p50: latency,
  p90: latency,
  p95: latency,
  p99: latency,
});

export type StepFigures = z.output<typeof stepFiguresSchema>;

export const getStepDays = endpoint({
  method: 'GET',
  path: `${organization}/testsuites/{suiteId}/reliability/steps/days`,
  summary: 'Get the latencies of a step of a test, by day, platform and trigger',
  access: { organization: 'runs.read' },
  query: z.object({
    test: testName,
    /** Index of the step in the test, from 0. */
    step: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
    from: day,
    to: day,
    platform: runFilter.platform,
    trigger: runFilter.trigger,
  }),
  response: z.object({
    total: stepFiguresSchema,
    /** Every day from `from` to `to`. */
    days: z.array(z.extend(stepFiguresSchema, { day })),
    platforms: z.array(z.extend(stepFiguresSchema, { platform })),
    triggers: z.array(z.extend(stepFiguresSchema, { trigger })),
  }),
});

export type StepDays = z.output<typeof getStepDays.response>;

export type Course = z.output<typeof getCourse.response>;
export type StepCourse = Course['steps'][number];
