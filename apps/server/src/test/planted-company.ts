/**
 * A company with 40 test suites, some of them monitored, and two weeks of runs whose pages can be opened. Last night, one bot
 * changed and another was unreachable; an edit broke a test, one test is flaky, and a colleague is assigned to an incident.
 */
import { incidents } from '@parley/contract';
import { type Failure, matchAssertion, matchSettings, type RunEvent } from '@parley/suite';
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  alerts,
  monitorSlots,
  monitors,
  projects,
  runNumbers,
  runs,
  suites,
  users,
} from '../db/schema/index.ts';
import { judgeSlots } from '../modules/monitoring/slots/judge-slots.ts';
import { insertEvents } from '../modules/runs/log/event-rows.ts';
import { refreshResults } from '../modules/runs/results/keep-results.ts';
import { found } from '../platform/errors/found.ts';
import { newId } from '../platform/security/ids.ts';
import { createTenant, type Member, type Tenant } from './tenant.ts';
import type { TestApp } from './test-app.ts';

interface Question {
  test: string;
  asks: string;
  expected: string;
  /** Reply of the bot, or its failure. Default: a sentence with the expected text. */
  says?: string | Failure;
}

interface Planted {
  name: string;
  project: string;
  isMonitor?: boolean;
  /** Returns the questions of the run so many hours ago. `nth` counts runs, starting with the oldest. */
  at: (hoursAgo: number, nth: number) => Question[];
}

const hourMs = 3_600_000;
const days = 14;
const projectNames = ['Bank hotline', 'Card shop', 'Insurance chat', 'Internal help'];

const unreachable: Failure = {
  class: 'network',
  code: 'connection-refused',
  message: 'kyc.acme.example refused the connection.',
};

const delivery = (hoursAgo: number): Question => ({
  test: 'Delivery of a new card',
  asks: 'When does my card arrive?',
  expected: 'arrives in 3 days',
  says: hoursAgo < 9 ? 'Your card arrives in 5 days.' : 'Your card arrives in 3 days.',
});

const small = (topic: string): Question[] => [
  { test: `${topic}: greeting`, asks: 'Hello', expected: 'how can I help' },
  { test: `${topic}: question`, asks: `Tell me about ${topic.toLowerCase()}`, expected: topic },
];

const stories: Planted[] = [
  {
    name: 'Card delivery',
    project: 'Card shop',
    isMonitor: true,
    at: (ago) => [...small('Cards'), delivery(ago)],
  },
  {
    name: 'Replacement cards',
    project: 'Bank hotline',
    isMonitor: true,
    at: (ago) => [delivery(ago), ...small('Replacement')],
  },
  {
    name: 'KYC identity check',
    project: 'Bank hotline',
    isMonitor: true,
    at: (ago) => small('Passport').map((each) => (ago < 7 ? { ...each, says: unreachable } : each)),
  },
  {
    name: 'Opening hours',
    project: 'Insurance chat',
    at: (ago) => [
      ...small('Branches'),
      {
        test: 'Hours at the weekend',
        asks: 'When are you open?',
        expected: ago < 20 ? 'Monday to Saturday' : 'Monday to Friday',
        says: 'We are open Monday to Friday.',
      },
    ],
  },
  {
    name: 'Refunds',
    project: 'Card shop',
    at: (_, nth) => [
      ...small('Refunds'),
      {
        test: 'Refund of a parcel',
        asks: 'Where is my money?',
        expected: 'refund is on its way',
        says: nth % 2 ? 'Your refund is on its way.' : 'I did not understand that.',
      },
    ],
  },
  {
    name: 'Account balance',
    project: 'Bank hotline',
    isMonitor: true,
    at: (ago) => [
      {
        test: 'Balance of savings',
        asks: 'What is my balance?',
        expected: 'your savings account holds',
        says:
          ago < 30 && ago > 10
            ? 'Please try again later.'
            : 'Sure: your savings account holds 120 dollars.',
      },
      ...small('Accounts'),
    ],
  },
];

const topics = ['Loans', 'Travel', 'Fees', 'Limits', 'Mortgage', 'Claims', 'Passwords', 'Holidays'];

const quiet: Planted[] = Array.from({ length: 40 - stories.length }, (_, n) => {
  const topic = topics[n % topics.length] ?? '';
  const questions = small(topic);
  return {
    name: `${topic} ${['questions', 'by phone', 'in German', 'long form', 'smoke'][n % 5]}`,
    project: projectNames[n % projectNames.length] ?? '',
    isMonitor: n % 4 === 0 && n < 32,
    at: () => questions,
  };
});

export interface PlantedCompany {
  tenant: Tenant;
  /** Is assigned to the incident of the card delivery. */
  colleague: Member;
}

/** @param app an app without a worker, which would run the monitors against bots that do not exist */
export async function plantCompany(app: TestApp): Promise<PlantedCompany> {
  const { db } = app.platform;
  const tenant = await createTenant(app, {
    name: 'Acme',
    planId: 'enterprise',
    subscriptionStatus: 'enabled',
  });
  const { organizationId, owner } = tenant;
  const colleague = await tenant.add('member');
  await db.update(users).set({ name: 'Mara Okafor' }).where(eq(users.id, colleague.userId));
  const projectIds = new Map(projectNames.map((name) => [name, newId()]));
  for (const [name, id] of projectIds)
    await db.insert(projects).values({ id, organizationId, name });
  for (const planted of [...stories, ...quiet]) await plantSuite(app, tenant, planted, projectIds);
  await db.execute(sql`
    insert into organization_totals (organization_id, projects, webchat_suites, phone_suites)
    values (${organizationId}, ${projectNames.length}, 40, 0)
    on conflict (organization_id) do update set projects = excluded.projects, webchat_suites = 40`);
  await db.execute(sql`update projects set webchat_suites =
    (select count(*) from suites where project_id = projects.id) where organization_id = ${organizationId}`);
  const [incident] = await db
    .select()
    .from(alerts)
    .where(and(eq(alerts.suiteName, 'Card delivery'), isNull(alerts.resolvedAt)));
  const answer = await owner.call(incidents.changeIncident, {
    params: { incidentId: found(incident).id },
    body: { isAcknowledged: true, assigneeId: colleague.userId },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return { tenant, colleague };
}

async function plantSuite(
  app: TestApp,
  { organizationId }: Tenant,
  { name, project, isMonitor = false, at }: Planted,
  projectIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { db } = app.platform;
  const suiteId = newId();
  const projectId = found(projectIds.get(project));
  const latest = at(0, 0);
  await db.insert(suites).values({
    id: suiteId,
    organizationId,
    projectId,
    name,
    platform: 'webchat',
    source: sourceOf(latest),
    testCount: latest.length,
    testNames: latest.map(({ test }) => test).join('\n'),
    testNamesVersion: 1,
    isMonitoring: isMonitor,
    ...(isMonitor && {
      monitoringConfig: { alertWhen: { failures: 1, of: 1 }, everyMinutes: 360 },
    }),
  });
  if (isMonitor) await db.insert(monitors).values({ suiteId, organizationId });
  const apart = isMonitor || stories.some((story) => story.name === name) ? 6 : 48;
  let number = 0;
  for (let ago = days * 24 - 2; ago > 0; ago -= apart) {
    number += 1;
    const finishedAt = new Date(Date.now() - ago * hourMs);
    const questions = at(ago, number);
    const events = eventsOf(questions, finishedAt.getTime());
    const id = newId();
    const [run] = await db
      .insert(runs)
      .values({
        id,
        organizationId,
        suiteId,
        number,
        projectId,
        suiteName: name,
        projectName: project,
        platform: 'webchat',
        source: sourceOf(questions),
        trigger: isMonitor ? 'monitor' : 'manual',
        ...statusOf(events),
        createdAt: new Date(finishedAt.getTime() - 10_000),
        startedAt: new Date(finishedAt.getTime() - 9_000),
        finishedAt,
        isComplete: true,
        lastSeq: events.length,
      })
      .returning();
    await insertEvents(db, id, 0, events);
    await refreshResults(db, found(run));
    if (isMonitor) {
      const slot = found(run).createdAt;
      await db.insert(monitorSlots).values({ suiteId, slot, outcome: 'run', runId: id });
      await judgeSlots(app.platform);
      await db
        .update(alerts)
        .set({ resolvedAt: finishedAt })
        .where(and(eq(alerts.suiteId, suiteId), sql`${alerts.resolvedAt} is not null`));
    }
  }
  await db.insert(runNumbers).values({ suiteId, organizationId, newest: number });
}

const sourceOf = (questions: Question[]) =>
  [
    'configuration:\n  platform: webchat\n  channel:\n    kind: http\n    url: https://bot.acme.example/message\n',
    ...questions.map(
      ({ test, asks, expected }) =>
        `---\n- test: ${JSON.stringify(test)}\n- ${asks}: ${expected}\n`,
    ),
  ].join('');

function eventsOf(questions: Question[], endedAt: number): RunEvent[] {
  const ends = questions.map(endOf);
  const status = ends.some(({ outcome }) => outcome === 'error')
    ? 'error'
    : ends.some(({ outcome }) => outcome === 'failed')
      ? 'failed'
      : 'passed';
  const timeOf = (test: number) => endedAt - (questions.length - test) * 2_000;
  return [
    {
      type: 'run.started',
      at: timeOf(0),
      tests: questions.map(({ test, asks, expected }) => ({
        name: test,
        mode: 'run',
        steps: [{ input: { kind: 'text', text: asks }, expected: `Reply contains "${expected}"` }],
      })),
    },
    ...questions.flatMap(({ asks }, test): RunEvent[] => {
      const { reply, verdicts, ...end } = found(ends[test]);
      const place = { test, attempt: 1 };
      const at = timeOf(test);
      return [
        { type: 'test.started', at, ...place },
        { type: 'step.started', at, ...place, step: 0, sent: asks },
        {
          type: 'step.finished',
          at: at + 900,
          ...place,
          step: 0,
          ...end,
          ...(reply && { reply }),
          verdicts,
        } as RunEvent,
        { type: 'test.finished', at: at + 910, ...place, ...end, checks: 1 } as RunEvent,
      ];
    }),
    { type: 'run.finished', at: endedAt, status },
  ];
}

function endOf({ expected, says = `Of course: ${expected}.` }: Question) {
  if (typeof says !== 'string')
    return { outcome: 'error' as const, failure: says, reply: undefined, verdicts: [] };
  const reply = {
    text: says,
    messages: [says],
    buttons: [],
    attachments: [],
    latencyMs: 780,
    payload: null,
  };
  const assertion = {
    property: 'prompt',
    operator: 'contains' as const,
    expected: [expected],
    negated: false,
  };
  const verdict = matchAssertion(assertion, reply, matchSettings({}));
  const told = { reply, verdicts: [verdict] };
  if (verdict.passed) return { outcome: 'passed' as const, ...told };
  const failure = { class: 'wrong', code: 'mismatch', message: `Got ${says}` } as const;
  return { outcome: 'failed' as const, failure, ...told };
}

function statusOf(events: RunEvent[]) {
  const ends = events.flatMap((event) => (event.type === 'test.finished' ? [event.outcome] : []));
  const count = (outcome: string) => ends.filter((end) => end === outcome).length;
  const last = events.at(-1);
  return {
    status: last?.type === 'run.finished' ? last.status : ('error' as const),
    counts: {
      total: ends.length,
      passed: count('passed'),
      failed: count('failed'),
      error: count('error'),
      unsure: 0,
      skipped: 0,
      pending: 0,
    },
  };
}
