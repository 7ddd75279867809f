/** Runs: a suite carried out against its bot, live and afterwards. */
import { maxTriesMax, type WireEvent, type WireOutcome, type WireResult } from '@parley/suite';
import * as z from 'zod/mini';
import { failureClassNames, runStatuses, runTriggers } from './choices.ts';
import { endpoint, fileBodyBytesMax } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { cursor, day, id, name, place, search, testName, timestamp, timeZone } from './fields.ts';
import { runGroupNames } from './run-groups.ts';
import { suiteSource } from './suites.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

export const runStatus = z.enum(runStatuses);

export type RunStatus = z.output<typeof runStatus>;

/** Status as shown to people: a run did not fail if only undecided tests kept it from passing. */
export const shownRunStatus = z.enum([...runStatuses, 'undecided']);

export type ShownRunStatus = z.output<typeof shownRunStatus>;

/** Cause of a failure; `FailureClass` of the test language explains each. */
export const failureClass = z.enum(failureClassNames);

export const runCountsSchema = z.object({
  total: z.number(),
  ...({
    passed: z.number(),
    failed: z.number(),
    error: z.number(),
    unsure: z.number(),
  } satisfies Record<WireOutcome, unknown>),
  skipped: z.number(),
  pending: z.number(),
  /** Tests in quarantine that did not pass: neither failed nor error. Absent for none. */
  quarantined: z.optional(z.number()),
  /** Checks that passed but could not have failed. Absent for none. */
  vacuous: z.optional(z.number()),
  /** Tests that passed without an assertion. Absent for none. */
  unasserted: z.optional(z.number()),
  /** Skipped tests that only another test's `only` left out. Absent for none. */
  leftOutByOnly: z.optional(z.number()),
});

const rate = z.number().check(z.gt(0, 'Enter a rate above 0.'), z.lt(1, 'Enter a rate below 1.'));

/** Tries of a test, as in the test language. */
const repeatInput = z.object({
  /** Pass rate that is good enough. Default 0.95. */
  passRate: z.optional(rate),
  /** Pass rate that is not tolerable. Default 0.8. */
  tolerate: z.optional(rate),
  /** Most tries of a test; 1 disables repetition. Default 50. */
  maxTries: z.optional(z.int().check(z.minimum(1), z.maximum(maxTriesMax))),
  /** Fixed number of tries of each test, instead of `maxTries`, for comparing versions. */
  tries: z.optional(z.int().check(z.minimum(1), z.maximum(maxTriesMax))),
});

export const runSummarySchema = z.object({
  id,
  /** Null once the suite was deleted; the name stays. */
  suiteId: z.nullable(id),
  /** Its number within its suite, from 1; null for runs from releases that did not number them. */
  number: z.nullable(z.number()),
  suiteName: z.string(),
  projectId: z.nullable(id),
  projectName: z.string(),
  platform: z.enum(['webchat', 'phone']),
  /**
   * The virtual device, if any; its id is null once it was deleted. Includes its values for
   * templates such as `{{deviceName}}`, from the start of the run.
   */
  device: z.nullable(
    z.object({
      id: z.nullable(id),
      name: z.string(),
      variables: z.record(z.string(), z.string()),
    }),
  ),
  /** What was tested, such as a version, branch or commit; null if not given. */
  label: z.nullable(z.string()),
  /** Environment that it ran in, such as `staging`. */
  environment: z.nullable(z.string()),
  /** Version of the environment’s values that it used; null before it started, or if `environment` is only a label. */
  environmentVersion: z.nullable(z.number()),
  /** Tries that the run requested, overriding suite and tests; null if it requested none. */
  repeat: z.nullable(repeatInput),
  trigger: z.enum(runTriggers),
  startedBy: z.nullable(z.string()),
  status: runStatus,
  counts: runCountsSchema,
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  cancelRequested: z.boolean(),
  /** What a queued run waits for; omitted in lists. */
  waiting: z.optional(
    z.object({
      /**
       * `worker`: no worker is running; `equipped-worker`: no free one has what the run needs; `device`: its virtual device is
       * in use; `place`: other runs come first.
       */
      for: z.enum(['worker', 'equipped-worker', 'device', 'place']),
      message: z.string(),
      /** Runs that use the device or are ahead in the queue. */
      runs: z.optional(
        z.array(z.object({ id, suiteName: z.string(), status: z.enum(['running', 'queued']) })),
      ),
    }),
  ),
  /** Time of the last override of a verdict; null if all are as measured. */
  overriddenAt: z.nullable(timestamp),
});

export type RunSummary = z.output<typeof runSummarySchema>;

/** An event with its place in the run: 1, 2, 3 … without a gap. */
export const sequencedEventSchema = z.object({
  seq: z.number(),
  event: z.custom<WireEvent>(),
});

export type SequencedEvent = z.output<typeof sequencedEventSchema>;

export const startRunInput = z.object({
  /** Names of the tests to run; all when absent. */
  tests: z.optional(z.array(testName).check(z.maxLength(1000))),
  /** What is tested, such as a version, branch or commit. */
  label: z.optional(name),
  /**
   * Environment to run in, such as `staging`: an environment of the suite’s project, or only a label if the project has none.
   * Runs in different environments are not compared with each other.
   */
  environment: z.optional(name),
  /** Tries of each test; overrides those of the suite and its tests. */
  repeat: z.optional(repeatInput),
});

/** Errors with which the start of a run may be refused. */
export const startRunErrors = [
  'suite_invalid',
  'suite_not_runnable',
  'installation_not_ready',
  'subscription_inactive',
  'quota_reached',
] as const satisfies readonly ErrorCode[];

/**
 * Filters of runs. `from` and `to` are the days (UTC) on which they were queued, both included. The status `ended` means every
 * final one, `failing` means `failed` and `error`. `search` looks in the names of tests, the texts of steps and the failure
 * messages of ended runs, and ignores case and accents.
 */
export const runFilter = {
  suiteId: z.optional(id),
  projectId: z.optional(id),
  status: z.optional(z.enum([...runStatuses, ...runGroupNames])),
  platform: z.optional(runSummarySchema.shape.platform),
  trigger: z.optional(runSummarySchema.shape.trigger),
  failureClass: z.optional(failureClass),
  from: z.optional(day),
  to: z.optional(day),
  /** Time zone in which the days `from` and `to` begin and end. Default UTC. */
  timeZone: z.optional(timeZone),
  search: z.optional(search),
};

export const startRun = endpoint({
  method: 'POST',
  path: `${organization}/testsuites/{suiteId}/runs`,
  summary: 'Queue a run of a test suite as it is now',
  access: { organization: 'runs.start' },
  body: startRunInput,
  response: runSummarySchema,
  status: 202,
  errors: startRunErrors,
  idempotent: true,
});

export const getReadiness = endpoint({
  method: 'GET',
  path: `${organization}/testsuites/{suiteId}/readiness`,
  summary: 'Get why a run of a test suite would be refused now, other than errors in its text',
  access: { organization: 'runs.read' },
  response: z.object({
    problems: z.array(
      z.object({
        /** What the problem concerns: `configuration.channel`, `recordings`, or `installation.` followed by what is missing. */
        path: z.optional(z.string()),
        message: z.string(),
        hint: z.optional(z.string()),
      }),
    ),
  }),
});

export const listRuns = endpoint({
  method: 'GET',
  path: `${organization}/runs`,
  summary:
    'List runs, newest first; `cursor` is that of the previous page. A search may end a page early, even an empty one',
  access: { organization: 'runs.read' },
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    ...runFilter,
  }),
  response: z.object({
    items: z.array(runSummarySchema),
    nextCursor: z.nullable(z.string()),
    /** When the oldest run was queued that a search has looked at, if it stopped before the last one. */
    searchedTo: z.optional(timestamp),
  }),
});

export const getRun = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}`,
  summary: 'Get a run; its events contain the result',
  access: { organization: 'runs.read' },
  response: runSummarySchema,
});

export const getPreviousRun = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/previous`,
  summary: 'Get the previous run of the same test suite that has a result',
  access: { organization: 'runs.read' },
  response: z.object({
    run: z.nullable(runSummarySchema),
    /** The last earlier run of the whole suite that passed, with the same device and environment. */
    lastGreen: z.nullable(runSummarySchema),
  }),
});

/** A reference to another run. */
export const runPoint = z.object({ runId: id, number: z.nullable(z.number()), at: timestamp });

export type RunPoint = z.output<typeof runPoint>;

export const listRunFailures = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/failures`,
  summary: 'List failures of a run: since when each was seen, and when its test last passed',
  access: { organization: 'runs.read' },
  /** At most 200 failures, each cause of a test once. Only runs with the same device and environment are considered. */
  response: z.object({
    failures: z.array(
      z.object({
        /** Key of the test; null if the run itself failed. */
        test: z.nullable(z.string()),
        /** Number of the step, from 1; null if the test as a whole failed. */
        step: z.nullable(z.number()),
        /** The first run with the same failure since the test last passed. */
        since: z.nullable(runPoint),
        /** The last earlier run in which the test passed as measured, counted and checked. */
        lastGreen: z.nullable(runPoint),
      }),
    ),
  }),
});

export const listEditedTests = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/edited-tests`,
  summary: 'List tests of a run that were edited since another run, by default the previous one',
  access: { organization: 'runs.read' },
  query: z.object({ base: z.optional(id) }),
  response: z.object({
    /** Keys of tests that ask or expect something else now, also because of a suite setting. */
    edited: z.array(z.string()),
    /** Keys of unchanged tests. Tests in neither list are in only one of the runs, or unknown. */
    unchanged: z.array(z.string()),
  }),
});

/** Prefix of a baseline that names a run by its label. */
const labelled = 'label:';

/** @returns the label that a baseline such as `label:main` names */
export const labelOfBaseline = (baseline: string): string | undefined =>
  baseline.startsWith(labelled) ? baseline.slice(labelled.length) : undefined;

export const lastGreen = 'last-green';

const gateVerdict = z.enum(['passed', 'blocked', 'undecided']);

const rateFigures = z.object({
  tests: z.number(),
  tries: z.number(),
  /** Tries that show nothing about the agent. */
  missing: z.number(),
  /** Mean of the tests' pass rates, 0 to 1; null without any. */
  rate: z.nullable(z.number()),
  /** pass^k for k = 1, 2, …: the chance that k tries of a test all pass. */
  passK: z.optional(z.array(z.number())),
  /** 95% interval of the pass rate of all tries. Absent if tries were stopped early. */
  interval: z.optional(z.object({ low: z.number(), high: z.number() })),
});

const passedTries = z.object({ passed: z.number(), tries: z.number() });

const judgedReplies = z.object({
  replies: z.number(),
  fulfilled: z.number(),
  corrected: z.optional(
    z.object({ rate: z.number(), interval: z.object({ low: z.number(), high: z.number() }) }),
  ),
});

const errorFigures = z.object({
  wrong: z.number(),
  of: z.number(),
  /** Exact one-sided upper 95% bound. */
  bound: z.number(),
});

export const gateSchema = z.object({
  verdict: gateVerdict,
  /** The run that it was compared with; absent if there was none. */
  baseline: z.optional(
    z.object({
      id,
      number: z.nullable(z.number()),
      label: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
  /** The gate of the suite that was run, as written there; absent if it has none. */
  suiteGate: z.optional(z.record(z.string(), z.unknown())),
  /** The gate of the suite when the baseline ran. */
  baselineGate: z.optional(z.record(z.string(), z.unknown())),
  /** What keeps the gate from a verdict, apart from the rules. */
  doubts: z.array(z.string()),
  /** Observations that people should look at but that do not change the verdict; absent from servers of earlier releases. */
  remarks: z.optional(z.array(z.string())),
  /** Things other than the version that differ between the runs, such as the environment. */
  differs: z.array(z.string()),
  rules: z.array(
    z.object({
      rule: z.string(),
      verdict: gateVerdict,
      why: z.string(),
      candidate: rateFigures,
      baseline: z.optional(rateFigures),
      /** Mean difference of the tests' pass rates, candidate less baseline. */
      difference: z.optional(z.number()),
      /** P-value of harm; null if nothing was compared. */
      harm: z.nullable(z.number()),
      /** P-value against the opposite of the rule; null if nothing was compared. */
      kept: z.nullable(z.number()),
    }),
  ),
  /** Tests with the tag `must`. */
  must: z.array(z.object({ test: z.string(), verdict: gateVerdict, why: z.string() })),
  tests: z.array(
    z.object({
      test: z.string(),
      change: z.enum(['still passes', 'fixed', 'broken', 'still fails', 'undecided']),
      baseline: passedTries,
      candidate: passedTries,
    }),
  ),
  /** Replies that a judge read. `corrected` is the true share, as far as the errors of the judge are known. */
  judged: z.optional(z.object({ candidate: judgedReplies, baseline: z.optional(judgedReplies) })),
  /** What people's labels show about the judge; absent if the project has none. */
  judge: z.optional(
    z.object({
      fingerprint: z.string(),
      models: z.array(z.string()),
      falsePasses: errorFigures,
      falseFailures: errorFigures,
      /** Why it has no license, and what it needs for one. Absent with a license. */
      why: z.optional(z.string()),
    }),
  ),
  /** Names of tests that are not compared, by reason. */
  apart: z.object({
    added: z.array(z.string()),
    gone: z.array(z.string()),
    edited: z.array(z.string()),
  }),
});

export type GateView = z.infer<typeof gateSchema>;

export const gateQuery = z.object({
  /**
   * Run to compare with: its id; `label:` and a label for the newest run before this one that has it; or `last-green` for the
   * last one that passed. Both consider runs of the whole suite with the same environment and device. Defaults to the baseline
   * of the suite's gate; without one, the run is judged alone.
   */
  baseline: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /**
   * Largest drop in the pass rate to allow, as a share. Defaults to the rule in the suite's gate, or to 0.1 if the suite has
   * no gate.
   */
  noWorseBy: z.optional(z.coerce.number().check(z.minimum(0.01), z.maximum(0.99))),
  question: z.optional(z.enum(['these tests', 'tests like these'])),
  /**
   * More rules, separated by semicolons, such as `tries without tool errors at least 95%; tries within 4000 tokens no worse by
   * 5%`. Each replaces the suite's rule about the same thing.
   */
  rules: z.optional(z.string().check(z.maxLength(2_000))),
});

export const judgeGate = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/gate`,
  summary: 'Compare a run with another one: is its version no worse than allowed?',
  access: { organization: 'runs.read' },
  query: gateQuery,
  response: gateSchema,
  errors: ['run_going', 'no_baseline', 'too_much_work'],
});

export const listRunEvents = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/events`,
  summary: 'Get the events of a run after a position, in order',
  access: { organization: 'runs.read' },
  query: z.object({
    after: z._default(place, 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5000)), 1000),
  }),
  response: z.object({ events: z.array(sequencedEventSchema), isComplete: z.boolean() }),
});

export const getRunEvidence = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/evidence/{evidenceId}`,
  summary: 'Download a screenshot, trace or log that an event of the run names',
  access: { organization: 'runs.read' },
  response: 'file',
});

export const cancelRun = endpoint({
  method: 'POST',
  path: `${organization}/runs/{runId}/cancel`,
  summary: 'Stop a run; recorded results are kept',
  access: { organization: 'runs.start' },
  response: runSummarySchema,
  status: 202,
  errors: ['run_finished'],
});

const setting = z.object({ name: z.string(), value: z.string() });

export const runEnvironmentSchema = z.object({
  /** Version of the test suite when the run was queued, and now; null if it was deleted. */
  suiteVersion: z.number(),
  suiteVersionNow: z.nullable(z.number()),
  /** Names of the tests that were chosen; null for all. */
  selectedTests: z.nullable(z.array(z.string())),

  /** Settings of the channel. Credentials are hidden. */
  channel: z.array(setting),
  /** Settings of the virtual device; empty without one. */
  device: z.array(setting),
  /** Values of the environment that the run used; null before it started, or if `environment` is only a label. */
  environment: z.nullable(
    z.object({
      name: z.string(),
      /** Version of its values that the run used, and now; null if it was deleted. */
      version: z.number(),
      versionNow: z.nullable(z.number()),
      variables: z.record(z.string(), z.string()),
      /** Names of its secrets. */
      secrets: z.array(z.string()),
    }),
  ),
  /** Maximum number of simultaneous conversations; null if the suite’s own number applied. */
  conversations: z.nullable(z.number()),
  /** Release of the worker that ran it last; null before one took it. */
  workerVersion: z.nullable(z.string()),
  /** Number of workers that claimed the run: more than one if a worker stopped or was lost. */
  workers: z.number(),
});

export type RunEnvironment = z.output<typeof runEnvironmentSchema>;

export const getRunEnvironment = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/environment`,
  summary: 'Get the channel, device, environment and versions of a run',
  access: { organization: 'runs.read' },
  response: runEnvironmentSchema,
});

export const overrideVerdict = endpoint({
  method: 'POST',
  path: `${organization}/runs/{runId}/overrides`,
  summary: 'Override a measured verdict, or withdraw the override',
  access: { organization: 'runs.override' },
  body: z.object({
    /** Place of the test in the run, from 0. */
    test: z.int().check(z.minimum(0)),
    /** Position of the interaction in its test, from 0; absent for the whole test. */
    step: z.optional(z.int().check(z.minimum(0))),
    /** Null if the measured verdict applies again. */
    outcome: z.nullable(z.enum(['passed', 'failed', 'error'])),
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(3, 'Explain why, so that others can understand.'),
        z.maxLength(500, 'At most 500 characters.'),
      ),
  }),
  response: runSummarySchema,
  errors: ['verdict_not_open'],
});

export const reevaluateRun = endpoint({
  method: 'POST',
  path: `${organization}/runs/{runId}/reevaluation`,
  summary: 'Re-evaluate a run with different expectations, without contacting the bot',
  access: { organization: 'runs.read' },
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    /** Text of a suite whose expectations are evaluated; absent for the current suite. */
    source: z.optional(suiteSource),
  }),
  /** Result for the tests of the run that are still in the suite. Nothing is stored. */
  response: z.object({ result: z.custom<WireResult>() }),
  errors: ['suite_invalid', 'run_going', 'too_much_work'],
});
