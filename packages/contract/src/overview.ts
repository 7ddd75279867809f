/** The current failures in all projects: their start, their cause, who is working on them, and what changed. */
import * as z from 'zod/mini';
import { failureClassNames } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { id, search, tag, timestamp } from './fields.ts';
import { muteScopes } from './incidents.ts';
import { runPoint } from './runs.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

/**
 * State of a test suite. `failed`: the bot replied wrongly or not at all. `unreachable`: the bot could not be reached.
 * `settings`: the suite or its settings are wrong. `internal`: Parley failed. `undecided`: too uncertain to judge.
 * `doubtful`: nothing failed, but the result proves less than a pass. `passed`: everything passed, as measured. `unknown`: no
 * recent run of the whole suite.
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

/** States that count as failing, most serious first. */
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
  /** The newest run that shows the failure; null if no run could start. */
  runId: z.nullable(id),
  test: z.nullable(z.string()),
  step: z.nullable(z.number()),
  /** When this failure was first seen after the test last passed. */
  since: timestamp,
  /** End of the first run that showed the failure after the last run without it. */
  knownAt: timestamp,
  /** The last earlier pass of the test that was not overridden, quarantined or vacuous; null if no stored run has one. */
  lastGreen: z.nullable(runPoint),
  /** The open incident of the monitor; null if the alert rule is not met or the run was started manually. */
  incident: z.nullable(
    z.object({
      /** Id for `changeIncident`. */
      id,
      acknowledged: z.boolean(),
      assignee: z.nullable(person),
      snoozedUntil: z.nullable(timestamp),
      /** Null if the incident is not snoozed. */
      snoozeScope: z.nullable(z.enum(muteScopes)),
      /** True if the newest results passed, but the alert rule still counts earlier failures. */
      isPassingAgain: z.boolean(),
    }),
  ),
});

const brokenSchema = z.object({
  /** Identical for failures with the same cause; null if the cause is unknown. */
  signature: z.nullable(z.string()),
  fault: z.enum(faults),
  failureClass: z.enum(failureClassNames),
  said: z.string(),
  expected: z.nullable(z.string()),
  got: z.string(),
  /** Start of the earliest failure among the members. */
  since: timestamp,
  /** When the first member became known; `spreadAt` is when the last one did. */
  knownAt: timestamp,
  spreadAt: timestamp,
  /** The longest-failing first, at most 50. */
  members: z.array(member),
  memberCount: z.number(),
  /** The last 16 runs of the first member, oldest first. */
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
  /** Null if the change concerns the whole suite. */
  test: z.nullable(z.string()),
  /** End of the first run that showed the change. */
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
    /**
     * Time up to which the overview is complete: no run that ended before it is missing. Runs that ended slightly later may be
     * included.
     */
    at: timestamp,
    monitors: z.extend(faultCounts, {
      total: z.number(),
      /** Number of monitors without a result: paused, stopped, or not run yet. */
      unchecked: z.number(),
    }),
    /** Number of suites that fail without an open incident. */
    recent: z.number(),
    suites: z.object({
      total: z.number(),
      failing: z.number(),
      doubtful: z.number(),
      passed: z.number(),
      unknown: z.number(),
    }),
    broken: z.array(brokenSchema),
    /** Number of causes that are not listed. */
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
  /** Failures that became known after this time are marked as new for the member; null marks nothing as new. */
  seenUntil: z.nullable(timestamp),
});

export const visitOverview = endpoint({
  method: 'POST',
  path: `${organization}/overview/visits`,
  summary:
    'Record a visit to the overview; a visit after 30 minutes away resets what counts as new',
  access: { organization: 'runs.read' },
  body: z.object({
    /** True if the page was opened or became visible; false if the member is still reading it. */
    arrives: z.boolean(),
    /** `at` of the displayed overview. */
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
    /** The page's current `seenUntil`. */
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
  /** Short reasons for the doubt or the failure; empty for a pass. */
  reasons: z.array(z.string()),
  lastRun: z.nullable(runEnd),
  /** The last 20 runs, oldest first. */
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
    /** Only suites directly in this project. An unknown project has no suites. */
    projectId: z.optional(id),
  }),
  response: z.object({
    items: z.array(suiteStandingSchema),
    total: z.number(),
    /** Tags to filter by: the tags of all suites, regardless of the filter; at most 1,000. */
    tags: z.array(z.string()),
  }),
});
