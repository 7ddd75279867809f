/**
 * The public API, /api/v1, for programs with an API key. The key determines the organization and the person. Lists are
 * paginated: pass the `nextCursor` of a page as the `cursor` of the next; it is null on the last page.
 */
import type { WireEvent } from '@parley/suite';
import * as z from 'zod/mini';
import { devicePlatforms, failureClassNames, standingNames } from './choices.ts';
import { deviceInput, deviceSchema } from './devices.ts';
import { endpoint, fileBodyBytesMax } from './endpoint.ts';
import {
  changeEnvironmentErrors,
  createEnvironmentErrors,
  environmentChange,
  environmentInput,
  environmentSchema,
} from './environments.ts';
import { cursor, description, id, name, place, search, tag, timestamp, version } from './fields.ts';
import { getReliability } from './history.ts';
import { libraryErrors, libraryInput, librarySchema } from './libraries.ts';
import {
  calendarBody,
  calendarSchema,
  monitoringConfigSchema,
  storedSchedule,
} from './monitoring.ts';
import { getOverview } from './overview.ts';
import { subprojectInput } from './projects.ts';
import {
  gateQuery,
  gateSchema,
  listRunFailures,
  runCountsSchema,
  runFilter,
  runSummarySchema,
  startRunErrors,
  startRunInput,
} from './runs.ts';
import { platform, sourceFields, suiteSource } from './suites.ts';

const base = '/api/v1';

const paging = {
  cursor: z.optional(cursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
};

function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

export const publicProjectSchema = z.object({
  id,
  name: z.string(),
  /** Null at the top level. */
  parentProjectId: z.nullable(id),
});

export const publicSuiteSummarySchema = z.object({
  id,
  name: z.string(),
  description: z.string(),
  projectId: id,
  platform,
  /** The virtual device; null if the suite has none. */
  deviceId: z.nullable(id),
  testCount: z.number(),
  /** Tags of its tests. */
  tags: z.array(z.string()),
  modifiedAt: timestamp,
  isMonitoring: z.boolean(),
});

export type PublicSuiteSummary = z.output<typeof publicSuiteSummarySchema>;

export const publicSuiteSchema = z.extend(publicSuiteSummarySchema, {
  ...sourceFields,
  /** Increases with each change. */
  version: z.number(),
});

export type PublicSuite = z.output<typeof publicSuiteSchema>;

export const publicFailureSchema = z.object({
  /** Cause of the failure. */
  class: z.enum(failureClassNames),
  /** Stable code, for example `reply-timeout`. */
  code: z.string(),
  message: z.string(),
  hint: z.optional(z.string()),
  /** Another observation that could explain the failure. It is a guess. */
  remark: z.optional(
    z.object({
      /** Stable code, for example `voicemail`. */
      code: z.string(),
      message: z.string(),
      hint: z.optional(z.string()),
    }),
  ),
});

const outcome = z.enum(standingNames);

/** A duration measured on a call. */
const publicTimeSchema = z.object({
  /** Null if it could not be measured. */
  ms: z.nullable(z.number()),
  /** Margin of error, in both directions; null if the duration could not be measured. */
  errorMs: z.nullable(z.number()),
  /** True if it was still going on when the turn ended, so the real duration is longer. */
  isAtLeast: z.boolean(),
  /** Why it could not be measured. */
  unknown: z.nullable(z.string()),
});

export const publicInteractionSchema = z.object({
  outcome,
  /** The message to the bot; null if it was not sent yet. */
  sent: z.nullable(z.string()),
  /** The expectation, in words. */
  expected: z.string(),
  /** Location in a shared block and where that block is used, in words; null for a step of the test itself. */
  origin: z.nullable(z.string()),
  /** The bot's reply; null if the bot never replied. */
  reply: z.nullable(z.string()),
  latencyMs: z.nullable(z.number()),
  /** Measurements of both sides of a call; null for other channels. */
  timing: z.nullable(
    z.object({
      /** From the end of the tester's speech to the start of the bot's. */
      response: publicTimeSchema,
      /** The longest time in which neither side spoke. */
      deadAir: publicTimeSchema,
      /** Time in which both sides spoke. */
      overlap: publicTimeSchema,
      /** From the start of an interruption to the end of their speech; null without one. */
      yields: z.nullable(publicTimeSchema),
      /** Time for which they went on after a backchannel; null without one. */
      keepsSpeaking: z.nullable(publicTimeSchema),
      /** The conditions under which the tester's words were sent; null without `speech` of the channel. */
      sent: z.nullable(
        z.object({
          seed: z.number(),
          /** Packets of the tester's words, and how many of them were lost. */
          packets: z.number(),
          lost: z.number(),
          /** Delays of the packets in milliseconds; absent if they were not delayed. */
          delayMs: z.optional(z.object({ mean: z.number(), most: z.number() })),
          /** Absent if no noise was added. */
          noise: z.optional(
            z.object({
              recording: z.string(),
              sha256: z.string(),
              /** Level of speech above the noise as sent, in dB; null if nothing was said. */
              snrDb: z.nullable(z.number()),
            }),
          ),
        }),
      ),
      /** The far side's packets; null if they were not seen. */
      network: z.nullable(
        z.object({
          /** Packets that were sent, and how many of them were lost or came too late for a phone. */
          packets: z.number(),
          lost: z.number(),
          late: z.number(),
          /** Milliseconds in which the tester was too busy to see when packets arrived; absent if there were none. */
          stalledMs: z.optional(z.number()),
          /** Assumptions of the channel; absent if it makes none. */
          delayMs: z.optional(z.number()),
          lossConcealment: z.optional(z.boolean()),
          /** Range of the mean opinion score by ITU-T G.107, from 1 to 4.5; null if `unknown` says why. */
          mos: z.nullable(z.object({ least: z.number(), most: z.number() })),
          unknown: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** What a phone line seems to be. Empty if everything was ruled out or nothing was heard; null for other channels. */
  line: z.nullable(
    z.array(
      z.object({
        /** Such as `voicemail`. See "What a line is" in the documentation of phone lines. */
        class: z.string(),
        /** From 0 to 1. At 0.8 or above, it decides checks; below, they are undecided. */
        confidence: z.number(),
        because: z.string(),
      }),
    ),
  ),
  failure: z.nullable(publicFailureSchema),
});

export const testResultSchema = z.object({
  /** Index in the run, from 0. */
  index: z.number(),
  name: z.string(),
  outcome,
  /** 1 for the first attempt; 0 before it starts. */
  attempt: z.number(),
  startedAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  failure: z.nullable(publicFailureSchema),
  /** Null unless the test is repeated. For a repeated test, `interactions` lists those of one try. */
  tries: z.nullable(
    z.object({
      /**
       * Number of tries by outcome. A `missing` try shows nothing about the agent, because it ended in an error or undecided.
       */
      passed: z.number(),
      failed: z.number(),
      missing: z.number(),
      /** 95% interval of the pass rate, adjusted for early stopping; null before the verdict, and if tries are missing. */
      interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
      /** Number of the try in `interactions`, from 1; null before the verdict. */
      shown: z.nullable(z.number()),
    }),
  ),
  /** Cost of the models at the prices in the suite, over all tries and replaced attempts; null without prices. */
  cost: z.nullable(
    z.object({
      currency: z.string(),
      /** Lower bound of the cost. */
      least: z.number(),
      /** Upper bound of the cost; null if a part is unknown. */
      most: z.nullable(z.number()),
    }),
  ),
  /** Metrics of the steps, over all tries that the verdict rests on; empty if the steps measure nothing. */
  metrics: z.array(
    z.object({
      name: z.string(),
      /** Number of tries with a value, and without one. */
      measured: z.number(),
      missing: z.number(),
      /** Mean, smallest and largest value; null if all values are missing. */
      mean: z.nullable(z.number()),
      least: z.nullable(z.number()),
      most: z.nullable(z.number()),
      /** Why the first missing value is missing, in words. */
      why: z.optional(z.string()),
    }),
  ),
  interactions: z.array(publicInteractionSchema),
});

export type PublicTestResult = z.output<typeof testResultSchema>;

/** A schedule as stored, in the format of `monitoringConfigSchema` or of an earlier release. */

export const publicEventSchema = z.custom<WireEvent>();

export const publicMonitorSchema = z.object({
  suiteId: id,
  suiteName: z.string(),
  projectId: id,
  isMonitoring: z.boolean(),
  /** The stored schedule; null for every hour. */
  schedule: z.nullable(storedSchedule),
});

export type PublicMonitor = z.output<typeof publicMonitorSchema>;

export const readProjects = endpoint({
  operationId: 'listProjects',
  method: 'GET',
  path: `${base}/projects`,
  summary: 'List projects by name',
  access: { apiKey: 'projects.read' },
  query: z.object({ ...paging, search: z.optional(search) }),
  response: pageOf(publicProjectSchema),
});

export const addProject = endpoint({
  operationId: 'createProject',
  method: 'POST',
  path: `${base}/projects`,
  summary: 'Create a project, or a sub-project with `parentProjectId`',
  access: { apiKey: 'projects.write' },
  changes: 'projects',
  body: subprojectInput,
  response: publicProjectSchema,
  status: 201,
  errors: ['name_taken'],
  idempotent: true,
});

export const readEnvironments = endpoint({
  operationId: 'listEnvironments',
  method: 'GET',
  path: `${base}/projects/{projectId}/environments`,
  summary: 'List the environments of a project, and those of the project above, by name',
  access: { apiKey: 'environments.read' },
  response: z.array(environmentSchema),
});

export const addEnvironment = endpoint({
  operationId: 'createEnvironment',
  method: 'POST',
  path: `${base}/projects/{projectId}/environments`,
  summary: 'Create an environment; the values of its secrets are never returned',
  access: { apiKey: 'environments.write' },
  body: environmentInput,
  response: environmentSchema,
  status: 201,
  errors: createEnvironmentErrors,
  idempotent: true,
});

export const writeEnvironment = endpoint({
  operationId: 'updateEnvironment',
  method: 'PATCH',
  path: `${base}/projects/{projectId}/environments/{environmentId}`,
  summary: 'Change an environment, for example to set a new secret; omitted fields stay unchanged',
  access: { apiKey: 'environments.write' },
  body: environmentChange,
  response: environmentSchema,
  errors: changeEnvironmentErrors,
});

export const removeEnvironment = endpoint({
  operationId: 'deleteEnvironment',
  method: 'DELETE',
  path: `${base}/projects/{projectId}/environments/{environmentId}`,
  summary: 'Delete an environment; runs that used it stay',
  access: { apiKey: 'environments.write' },
  response: 'nothing',
});

export const readLibrary = endpoint({
  operationId: 'getLibrary',
  method: 'GET',
  path: `${base}/projects/{projectId}/library`,
  summary: 'Get the library of blocks of a project',
  access: { apiKey: 'suites.read' },
  response: librarySchema,
});

export const writeLibrary = endpoint({
  operationId: 'updateLibrary',
  method: 'PUT',
  path: `${base}/projects/{projectId}/library`,
  summary:
    'Replace the library of blocks of a project; suites that use a missing block have an error',
  access: { apiKey: 'suites.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: libraryInput,
  response: librarySchema,
  errors: libraryErrors,
});

export const readDevices = endpoint({
  operationId: 'listDevices',
  method: 'GET',
  path: `${base}/devices`,
  summary: 'List virtual devices by name',
  access: { apiKey: 'devices.read' },
  query: z.object({
    ...paging,
    platform: z.optional(z.enum(devicePlatforms)),
    search: z.optional(search),
  }),
  response: pageOf(deviceSchema),
});

export const addDevice = endpoint({
  operationId: 'createDevice',
  method: 'POST',
  path: `${base}/devices`,
  summary: 'Create a virtual device for test suites',
  access: { apiKey: 'devices.write' },
  body: deviceInput,
  response: deviceSchema,
  status: 201,
  errors: ['name_taken', 'quota_reached'],
  idempotent: true,
});

export const readSuites = endpoint({
  operationId: 'listSuites',
  method: 'GET',
  path: `${base}/suites`,
  summary: 'List test suites by name',
  access: { apiKey: 'suites.read' },
  query: z.object({
    ...paging,
    projectId: z.optional(id),
    platform: z.optional(platform),
    search: z.optional(search),
    /** Suites that have a test with this tag. */
    tag: z.optional(tag),
  }),
  response: pageOf(publicSuiteSummarySchema),
  errors: ['not_found'],
});

export const readSuite = endpoint({
  operationId: 'getSuite',
  method: 'GET',
  path: `${base}/suites/{suiteId}`,
  summary: 'Read a test suite with its text',
  access: { apiKey: 'suites.read' },
  response: publicSuiteSchema,
});

export const addSuite = endpoint({
  operationId: 'createSuite',
  method: 'POST',
  path: `${base}/suites`,
  summary: 'Create a test suite from its text',
  access: { apiKey: 'suites.write' },
  changes: 'suites',
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    name,
    description: z.optional(description),
    projectId: id,
    /** Used if the text sets no platform. */
    platform: z._default(platform, 'webchat'),
    source: suiteSource,
    deviceId: z.optional(z.nullable(id)),
  }),
  response: publicSuiteSchema,
  status: 201,
  errors: ['suite_invalid', 'limit_reached'],
  idempotent: true,
});

export const writeSuite = endpoint({
  operationId: 'updateSuite',
  method: 'PUT',
  path: `${base}/suites/{suiteId}`,
  summary:
    'Write the text, name, description or virtual device of a test suite; omitted fields stay unchanged',
  access: { apiKey: 'suites.write' },
  changes: 'suites',
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    name: z.optional(name),
    description: z.optional(description),
    source: z.optional(suiteSource),
    /** Null for no device. */
    deviceId: z.optional(z.nullable(id)),
    /** The version that the change is based on. An outdated version causes `conflict`. */
    version: z.optional(version),
  }),
  response: publicSuiteSchema,
  errors: ['suite_invalid', 'conflict', 'quota_reached', 'limit_reached'],
  checksTag: true,
});

export const beginRun = endpoint({
  operationId: 'startRun',
  method: 'POST',
  path: `${base}/suites/{suiteId}/runs`,
  summary: 'Start a run of a test suite as it is now',
  access: { apiKey: 'runs.start' },
  body: startRunInput,
  response: runSummarySchema,
  status: 202,
  errors: startRunErrors,
  idempotent: true,
});

export const readRuns = endpoint({
  operationId: 'listRuns',
  method: 'GET',
  path: `${base}/runs`,
  summary: 'List runs, newest first. A search may end a page early, even an empty one',
  access: { apiKey: 'runs.read' },
  query: z.object({ ...paging, ...runFilter }),
  response: pageOf(runSummarySchema),
});

export const readRun = endpoint({
  operationId: 'getRun',
  method: 'GET',
  path: `${base}/runs/{runId}`,
  summary: 'Get the state of a run',
  access: { apiKey: 'runs.read' },
  response: runSummarySchema,
});

export const readRunGate = endpoint({
  operationId: 'getRunGate',
  method: 'GET',
  path: `${base}/runs/{runId}/gate`,
  summary: 'Compare a run with another one: is its version no worse than allowed?',
  access: { apiKey: 'runs.read' },
  query: gateQuery,
  response: gateSchema,
  errors: ['run_going', 'no_baseline', 'too_much_work'],
});

export const readRunTests = endpoint({
  operationId: 'listRunTests',
  method: 'GET',
  path: `${base}/runs/{runId}/tests`,
  summary: 'List the tests of a run with their interactions and results',
  access: { apiKey: 'runs.read' },
  query: z.object(paging),
  response: z.object({
    counts: runCountsSchema,
    items: z.array(testResultSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const readRunEvents = endpoint({
  operationId: 'listRunEvents',
  method: 'GET',
  path: `${base}/runs/{runId}/events`,
  summary: 'Follow a run: its events after a position, in order',
  access: { apiKey: 'runs.read' },
  query: z.object({
    /** `seq` of the last event that the client has; 0 for all events. */
    after: z._default(place, 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5000)), 1000),
    /** Maximum time to wait for an event if there is none yet, so that clients need not poll every second. */
    waitSeconds: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(20)), 0),
  }),
  response: z.object({
    events: z.array(z.object({ seq: z.number(), event: publicEventSchema })),
    /** True if the run has ended and has no events after these. */
    isComplete: z.boolean(),
  }),
});

export const readRunJunit = endpoint({
  operationId: 'getRunJunit',
  method: 'GET',
  path: `${base}/runs/{runId}/junit`,
  summary: 'Get the results of a run as JUnit XML',
  access: { apiKey: 'runs.read' },
  response: 'file',
  fileType: 'application/xml',
});

export const stopRun = endpoint({
  operationId: 'cancelRun',
  method: 'POST',
  path: `${base}/runs/{runId}/cancel`,
  summary: 'Cancel a run; recorded results are kept',
  access: { apiKey: 'runs.start' },
  response: runSummarySchema,
  status: 202,
  errors: ['run_finished'],
});

export const readRunFailures = endpoint({
  operationId: 'listRunFailures',
  method: 'GET',
  path: `${base}/runs/{runId}/failures`,
  summary: 'List failures of a run: since when each was seen, and when its test last passed',
  access: { apiKey: 'runs.read' },
  response: listRunFailures.response,
});

export const readOverview = endpoint({
  operationId: 'getOverview',
  method: 'GET',
  path: `${base}/overview`,
  summary: 'Get what fails now by cause, what changed in 24 hours, and projects over 14 days',
  access: { apiKey: 'runs.read' },
  response: getOverview.response,
});

export const readSuiteHistory = endpoint({
  operationId: 'getSuiteHistory',
  method: 'GET',
  path: `${base}/suites/{suiteId}/history`,
  summary: 'Get the results of each test of a suite in its last runs, the least reliable first',
  access: { apiKey: 'runs.read' },
  response: getReliability.response,
});

export const suiteCheckSchema = z.object({
  /** Number of tests that would run. */
  tests: z.number(),
  problems: z.array(
    z.object({
      severity: z.enum(['error', 'warning']),
      line: z.number(),
      column: z.number(),
      message: z.string(),
      hint: z.optional(z.string()),
    }),
  ),
});

export type SuiteCheck = z.output<typeof suiteCheckSchema>;

export const checkSuite = endpoint({
  operationId: 'lintSuite',
  method: 'POST',
  path: `${base}/lint`,
  summary: 'Check the text of a test suite; nothing is stored or run',
  access: { apiKey: 'suites.read' },
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    source: suiteSource,
    /** The project whose library the text may use. */
    projectId: z.optional(id),
  }),
  response: suiteCheckSchema,
  errors: ['too_much_work'],
});

export const readMonitors = endpoint({
  operationId: 'listMonitors',
  method: 'GET',
  path: `${base}/monitors`,
  summary: 'List the test suites that are monitored',
  access: { apiKey: 'suites.read' },
  query: z.object(paging),
  response: pageOf(publicMonitorSchema),
});

export const readMonitor = endpoint({
  operationId: 'getMonitor',
  method: 'GET',
  path: `${base}/monitors/{suiteId}`,
  summary: 'Read whether a test suite is monitored, and when',
  access: { apiKey: 'suites.read' },
  response: publicMonitorSchema,
});

export const writeMonitor = endpoint({
  operationId: 'updateMonitor',
  method: 'PUT',
  path: `${base}/monitors/{suiteId}`,
  summary:
    'Turn the monitoring of a test suite on or off, or set its schedule; omitted fields stay unchanged',
  access: { apiKey: 'suites.write' },
  changes: 'suites',
  body: z.object({
    isMonitoring: z.optional(z.boolean()),
    /** Replaces the schedule. Null means every hour. */
    schedule: z.optional(z.nullable(monitoringConfigSchema)),
  }),
  response: publicMonitorSchema,
  errors: ['not_allowed', 'quota_reached', 'schedule_invalid'],
});

export const readCalendars = endpoint({
  operationId: 'listExclusionCalendars',
  method: 'GET',
  path: `${base}/exclusion-calendars`,
  summary: 'List the exclusion calendars with their windows, by name',
  access: { apiKey: 'suites.read' },
  response: z.array(calendarSchema),
});

export const addCalendar = endpoint({
  operationId: 'createExclusionCalendar',
  method: 'POST',
  path: `${base}/exclusion-calendars`,
  summary: 'Create an exclusion calendar; monitors name it in their schedule',
  access: { apiKey: 'suites.write' },
  changes: 'monitoring',
  body: calendarBody,
  response: calendarSchema,
  status: 201,
  errors: ['conflict', 'name_taken', 'schedule_invalid'],
  idempotent: true,
});

export const writeCalendar = endpoint({
  operationId: 'updateExclusionCalendar',
  method: 'PUT',
  path: `${base}/exclusion-calendars/{calendarId}`,
  summary: 'Set the windows of an exclusion calendar, for example before a release',
  access: { apiKey: 'suites.write' },
  changes: 'monitoring',
  body: calendarBody,
  response: calendarSchema,
  errors: ['name_taken', 'schedule_invalid'],
});

export const removeCalendar = endpoint({
  operationId: 'deleteExclusionCalendar',
  method: 'DELETE',
  path: `${base}/exclusion-calendars/{calendarId}`,
  summary: 'Delete an exclusion calendar; monitors that used it run through its windows again',
  access: { apiKey: 'suites.write' },
  changes: 'monitoring',
  response: 'nothing',
});

export const readUsage = endpoint({
  operationId: 'getUsage',
  method: 'GET',
  path: `${base}/usage`,
  summary: 'Get the usage of the organization in this month',
  access: { apiKey: 'organization.read' },
  response: z.object({
    periodStart: timestamp,
    testRuns: z.number(),
    projects: z.number(),
    testSuites: z.number(),
    interactions: z.number(),
    callMinutes: z.number(),
    devices: z.number(),
    monitoredTests: z.number(),
  }),
});

export const publicEvidenceSchema = z.object({
  /** Index of the test in the run, from 0. */
  test: z.number(),
  /** Number of the try, from 1. */
  try: z.number(),
  /** Number of the attempt, from 1. It increases when a conversation is retried. */
  attempt: z.number(),
  /** Index of the step in the test, from 0; null for evidence of the whole conversation. */
  step: z.nullable(z.number()),
  /** A kind such as `screenshot`, `audio` or `log`. New kinds can be added. */
  kind: z.string(),
  /** Id for downloading the evidence; null if it was not kept. */
  id: z.nullable(z.string()),
  mediaType: z.nullable(z.string()),
  /** Why it was not kept; null if it was. */
  lost: z.nullable(z.enum(['too-large', 'not-stored', 'secrets'])),
});

export type PublicEvidence = z.output<typeof publicEvidenceSchema>;

export const readRunEvidence = endpoint({
  operationId: 'listRunEvidence',
  method: 'GET',
  path: `${base}/runs/{runId}/evidence`,
  summary:
    'List screenshots, recordings, traces and logs of a run. A page may end early, even an empty one',
  access: { apiKey: 'runs.read' },
  query: z.object({
    ...paging,
    /** Index of a test in the run, from 0. Defaults to all tests. */
    test: z.optional(place),
    /** Number of a try, from 1. Defaults to all tries. */
    try: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
  }),
  response: z.object({
    /** False after the files were deleted. The deleted evidence is still listed. */
    isKept: z.boolean(),
    items: z.array(publicEvidenceSchema),
    /** Null at the end of the evidence recorded so far. */
    nextCursor: z.nullable(z.string()),
  }),
});
