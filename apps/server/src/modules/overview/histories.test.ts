/**
 * Tests histories of suites, each with the conclusions of a careful person: its state, what is broken and since when, when it
 * last passed, and what changed. All suites belong to one organization, and are read over HTTP.
 */
import {
  type Overview,
  overview,
  runs as runEndpoints,
  type SuiteStanding,
} from '@parley/contract';
import { type Failure, matchAssertion, matchSettings, type RunEvent } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alerts,
  devices,
  monitorSlots,
  monitors,
  projects,
  runs,
  suites,
} from '../../db/schema/index.ts';
import { found } from '../../platform/errors/found.ts';
import { newId } from '../../platform/security/ids.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { judgeSlots } from '../monitoring/slots/judge-slots.ts';
import { insertEvents } from '../runs/log/event-rows.ts';
import { refreshResults } from '../runs/results/keep-results.ts';

const wanted = 'arrives in 3 days';
const ok = `It ${wanted}`;
const five = 'It arrives in 5 days';
const seven = 'It arrives in 7 days';
const noHost: Failure = {
  class: 'network',
  code: 'connection-refused',
  message: 'bot.example refused the connection.',
};
const badSettings: Failure = {
  class: 'configuration',
  code: 'egress-refused',
  message: '127.0.0.1:1 refused by egress rule.',
};
const unclear: Failure = { class: 'unsure', code: 'recognition', message: 'Hardly understood.' };

type Said = string | Failure;

interface Run {
  /** Minutes before now. */
  ago: number;
  /** Duration in minutes. */
  took?: number;
  /** Replies of the bot in each test; `Delivery` alone by default. */
  said?: Said | Record<string, Said>;
  trigger?: 'manual' | 'monitor';
  /** Status that replaces the outcome of the tests. */
  status?: 'cancelled' | 'interrupted';
  /** Failure of the run before any test began. */
  failure?: Failure;
  /** True if only the tests in `said` were selected. */
  only?: boolean;
  quarantined?: boolean;
  device?: 'one' | 'two';
  environment?: string;
  /** True if the suite has another text in this run. */
  edited?: boolean;
  /** True if its monitor retried the run. */
  isRepeated?: boolean;
  unasserted?: boolean;
  override?: 'passed' | 'failed';
}

interface Expected {
  state: SuiteStanding['state'];
  /** Test, since (minutes ago), last green (minutes ago). */
  broken?: [test: string | null, since: number, green: number | null][];
  /** Minutes since the failures were first shown; by default since they began. */
  known?: number[];
  changes?: string[];
  /** Minutes since the changes were first shown. */
  changed?: number[];
  incident?: boolean;
  passingAgain?: boolean;
  /** Expected states of the last runs, oldest first. */
  strip?: string[];
}

interface History {
  runs: Run[];
  rule?: { failures: number; of: number };
  afterwards?: (suiteId: string) => Promise<void>;
  expected: Expected;
}

const monitored = { failures: 1, of: 1 };
const day = 1440;

const histories: Record<string, History> = {
  'a suite that passes': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: ok },
    ],
    expected: { state: 'passed' },
  },
  'a suite that never ran': { runs: [], expected: { state: 'unknown' } },
  'a monitor that broke this hour': {
    rule: monitored,
    runs: [
      { ago: 2 * day, said: ok },
      { ago: 30, said: five },
      { ago: 20, said: five },
    ],
    expected: {
      state: 'failed',
      broken: [['Delivery', 30, 2 * day]],
      changes: ['broke Delivery'],
      incident: true,
    },
  },
  'a run by hand that failed': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 60]], incident: false },
  },
  'a test that never passed': {
    runs: [
      { ago: 60, said: five },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 60, null]] },
  },
  'another number since the first failure': {
    rule: monitored,
    runs: [
      { ago: 90, said: ok },
      { ago: 60, said: five },
      { ago: 30, said: seven },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 90]], incident: true },
  },
  'a pass by override': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: five, override: 'passed' },
    ],
    expected: { state: 'doubtful' },
  },
  'a failure by override': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: ok, override: 'failed' },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 60]], known: [0] },
  },
  'an overridden pass, which is no last green': {
    runs: [
      { ago: 90, said: ok },
      { ago: 60, said: five, override: 'passed' },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 90]] },
  },
  'a failure in quarantine': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: five, quarantined: true },
    ],
    expected: { state: 'doubtful' },
  },
  'a pass in quarantine, which is no last green': {
    runs: [
      { ago: 90, said: ok },
      { ago: 60, said: ok, quarantined: true },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 90]] },
  },
  'a pass without an assertion': {
    runs: [{ ago: 30, said: ok, unasserted: true }],
    expected: { state: 'doubtful' },
  },
  'a pass without an assertion, which is no last green': {
    runs: [
      { ago: 90, said: ok },
      { ago: 60, said: ok, unasserted: true },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 90]] },
  },
  'a cancelled run after a pass': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: five, status: 'cancelled' },
    ],
    expected: { state: 'passed' },
  },
  'a cancelled run after a failure': {
    runs: [
      { ago: 60, said: five },
      { ago: 30, said: ok, status: 'cancelled' },
    ],
    expected: { state: 'failed', broken: [['Delivery', 60, null]] },
  },
  'a lost worker after a failure, before it came to the test that failed': {
    runs: [
      { ago: 60, said: { Delivery: five, Refund: ok } },
      { ago: 30, said: { Refund: ok }, status: 'interrupted' },
    ],
    expected: {
      state: 'failed',
      broken: [
        ['Delivery', 60, null],
        [null, 30, null],
      ],
    },
  },
  'a lost worker after a pass': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: {}, status: 'interrupted' },
    ],
    expected: { state: 'internal', broken: [[null, 30, null]] },
  },
  'a rerun of the failed test alone, which passed': {
    runs: [
      { ago: 60, said: { Delivery: five, Refund: ok } },
      { ago: 30, said: { Delivery: ok }, only: true },
    ],
    expected: { state: 'passed' },
  },
  'a rerun of another test alone, which passed': {
    runs: [
      { ago: 60, said: { Delivery: five, Refund: ok } },
      { ago: 30, said: { Refund: ok }, only: true },
    ],
    expected: { state: 'failed', broken: [['Delivery', 60, null]] },
  },
  'chosen tests only, never the whole suite': {
    runs: [{ ago: 30, said: { Delivery: ok }, only: true }],
    expected: { state: 'unknown' },
  },
  'a test that was removed while it failed': {
    runs: [
      { ago: 60, said: { Delivery: ok, Refund: five } },
      { ago: 30, said: ok },
    ],
    expected: { state: 'passed' },
  },
  'a bot that is not reached': {
    rule: monitored,
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: noHost },
    ],
    expected: { state: 'unreachable', broken: [['Delivery', 30, 60]], incident: true },
  },
  'settings that are refused': {
    rule: monitored,
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: badSettings },
    ],
    expected: { state: 'settings', broken: [['Delivery', 30, 60]], incident: true },
  },
  'a reply that is too uncertain to judge': {
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: unclear },
    ],
    expected: {
      state: 'undecided',
      broken: [['Delivery', 30, 60]],
      strip: ['passed', 'undecided'],
    },
  },
  'a wrong answer beside a bot that was not reached': {
    runs: [{ ago: 30, said: { Delivery: five, Refund: noHost } }],
    expected: {
      state: 'failed',
      broken: [
        ['Delivery', 30, null],
        ['Refund', 30, null],
      ],
    },
  },
  'one failure under a rule of 2 of 3': {
    rule: { failures: 2, of: 3 },
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 60]], incident: false },
  },
  'failures that meet a rule of 2 of 3': {
    rule: { failures: 2, of: 3 },
    runs: [
      { ago: 120, said: ok },
      { ago: 90, said: five },
      { ago: 60, said: ok },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 90, 60]], known: [30], incident: true },
  },
  'a pass while a rule of 2 of 3 still holds': {
    rule: { failures: 2, of: 3 },
    runs: [
      { ago: 120, said: ok },
      { ago: 90, said: five },
      { ago: 60, said: five },
      { ago: 30, said: ok },
    ],
    expected: {
      state: 'doubtful',
      broken: [['Delivery', 90, 120]],
      incident: true,
      passingAgain: true,
    },
  },
  'an incident that ended': {
    rule: monitored,
    runs: [
      { ago: 60, said: five },
      { ago: 30, said: ok },
    ],
    expected: { state: 'passed' },
  },
  'an attempt that its monitor retried': {
    rule: monitored,
    runs: [
      { ago: 60, said: ok },
      { ago: 31, said: five, isRepeated: true },
      { ago: 30, said: ok },
    ],
    expected: { state: 'passed' },
  },
  'a pass on another device, which is no last green': {
    runs: [
      { ago: 90, said: ok, device: 'one' },
      { ago: 60, said: ok, device: 'two' },
      { ago: 30, said: five, device: 'one' },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, 90]] },
  },
  'a failure on another device before, which is not where it began': {
    runs: [
      { ago: 60, said: five, device: 'one' },
      { ago: 30, said: five, device: 'two' },
    ],
    expected: {
      state: 'failed',
      broken: [
        ['Delivery', 60, null],
        ['Delivery', 30, null],
      ],
    },
  },
  'a failure on one device that a pass on another does not mend': {
    runs: [
      { ago: 90, said: ok, device: 'one' },
      { ago: 60, said: five, device: 'one' },
      { ago: 30, said: ok, device: 'two' },
    ],
    expected: { state: 'failed', broken: [['Delivery', 60, 90]], changes: [] },
  },
  'a run that failed before its tests, and a pass of one test alone': {
    runs: [
      { ago: 60, failure: badSettings },
      { ago: 30, said: ok, only: true },
    ],
    expected: { state: 'settings', broken: [[null, 60, null]] },
  },
  'a failure in staging and a pass in production': {
    runs: [
      { ago: 90, said: ok, environment: 'production' },
      { ago: 60, said: five, environment: 'staging' },
      { ago: 30, said: ok, environment: 'production' },
    ],
    expected: { state: 'failed', broken: [['Delivery', 60, null]] },
  },
  'a test that broke when it was edited': {
    runs: [
      { ago: 2 * day, said: ok },
      { ago: 30, said: five, edited: true },
    ],
    expected: {
      state: 'failed',
      broken: [['Delivery', 30, 2 * day]],
      changes: ['edited-and-broke Delivery'],
    },
  },
  'a test that passes since it was edited': {
    runs: [
      { ago: 2 * day, said: five },
      { ago: 30, said: ok, edited: true },
    ],
    expected: { state: 'passed', changes: ['edited Delivery'] },
  },
  'a test that was mended': {
    runs: [
      { ago: 2 * day, said: five },
      { ago: 30, said: ok },
    ],
    expected: { state: 'passed', changes: ['mended Delivery'] },
  },
  'a new test beside one that was mended': {
    runs: [
      { ago: 2 * day, said: { Delivery: five } },
      { ago: 30, said: { Delivery: ok, Refund: five } },
    ],
    expected: {
      state: 'failed',
      broken: [['Refund', 30, null]],
      changes: ['mended Delivery'],
    },
  },
  'a pass by override before, which nothing is compared with': {
    runs: [
      { ago: 2 * day, said: five, override: 'passed' },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 30, null]] },
  },
  'a result that goes to and fro': {
    runs: Array.from({ length: 6 }, (_, index) => ({
      ago: 60 - index * 10,
      said: index % 2 ? ok : five,
    })),
    expected: { state: 'passed', changes: ['unsteady'] },
  },
  'a failure that came to light after it was queued': {
    runs: [
      { ago: 90, said: ok },
      { ago: 60, took: 20, said: five },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 60, 90]], known: [40] },
  },
  'a failure that a quarantine hid for a while': {
    runs: [
      { ago: 90, said: five },
      { ago: 60, said: five, quarantined: true },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 90, null]], known: [30] },
  },
  'a failure that was called a pass for a while': {
    runs: [
      { ago: 90, said: five },
      { ago: 60, said: five, override: 'passed' },
      { ago: 30, said: five },
    ],
    expected: { state: 'failed', broken: [['Delivery', 90, null]], known: [30] },
  },
  'a lost worker long after another one': {
    runs: [
      { ago: 300, said: {}, status: 'interrupted' },
      { ago: 200, said: ok },
      { ago: 30, said: {}, status: 'interrupted' },
    ],
    expected: { state: 'internal', broken: [[null, 30, null]] },
  },
  'a test that broke ten hours ago and still fails': {
    runs: [
      { ago: 2 * day, said: ok },
      { ago: 900, said: ok },
      { ago: 600, took: 5, said: five },
      { ago: 300, said: five },
      { ago: 30, said: five },
    ],
    expected: {
      state: 'failed',
      broken: [['Delivery', 600, 900]],
      known: [595],
      changes: ['broke Delivery'],
      changed: [595],
    },
  },
  'a test that was mended ten hours ago, in a run of its own': {
    runs: [
      { ago: 2 * day, said: { Delivery: five, Refund: ok } },
      { ago: 600, said: { Delivery: ok }, only: true },
      { ago: 30, said: { Delivery: ok, Refund: ok } },
    ],
    expected: { state: 'passed', changes: ['mended Delivery'], changed: [600] },
  },
  'a text that was edited ten hours ago': {
    runs: [
      { ago: 2 * day, said: ok },
      { ago: 600, said: ok, edited: true },
      { ago: 30, said: ok, edited: true },
    ],
    expected: { state: 'passed', changes: ['edited Delivery'], changed: [600] },
  },
  'a result that went to and fro until two hours ago': {
    runs: [
      ...Array.from({ length: 5 }, (_, index) => ({
        ago: 200 - index * 10,
        said: index % 2 ? ok : five,
      })),
      { ago: 150, said: five },
      { ago: 30, said: five },
    ],
    expected: {
      state: 'failed',
      broken: [['Delivery', 160, 170]],
      changes: ['unsteady'],
      changed: [160],
    },
  },
  'an incident that is snoozed': {
    rule: monitored,
    runs: [
      { ago: 60, said: ok },
      { ago: 30, said: five },
    ],
    afterwards: (suiteId) =>
      app.platform.db
        .update(alerts)
        .set({ snoozedUntil: new Date(Date.now() + 3_600_000), muteScope: 'monitor' })
        .where(eq(alerts.suiteId, suiteId))
        .then(),
    expected: { state: 'failed', broken: [['Delivery', 30, 60]], incident: true },
  },
  'an incident that a run by hand does not end': {
    rule: monitored,
    runs: [
      { ago: 90, said: ok },
      { ago: 60, said: five },
      { ago: 30, said: ok, trigger: 'manual' },
    ],
    expected: {
      state: 'doubtful',
      broken: [['Delivery', 60, 90]],
      incident: true,
      passingAgain: true,
    },
  },
};

let app: TestApp;
let tenant: Tenant;
let shown: Overview;
let standings: SuiteStanding[];
const now = Date.now();
const suiteIds = new Map<string, string>();
const runTimes = new Map<string, number>();

beforeAll(async () => {
  // Only the tests run suites, and create and deliver notifications.
  app = await startTestApp({ hasWorker: false });
  tenant = await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });
  const { db } = app.platform;
  const { organizationId, owner } = tenant;
  await db.insert(projects).values({ id: `${organizationId}p`, organizationId, name: 'Bank' });
  const settings = {
    platform: 'webchat',
    viewport: { width: 800, height: 600 },
    userAgent: '',
  } as unknown as (typeof devices.$inferInsert)['settings'];
  for (const name of ['one', 'two'])
    await db.insert(devices).values({
      id: idOfDevice(name),
      organizationId,
      name,
      platform: 'webchat',
      locale: 'en',
      concurrencyLimit: 1,
      settings,
    });
  for (const [name, history] of Object.entries(histories))
    suiteIds.set(name, await plant(name, history));
  const { body, status, text } = await owner.call(overview.getOverview);
  if (status !== 200) throw new Error(text);
  shown = body;
  standings = (await readStates()).body.items;
}, 300_000);

afterAll(() => app.close());

const idOfDevice = (name: string) => `${tenant.organizationId}${name}`;

const readStates = () => tenant.owner.call(overview.listSuiteStandings, { query: {} });

async function plant(name: string, { runs: planned, rule, afterwards }: History): Promise<string> {
  const { db } = app.platform;
  const { organizationId } = tenant;
  const suiteId = newId();
  await db.insert(suites).values({
    id: suiteId,
    organizationId,
    projectId: `${organizationId}p`,
    name,
    platform: 'webchat',
    source: sourceOf(['Delivery'], false),
    testCount: 1,
    isMonitoring: rule !== undefined,
    ...(rule && { monitoringConfig: { alertWhen: rule } }),
  });
  if (rule) await db.insert(monitors).values({ suiteId, organizationId });
  for (const run of planned) {
    await end(suiteId, name, run, rule !== undefined);
    // What a page has read before must not stay when more becomes known.
    await readStates();
  }
  await afterwards?.(suiteId);
  return suiteId;
}

async function end(suiteId: string, name: string, run: Run, isMonitored: boolean): Promise<void> {
  const { db } = app.platform;
  const { organizationId, owner } = tenant;
  const id = newId();
  const at = new Date(now - run.ago * 60_000);
  const said =
    run.failure !== undefined
      ? {}
      : typeof run.said === 'object' && !('class' in run.said)
        ? run.said
        : { Delivery: run.said ?? ok };
  const events = eventsOf(said as Record<string, Said>, run);
  const last = events.at(-1);
  const trigger = run.trigger ?? (isMonitored ? 'monitor' : 'manual');
  const deviceId = run.device ? idOfDevice(run.device) : null;
  runTimes.set(id, run.ago);
  const [ended] = await db
    .insert(runs)
    .values({
      id,
      organizationId,
      suiteId,
      projectId: `${organizationId}p`,
      suiteName: name,
      projectName: 'Bank',
      platform: 'webchat',
      source: sourceOf(Object.keys(said), run.edited ?? false),
      selectedTests: run.only ? Object.keys(said) : null,
      trigger,
      deviceId,
      environment: run.environment ?? null,
      status: last?.type === 'run.finished' ? last.status : 'error',
      counts: countsOf(events),
      createdAt: at,
      startedAt: at,
      finishedAt: new Date(at.getTime() + (run.took ?? 0) * 60_000),
      isComplete: true,
      isRepeated: run.isRepeated ?? false,
      lastSeq: events.length,
    })
    .returning();
  await insertEvents(db, id, 0, events);
  await refreshResults(db, found(ended));
  if (trigger === 'monitor' && !run.isRepeated) {
    await db.insert(monitorSlots).values({ suiteId, slot: at, outcome: 'run', runId: id });
    await judgeSlots(app.platform);
    // Move the incidents to the same time as the slots.
    await db
      .update(alerts)
      .set({ resolvedAt: at })
      .where(sql`${alerts.suiteId} = ${suiteId} and ${alerts.resolvedAt} is not null`);
  }
  if (run.override) {
    await readStates();
    const answer = await owner.call(runEndpoints.overrideVerdict, {
      params: { runId: id },
      body: { test: 0, outcome: run.override, reason: 'A person says so.' },
    });
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

const sourceOf = (tests: string[], isEdited: boolean) =>
  `configuration:\n  platform: webchat\n  channel:\n    kind: http\n    url: https://bot.example/message\n${tests
    .map((test) => `---\n- test: ${test}\n- When${isEdited ? ' exactly' : ''}: ${wanted}\n`)
    .join('')}`;

function eventsOf(said: Record<string, Said>, run: Run): RunEvent[] {
  const at = now - run.ago * 60_000;
  const names = Object.keys(said);
  const step = { input: { kind: 'text', text: 'When?' }, expected: 'reply contains' } as const;
  const ends = names.map((name) => endOf(said[name] ?? ok));
  const worst = ends.find(({ outcome }) => outcome !== 'passed' && !run.quarantined);
  const isError = worst?.outcome === 'error';
  const isBroken = run.failure !== undefined;
  const status = run.status ?? (isBroken || isError ? 'error' : worst ? 'failed' : 'passed');
  const planned = names.length > 0 ? names : ['Delivery'];
  return [
    {
      type: 'run.started',
      at,
      tests: planned.map((name) => ({
        name,
        mode: 'run',
        steps: [step],
        ...(run.quarantined && { isQuarantined: true }),
      })),
    },
    ...ends.flatMap((ended, test): RunEvent[] => {
      const place = { at, test, attempt: 1 };
      const { reply, verdicts, ...end } = ended;
      return [
        { type: 'test.started', ...place },
        { type: 'step.started', ...place, step: 0, sent: 'When?' },
        {
          type: 'step.finished',
          ...place,
          step: 0,
          ...end,
          ...(reply && { reply }),
          verdicts: run.unasserted ? [] : verdicts,
        } as RunEvent,
        { type: 'test.finished', ...place, ...end, checks: run.unasserted ? 0 : 1 } as RunEvent,
      ];
    }),
    { type: 'run.finished', at, status, ...(run.failure && { failure: run.failure }) },
  ];
}

function countsOf(events: RunEvent[]) {
  const ends = events.flatMap((event) => (event.type === 'test.finished' ? [event.outcome] : []));
  const count = (outcome: string) => ends.filter((end) => end === outcome).length;
  const [passed, failed, error] = [count('passed'), count('failed'), count('error')];
  const unsure = count('undecided');
  return { total: ends.length, passed, failed, error, unsure, skipped: 0, pending: 0 };
}

function endOf(said: Said) {
  if (typeof said !== 'string') {
    const outcome = said.class === 'unsure' ? ('undecided' as const) : ('error' as const);
    return { outcome, failure: said, reply: undefined, verdicts: [] };
  }
  const reply = {
    text: said,
    messages: [said],
    buttons: [],
    attachments: [],
    latencyMs: 90,
    payload: null,
  };
  const assertion = {
    property: 'prompt',
    operator: 'contains' as const,
    expected: [wanted],
    negated: false,
  };
  const verdict = matchAssertion(assertion, reply, matchSettings({}));
  if (verdict.passed) return { outcome: 'passed' as const, reply, verdicts: [verdict] };
  const failure = { class: 'wrong', code: 'mismatch', message: `Got ${said}` } as const;
  return { outcome: 'failed' as const, failure, reply, verdicts: [verdict] };
}

/**
 * Converts a time to minutes ago. Overrides happen in real time, which on a busy machine is more than half a minute behind
 * `now`.
 */
const minutesOf = (time: string) => Math.max(0, Math.round((now - Date.parse(time)) / 60_000));

function brokenOf(suiteId: string | undefined) {
  return shown.broken.flatMap((cause) =>
    cause.members
      .filter((member) => member.suiteId === suiteId)
      .map((member) => ({ cause, member })),
  );
}

describe('a careful person says of', () => {
  it.each(Object.entries(histories))('%s', (name, { expected }) => {
    const suiteId = suiteIds.get(name);
    const standing = standings.find((row) => row.suiteId === suiteId);
    expect(standing?.state).toBe(expected.state);
    if (expected.strip) expect(standing?.runs.map(({ status }) => status)).toEqual(expected.strip);
    const found = brokenOf(suiteId);
    const told = found.map(({ member: { test, since, lastGreen } }) => [
      test,
      minutesOf(since),
      lastGreen && minutesOf(lastGreen.at),
    ]);
    expect(told.sort()).toEqual([...(expected.broken ?? [])].sort());
    const known = found.map(({ member }) => minutesOf(member.knownAt));
    const since = told.map(([, minutes]) => minutes);
    expect(known.sort()).toEqual((expected.known ?? since).sort());
    if (expected.incident !== undefined)
      expect(found.map(({ member }) => member.incident !== null)).toEqual(
        found.map(() => expected.incident),
      );
    for (const { member } of found)
      expect(member.incident?.isPassingAgain ?? false).toBe(expected.passingAgain ?? false);
    const changes = shown.changes
      .filter((change) => change.suiteId === suiteId)
      .map(({ kind, test }) => [kind, test].filter(Boolean).join(' '));
    expect(changes.sort()).toEqual([...(expected.changes ?? [])].sort());
    if (expected.changed)
      expect(
        shown.changes.filter((change) => change.suiteId === suiteId).map(({ at }) => minutesOf(at)),
      ).toEqual(expected.changed);
  });
});

it('groups failures of one cause across suites, and none of two causes', () => {
  const ofFive = shown.broken.filter(({ got }) => got === five);
  const ofSeven = shown.broken.filter(({ got }) => got === seven);
  expect([ofFive.length, ofSeven.length]).toEqual([1, 1]);
  expect(ofFive[0]?.memberCount).toBeGreaterThan(15);
  expect(ofSeven[0]?.memberCount).toBe(1);
  expect(ofFive[0]?.signature).not.toBe(ofSeven[0]?.signature);
});

it('separates what fails from what was not reached and from settings', () => {
  const { monitors: counted } = shown;
  const open = Object.values(histories).filter(({ expected }) => expected.incident);
  expect(counted).toMatchObject({ unreachable: 1, settings: 1, internal: 0, undecided: 0 });
  expect(counted.failed).toBe(open.length - 2);
});

it('counts the tests of each suite', () => {
  expect(standings.every(({ testCount }) => testCount === 1)).toBe(true);
});

it('calls a suite passed for nothing but a pass', () => {
  for (const row of standings.filter(({ state }) => state === 'passed')) {
    expect(row.reasons).toEqual([]);
    expect(row.lastRun?.status).toBe('passed');
  }
});
