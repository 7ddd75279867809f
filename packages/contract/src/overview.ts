/** The current failures in all projects: since when, the cause, who is working on them, and what changed. */
import * as z from 'zod/mini';
import { failureClassNames } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { id, search, tag, timestamp } from './fields.ts';
import { muteScopes } from './incidents.ts';
import { runPoint } from './runs.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

/**
 * State of a test suite. `failed`: the bot answered wrongly or not at all. `unreachable`: it was not reached.
 * `settings`: the suite or its settings. `internal`: Parley. `undecided`: too uncertain to judge. `doubtful`: nothing
 * failed, but it proves less than a pass. `passed`: everything passed, as measured. `unknown`: no whole run lately.
 */
export const suiteStates = [
  'failed',
  'unreachable',
  'settings',
  'internal',
  'undecided',
  'doubtful',
  'passed',
  'unknown',
] as const;

export type SuiteState = (typeof suiteStates)[number];

/** States in which something fails, the most serious first. */
export const faults = ['failed', 'unreachable', 'settings', 'internal', 'undecided'] as const;

export type Fault = (typeof faults)[number];

const runEnd = z.object({
  id,
  at: timestamp,
  status: z.enum(['passed', 'failed', 'undecided', 'error', 'interrupted']),
});

const strip = z.array(runEnd);

const person = z.object({ id, name: z.string() });

const member = z.object({
  suiteId: id,
  suiteName: z.string(),
  projectName: z.string(),
  environment: z.nullable(z.string()),
  /** The newest run that shows the failure; null if nothing could be run. */
  runId: z.nullable(id),
  test: z.nullable(z.string()),
  step: z.nullable(z.number()),
  /** When this failure was first seen since the test last passed. */
  since: timestamp,
  /** When the run ended that first showed it after the last run without a failure. */
  knownAt: timestamp,
  /** When its test last passed before, measured, counted and checked; null for never, as far as runs are kept. */
  lastGreen: z.nullable(runPoint),
  /** The open incident of its monitor; null if the alert rule is not met or the run was started manually. */
  incident: z.nullable(
    z.object({
      /** Id for `changeIncident`. */
      id,
      acknowledged: z.boolean(),
      assignee: z.nullable(person),
      snoozedUntil: z.nullable(timestamp),
      /** Null while it is not snoozed. */
      snoozeScope: z.nullable(z.enum(muteScopes)),
      /** The newest results passed, and the alert rule still counts the failures before. */
      isPassingAgain: z.boolean(),
    }),
  ),
});

const brokenSchema = z.object({
  /** Alike for one cause; null for failures whose cause is not known. */
  signature: z.nullable(z.string()),
  fault: z.enum(faults),
  failureClass: z.enum(failureClassNames),
  said: z.string(),
  expected: z.nullable(z.string()),
  got: z.string(),
  /** Time of the earliest failure among its members. */
  since: timestamp,
  /** When the first of its members became known. `spreadAt` is that of the last. */
  knownAt: timestamp,
  spreadAt: timestamp,
  /** Members in order of failing time, longest first, at most 50. */
  members: z.array(member),
  memberCount: z.number(),
  /** The last sixteen runs of the first member, oldest first. */
  runs: strip,
});

export type BrokenCause = z.output<typeof brokenSchema>;

export const changeKinds = [
  'broke',
  'edited-and-broke',
  'mended',
  'edited',
  'unsteady',
  'slower',
] as const;

const changeSchema = z.object({
  kind: z.enum(changeKinds),
  suiteId: id,
  suiteName: z.string(),
  environment: z.nullable(z.string()),
  /** Null if the change concerns the suite as a whole. */
  test: z.nullable(z.string()),
  /** When the run ended that first showed it. */
  at: timestamp,
  /** The runs to compare. */
  before: id,
  after: id,
});

export type OverviewChange = z.output<typeof changeSchema>;

const faultCounts = z.object({
  failed: z.number(),
  unreachable: z.number(),
  settings: z.number(),
  internal: z.number(),
  undecided: z.number(),
});

export const getOverview = endpoint({
  method: 'GET',
  path: `${organization}/overview`,
  summary: 'Get what fails now by cause, what changed in 24 hours, and projects over 14 days',
  access: { organization: 'runs.read' },
  response: z.object({
    /** Only runs that ended before this time count. */
    at: timestamp,
    monitors: z.extend(faultCounts, {
      total: z.number(),
      /** Neither failing nor checked: paused, stopped, or without a result. */
      unchecked: z.number(),
    }),
    /** Suites that fail without an open incident. */
    recent: z.number(),
    suites: z.object({
      total: z.number(),
      failing: z.number(),
      doubtful: z.number(),
      passed: z.number(),
      unknown: z.number(),
    }),
    broken: z.array(brokenSchema),
    /** Causes beyond those that are listed. */
    moreBroken: z.number(),
    changes: z.array(changeSchema),
    moreChanges: z.number(),
    projects: z.array(
      z.object({
        id,
        name: z.string(),
        suites: z.number(),
        passed: z.number(),
        days: z.array(z.object({ day: z.string(), passed: z.number(), failed: z.number() })),
      }),
    ),
  }),
});

export type Overview = z.output<typeof getOverview.response>;

const visitSchema = z.object({
  /** Failures that became known later are new to the member; null if nothing is to be marked as new. */
  seenUntil: z.nullable(timestamp),
});

export const visitOverview = endpoint({
  method: 'POST',
  path: `${organization}/overview/visits`,
  summary:
    'Record a visit to the overview; a visit after 30 minutes away resets what counts as new',
  access: { organization: 'runs.read' },
  body: z.object({
    /** True if the page was opened or came into view; false if it is still being read. */
    arrives: z.boolean(),
    /** `at` of the overview that is shown. */
    shownAt: timestamp,
  }),
  response: visitSchema,
});

export const markOverview = endpoint({
  method: 'PUT',
  path: `${organization}/overview/seen`,
  summary: 'Mark the overview as seen; can be undone if the mark has not moved since',
  access: { organization: 'runs.read' },
  body: z.object({
    /** `seenUntil` as the page knows it. */
    from: z.nullable(timestamp),
    to: z.nullable(timestamp),
  }),
  response: visitSchema,
});

const suiteStandingSchema = z.object({
  suiteId: id,
  suiteName: z.string(),
  projectId: id,
  projectName: z.string(),
  platform: z.enum(['webchat', 'phone']),
  testCount: z.number(),
  state: z.enum(suiteStates),
  /** Why it is doubtful, and what fails, as short words; empty for a pass. */
  reasons: z.array(z.string()),
  lastRun: z.nullable(runEnd),
  /** The last twenty, oldest first. */
  runs: strip,
  monitor: z.nullable(z.enum(['failing', 'working', 'paused', 'stopped', 'waiting'])),
});

export type SuiteStanding = z.output<typeof suiteStandingSchema>;

export const listSuiteStandings = endpoint({
  method: 'GET',
  path: `${organization}/suite-standings`,
  summary:
    'List the test suites of all projects with their status, failing ones first; at most 500',
  access: { organization: 'runs.read' },
  query: z.object({
    search: z.optional(search),
    state: z.optional(z.enum([...suiteStates, 'failing'])),
    monitored: z.optional(z.enum(['yes', 'no'])),
    /** Suites that have a test with this tag. */
    tag: z.optional(tag),
    /** Only suites directly in this project; an unknown project gives none. */
    projectId: z.optional(id),
  }),
  response: z.object({
    items: z.array(suiteStandingSchema),
    total: z.number(),
    /** Tags to filter by: those of all suites, whatever the filter; at most 1,000. */
    tags: z.array(z.string()),
  }),
});
