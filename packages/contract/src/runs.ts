/** Runs: live progress and stored results of a suite that runs against its bot. */
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

/** Status as displayed. A run that only undecided tests kept from passing is `undecided`, not failed. */
export const shownRunStatus = z.enum([...runStatuses, 'undecided']);

export type ShownRunStatus = z.output<typeof shownRunStatus>;

/** Cause of a failure; see `FailureClass` in the test language. */
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
  /** Number of quarantined tests that did not pass. They count as neither failed nor error. Absent if 0. */
  quarantined: z.optional(z.number()),
  /** Number of checks that passed but could not have failed. Absent if 0. */
  vacuous: z.optional(z.number()),
  /** Number of tests that passed without an assertion. Absent if 0. */
  unasserted: z.optional(z.number()),
  /** Number of tests that were skipped only because another test has `only`. Absent if 0. */
  leftOutByOnly: z.optional(z.number()),
});

const rate = z.number().check(z.gt(0, 'Enter a rate above 0.'), z.lt(1, 'Enter a rate below 1.'));

/** Tries of a test, as in the test language. */
const repeatInput = z.object({
  /** Pass rate that is good enough. Defaults to 0.95. */
  passRate: z.optional(rate),
  /** Pass rate that is too low. Defaults to 0.8. */
  tolerate: z.optional(rate),
  /** Maximum number of tries of a test; 1 disables repetition. Defaults to 50. */
  maxTries: z.optional(z.int().check(z.minimum(1), z.maximum(maxTriesMax))),
  /** Fixed number of tries of each test, for comparing versions. Replaces `maxTries`. */
  tries: z.optional(z.int().check(z.minimum(1), z.maximum(maxTriesMax))),
});

export const runSummarySchema = z.object({
  id,
  /** Null after the suite was deleted. `suiteName` stays. */
  suiteId: z.nullable(id),
  /** Number within the suite, from 1; null for runs of older releases, which did not number runs. */
  number: z.nullable(z.number()),
  suiteName: z.string(),
  projectId: z.nullable(id),
  projectName: z.string(),
  platform: z.enum(['webchat', 'phone']),
  /**
   * The virtual device, if any, with its values for templates such as `{{deviceName}}` at the start of the run. Its id is
   * null after the device was deleted.
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
  /** The environment of the run, such as `staging`; null if it had none. */
  environment: z.nullable(z.string()),
  /** Version of the environment’s values that the run used; null before it started, or if `environment` is only a label. */
  environmentVersion: z.nullable(z.number()),
  /** Tries that the start of the run requested, overriding suite and tests; null if it requested none. */
  repeat: z.nullable(repeatInput),
  trigger: z.enum(runTriggers),
  startedBy: z.nullable(z.string()),
  status: runStatus,
  counts: runCountsSchema,
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  cancelRequested: z.boolean(),
  /** What a queued run is waiting for. Omitted in lists. */
  waiting: z.optional(
    z.object({
      /**
       * `worker`: no worker is running. `equipped-worker`: no free worker has what the run needs. `device`: the virtual
       * device is in use. `place`: other runs come first.
       */
      for: z.enum(['worker', 'equipped-worker', 'device', 'place']),
      message: z.string(),
      /** Runs that use the device or come first in the queue. */
      runs: z.optional(
        z.array(z.object({ id, suiteName: z.string(), status: z.enum(['running', 'queued']) })),
      ),
    }),
  ),
  /** Time of the last override of a verdict; null if no verdict is overridden. */
  overriddenAt: z.nullable(timestamp),
});

export type RunSummary = z.output<typeof runSummarySchema>;

/** An event with its position in the run, counted from 1 without gaps. */
export const sequencedEventSchema = z.object({
  seq: z.number(),
  event: z.custom<WireEvent>(),
});

export type SequencedEvent = z.output<typeof sequencedEventSchema>;

export const startRunInput = z.object({
  /** Names of the tests to run. Defaults to all. */
  tests: z.optional(z.array(testName).check(z.maxLength(1000))),
  /** What is tested, such as a version, branch or commit. */
  label: z.optional(name),
  /**
   * Environment to run in, such as `staging`: an environment of the suite’s project, or only a label if the project has none.
   * Runs in different environments are not compared with each other.
   */
  environment: z.optional(name),
  /** Tries of each test. Overrides the settings of the suite and its tests. */
  repeat: z.optional(repeatInput),
});

/** Errors that can refuse the start of a run. */
export const startRunErrors = [
  'suite_invalid',
  'suite_not_runnable',
  'installation_not_ready',
  'subscription_inactive',
  'quota_reached',
] as const satisfies readonly ErrorCode[];

/**
 * Filters for runs. `from` and `to` are the first and the last day on which runs were queued. The status `ended` matches
 * every final status, and `failing` matches `failed` and `error`. `search` looks in test names, texts of steps and failure
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
  /** Time zone of the days `from` and `to`. Defaults to UTC. */
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
        /**
         * What the problem concerns: `configuration.channel`, `recordings`, or `installation.` and the name of what is
         * missing.
         */
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
    /** Present if the search stopped early: the time at which the oldest searched run was queued. */
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
    /** The last earlier passed run of the whole suite with the same device and environment. */
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
        /** The first run with the same failure after the test last passed. */
        since: z.nullable(runPoint),
        /** The last earlier run in which the test passed, not overridden, quarantined or vacuous. */
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
    /** Keys of tests whose messages or expectations differ, also because of a suite setting. */
    edited: z.array(z.string()),
    /** Keys of unchanged tests. A test that is in neither list is in only one of the runs, or unknown. */
    unchanged: z.array(z.string()),
  }),
});

/** Prefix of a baseline that identifies a run by its label. */
const labelled = 'label:';

/** @returns the label in a baseline such as `label:main`, or undefined if the baseline is no label */
export const labelOfBaseline = (baseline: string): string | undefined =>
  baseline.startsWith(labelled) ? baseline.slice(labelled.length) : undefined;

export const lastGreen = 'last-green';

const gateVerdict = z.enum(['passed', 'blocked', 'undecided']);

const rateFigures = z.object({
  tests: z.number(),
  tries: z.number(),
  /** Number of tries that show nothing about the agent. */
  missing: z.number(),
  /** Mean pass rate of the tests, 0 to 1; null if there is none. */
  rate: z.nullable(z.number()),
  /** pass^k for k = 1, 2, …: the probability that k tries of a test all pass. */
  passK: z.optional(z.array(z.number())),
  /** 95% interval of the pass rate over all tries. Absent if tries were stopped early. */
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
  /** Exact one-sided 95% upper bound. */
  bound: z.number(),
});

const judgeStanding = z.object({
  fingerprint: z.string(),
  models: z.array(z.string()),
  falsePasses: errorFigures,
  falseFailures: errorFigures,
  /** Why the judge has no license, and what it needs for one. Absent if it has a license. */
  why: z.optional(z.string()),
});

export const gateSchema = z.object({
  verdict: gateVerdict,
  /** The run that the candidate was compared with; absent if there was none. */
  baseline: z.optional(
    z.object({
      id,
      number: z.nullable(z.number()),
      label: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
  /** The gate as written in the suite that ran; absent if it has none. */
  suiteGate: z.optional(z.record(z.string(), z.unknown())),
  /** The gate in the suite of the baseline run; absent if it has none. */
  baselineGate: z.optional(z.record(z.string(), z.unknown())),
  /** Reasons other than the rules that keep the gate undecided. */
  doubts: z.array(z.string()),
  /** Observations for people that do not change the verdict. Absent from servers of earlier releases. */
  remarks: z.optional(z.array(z.string())),
  /** Differences between the runs other than the version, such as the environment. */
  differs: z.array(z.string()),
  rules: z.array(
    z.object({
      rule: z.string(),
      verdict: gateVerdict,
      why: z.string(),
      candidate: rateFigures,
      baseline: z.optional(rateFigures),
      /** Mean difference of the tests' pass rates: candidate minus baseline. */
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
  /** Replies that a judge evaluated. `corrected` is the estimated true share, given the known errors of the judge. */
  judged: z.optional(z.object({ candidate: judgedReplies, baseline: z.optional(judgedReplies) })),
  /** What people's labels show about the judge; absent if the project has none. */
  judge: z.optional(judgeStanding),
  /** The same about the judges with a name; absent if there are none. */
  judges: z.optional(z.array(z.extend(judgeStanding, { name: z.string() }))),
  /** Names of tests that cannot be compared, by reason. */
  apart: z.object({
    added: z.array(z.string()),
    gone: z.array(z.string()),
    edited: z.array(z.string()),
    /** Tests of this run in quarantine; absent if there are none. */
    quarantined: z.optional(z.array(z.string())),
  }),
});

export type GateView = z.infer<typeof gateSchema>;

export const gateQuery = z.object({
  /**
   * The run to compare with: its id; `label:` and a label, for the newest earlier run with that label; or `last-green`, for
   * the last one that passed. The last two only consider runs of the whole suite with the same environment and device.
   * Defaults to the baseline of the suite's gate. If the gate has none, the run is judged alone.
   */
  baseline: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /**
   * Largest acceptable drop in the pass rate, as a share. Defaults to the rule in the suite's gate, or to 0.1 if the suite
   * has no gate.
   */
  noWorseBy: z.optional(z.coerce.number().check(z.minimum(0.01), z.maximum(0.99))),
  question: z.optional(z.enum(['these tests', 'tests like these'])),
  /**
   * More rules, separated by semicolons, such as `tries without tool errors at least 95%; tries within 4000 tokens no worse
   * by 5%`. Each replaces the suite's rule about the same subject.
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
  /** Version of the test suite when the run was queued, and its current version; null if the suite was deleted. */
  suiteVersion: z.number(),
  suiteVersionNow: z.nullable(z.number()),
  /** Names of the selected tests; null for all. */
  selectedTests: z.nullable(z.array(z.string())),

  /** The agent that the suite named, with its version at that time; null if it had its own channel. */
  agent: z.nullable(z.object({ name: z.string(), version: z.nullable(z.string()) })),
  /** Settings of the channel. Credentials are hidden. */
  channel: z.array(setting),
  /** Settings of the virtual device; empty if there is none. */
  device: z.array(setting),
  /** The environment values that the run used; null before the run started, or if `environment` is only a label. */
  environment: z.nullable(
    z.object({
      name: z.string(),
      /** Version of the values that the run used, and their current version; null if the environment was deleted. */
      version: z.number(),
      versionNow: z.nullable(z.number()),
      variables: z.record(z.string(), z.string()),
      /** Names of its secrets. */
      secrets: z.array(z.string()),
    }),
  ),
  /** Maximum number of simultaneous conversations; null if the suite’s own limit applied. */
  conversations: z.nullable(z.number()),
  /** Release of the last worker that ran it; null before a worker claims the run. */
  workerVersion: z.nullable(z.string()),
  /** Number of workers that claimed the run. It is more than one if a worker stopped or was lost. */
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
    /** Index of the test in the run, from 0. */
    test: z.int().check(z.minimum(0)),
    /** Index of the interaction in its test, from 0; absent for the whole test. */
    step: z.optional(z.int().check(z.minimum(0))),
    /** Null restores the measured verdict. */
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
    /** Suite text with the expectations to evaluate. Defaults to the current suite. */
    source: z.optional(suiteSource),
  }),
  /** Result for those tests of the run that are still in the suite. Nothing is stored. */
  response: z.object({ result: z.custom<WireResult>() }),
  errors: ['suite_invalid', 'run_going', 'too_much_work'],
});
