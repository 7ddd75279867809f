/** Screens of run results and of monitoring. */
import type { AlertChannel, Incident, Monitor, MonitorAlert } from '@parley/contract';
import type { Organizations } from './organizations.ts';
import {
  answering,
  button,
  choice,
  item,
  type Screen,
  steps,
  text,
  whileAway,
  whileWaiting,
} from './screen.ts';

export function resultScreens(of: Organizations): Screen[] {
  return [...runScreens(of), ...historyScreens(of), ...monitoringScreens(of)];
}

function runScreens({ full, extreme }: Organizations): Screen[] {
  const failed = { as: 'full', path: `/history/testruns/${full.failedRunId}` } as const;
  return [
    {
      name: 'run-passed',
      as: 'full',
      path: `/history/testruns/${full.passedRunId}`,
      isWhole: true,
    },
    { ...failed, name: 'run-failed', isWhole: true },
    {
      name: 'run-long-names',
      as: 'extreme',
      path: `/history/testruns/${extreme.failedRunId}`,
      isWhole: true,
    },
    { name: 'run-going', as: 'full', path: `/history/testruns/${full.slowRunId}` },
    {
      name: 'run-error',
      as: 'full',
      path: `/history/testruns/${full.unreachedRunId}`,
      isWhole: true,
    },
    { ...failed, name: 'run-environment', until: choice('Environment'), isWhole: true },
    {
      ...failed,
      name: 'run-share',
      until: steps(item('More actions', /^Share/), text('Create link')),
    },
    { ...failed, name: 'run-override', until: button(/^Override verdict on step/) },
    {
      ...failed,
      name: 'run-judged-again',
      until: steps(item('More actions', /^Re-evaluate/), text(/^Re-evaluated/)),
    },
    { ...failed, name: 'run-loading', until: whileWaiting(/internal.*\/runs\//) },
    { ...failed, name: 'run-error-loading', until: whileAway(/internal.*\/runs\//) },
    { name: 'run-unknown', as: 'full', path: '/history/testruns/unknown' },
  ];
}

function historyScreens({ full, extreme }: Organizations): Screen[] {
  const {
    failedRunId,
    passedRunId,
    mendedRunIds: [before, after],
  } = full;
  const reliability = `/history/suites/${full.suiteId}`;
  const steps2 = `${reliability}?test=Opening%20hours`;
  return [
    { name: 'history', as: 'full', path: '/history', isWhole: true },
    { name: 'history-long-names', as: 'extreme', path: '/history', isWhole: true },
    { name: 'history-table', as: 'full', path: '/history', until: choice('Table'), isWhole: true },
    {
      name: 'history-marked',
      as: 'full',
      path: '/history',
      isWhole: true,
      until: async (page) => {
        await page
          .getByRole('checkbox', { name: /^Compare this run/ })
          .nth(0)
          .check();
        await page
          .getByRole('checkbox', { name: /^Compare this run/ })
          .nth(1)
          .check();
      },
    },
    { name: 'history-no-match', as: 'full', path: '/history?trigger=api' },
    { name: 'history-search', as: 'full', path: '/history?search=open' },
    { name: 'history-search-none', as: 'full', path: '/history?search=nobody%20says%20this' },
    { name: 'history-empty', as: 'empty', path: '/history' },
    {
      name: 'history-loading',
      as: 'full',
      path: '/history',
      until: whileWaiting(/internal.*\/(runs|history)/),
    },
    {
      name: 'history-error',
      as: 'full',
      path: '/history',
      until: whileAway(/organizations\/[^/]+\/(runs|history)/),
    },
    { name: 'history-export', as: 'full', path: '/history', until: button('Export') },
    {
      name: 'compare',
      as: 'full',
      path: `/history/compare?base=${before}&with=${after}`,
      isWhole: true,
    },
    {
      name: 'compare-two-suites',
      as: 'full',
      path: `/history/compare?base=${failedRunId}&with=${passedRunId}`,
      isWhole: true,
    },
    { name: 'compare-unknown', as: 'full', path: '/history/compare?base=unknown&with=none' },
    { name: 'reliability', as: 'full', path: reliability },
    { name: 'reliability-long-names', as: 'extreme', path: `/history/suites/${extreme.suiteId}` },
    { name: 'reliability-unknown', as: 'full', path: '/history/suites/unknown' },
    { name: 'reliability-never-ran', as: 'full', path: `/history/suites/${full.renamingSuiteId}` },
    { name: 'quarantine', as: 'full', path: reliability, until: button('Quarantine') },
    {
      name: 'step-days',
      as: 'full',
      path: steps2,
      until: button('Details of step 2'),
      isWhole: true,
    },
    {
      name: 'step-days-table',
      as: 'full',
      path: steps2,
      until: steps(button('Details of step 2'), choice('Table')),
      isWhole: true,
    },
  ];
}

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

/** A day of hourly slots with every outcome, which would otherwise take a day to record. */
const slots: Monitor['slots'] = Array.from({ length: 20 }, (_, index) => {
  const at = ago(index + 0.5);
  if (index === 3)
    return { at, outcome: 'skipped', reason: 'Quiet times: Night', runId: null, result: null };
  if (index === 9)
    return { at, outcome: 'missed', reason: 'No worker was available.', runId: null, result: null };
  const isFailed = index < 2 || index === 12;
  return { at, outcome: 'run', reason: null, runId: 'run', result: isFailed ? 'failed' : 'passed' };
});

const failingInShort: Monitor['incident'] = {
  id: 'i1',
  failingSince: ago(5),
  runId: 'r1',
  isAcknowledged: true,
  snoozedUntil: ago(-3),
};

const monitored = answering<{ items: Monitor[]; nextCursor: null }>(
  /\/monitors(\?|$)/,
  ({ items: [first, ...others], nextCursor }) => {
    if (!first) return { items: others, nextCursor };
    const like = (suiteName: string, changed: Partial<Monitor>): Monitor => ({
      ...first,
      suiteId: suiteName,
      suiteName,
      slots,
      ...changed,
    });
    return {
      nextCursor,
      items: [
        { ...first, slots: slots.slice(4, 9) },
        like('Greeting', { alertSince: ago(1.5), incident: failingInShort }),
        like('Lost card', { pausedUntil: ago(-24), slots: slots.slice(3) }),
        like('Transfers', { schedule: '0 8-18 * * 1-5, Europe/Berlin', slots: slots.slice(1) }),
        ...others,
      ],
    };
  },
);

const alerted = answering<MonitorAlert[]>(/\/alerts$/, () => [
  {
    id: 'a1',
    suiteId: 's1',
    suiteName: 'Opening hours',
    stopReason: null,
    classes: ['wrong'],
    openedAt: ago(2),
    resolvedAt: null,
    runId: 'r1',
  },
  {
    id: 'a2',
    suiteId: 's2',
    suiteName: 'A test suite with a name that is longer than a phone is wide',
    stopReason: null,
    classes: ['silent', 'network'],
    openedAt: ago(50),
    resolvedAt: ago(48),
    runId: 'r2',
  },
]);

const delivered = answering<AlertChannel[]>(/\/alert-channels$/, (channels) =>
  channels.map((channel, index) =>
    index > 0
      ? channel
      : {
          ...channel,
          lastDelivery: {
            id: 'd1',
            channelId: channel.id,
            alertId: 'a1',
            suiteName: 'Opening hours',
            kind: 'opened',
            status: 'failed',
            attempts: 3,
            createdAt: ago(1),
            sentAt: null,
            nextAttemptAt: ago(-1),
            error: 'hooks.example.com answered with 503.',
          },
        },
  ),
);

const failing: Incident = {
  id: 'i1',
  suiteId: 's1',
  suiteName: 'Opening hours',
  stopReason: null,
  classes: ['wrong'],
  openedAt: ago(2),
  resolvedAt: null,
  runId: 'r1',
  signature: '1-a',
  failingSince: ago(5),
  evidence: {
    test: 'Delivery of an order',
    step: 2,
    said: 'When does it arrive?',
    expected: 'reply contains "arrives in 3 days", ignoring case',
    got: 'Thank you for asking. Your order was sent this morning and arrives in 5 days.',
    others: 2,
    lastGreen: { at: ago(6), runId: 'r0', number: 198 },
  },
  acknowledged: { at: ago(1), by: { id: 'u1', name: 'Nora Nolan' } },
  assignee: null,
  snoozed: { until: ago(-3), scope: 'known' },
  timeline: (['opened', 'acknowledged', 'snoozed'] as const).map((change, index) => ({
    at: ago(2 - index / 2),
    change,
    by: index === 0 ? null : { id: 'u1', name: 'Nora Nolan' },
    assignee: null,
    until: change === 'snoozed' ? ago(-3) : null,
    runId: index === 0 ? 'r1' : null,
  })),
};

interface ShownMonitor {
  monitor: Monitor;
  incident: Incident | null;
  people: { id: string; name: string }[];
}

const incidentShown = answering<ShownMonitor>(/internal.*\/monitors\/[^/]+$/, (shown) => ({
  ...shown,
  monitor: { ...shown.monitor, slots, alertSince: ago(2), incident: failingInShort },
  incident: failing,
}));

function monitoringScreens({ full }: Organizations): Screen[] {
  const monitor = `/history/monitors/${full.suiteId}`;
  const at = (part: string) => `/history/monitoring${part && `?tab=${part}`}`;
  return [
    { name: 'monitors', as: 'full', path: at(''), until: monitored },
    { name: 'monitors-long-names', as: 'extreme', path: at('') },
    { name: 'monitors-empty', as: 'empty', path: at('') },
    { name: 'monitors-error', as: 'full', path: at(''), until: whileAway(/internal.*\/monitors/) },
    { name: 'monitor-menu', as: 'full', path: at(''), until: button(/^Actions for/) },
    {
      name: 'monitor-pause',
      as: 'full',
      path: at(''),
      until: item(/^Actions for/, 'Pause until a date'),
    },
    { name: 'monitor-quiet', as: 'full', path: monitor },
    { name: 'monitor-incident', as: 'full', path: monitor, until: incidentShown, isWhole: true },
    { name: 'alerts', as: 'full', path: at('alerts'), until: steps(alerted, delivered) },
    { name: 'alerts-long-names', as: 'extreme', path: at('alerts') },
    { name: 'alerts-empty', as: 'empty', path: at('alerts') },
    { name: 'alerts-error', as: 'full', path: at('alerts'), until: whileAway(/\/alerts(\?|$)/) },
    { name: 'alerts-as-member', as: 'member', path: at('alerts') },
    { name: 'alert-channel-new', as: 'full', path: at('alerts'), until: button('Add channel') },
    {
      name: 'alert-deliveries',
      as: 'full',
      path: at('alerts'),
      until: item(/^Actions for/, 'Deliveries'),
    },
    { name: 'exclusions', as: 'full', path: at('exclusions') },
    { name: 'exclusions-empty', as: 'empty', path: at('exclusions') },
    {
      name: 'exclusion-new',
      as: 'full',
      path: at('exclusions'),
      until: steps(button('Add calendar'), button('Add weekly hours')),
    },
    { name: 'exclusion-delete', as: 'full', path: at('exclusions'), until: button(/^Delete/) },
    { name: 'status-page-settings', as: 'full', path: at('status'), isWhole: true },
    {
      name: 'status-page-settings-error',
      as: 'full',
      path: at('status'),
      until: whileAway(/\/monitors(\?|$)/),
      isWhole: true,
    },
    { name: 'status-page-settings-empty', as: 'empty', path: at('status'), isWhole: true },
    { name: 'status-page-settings-as-member', as: 'member', path: at('status'), isWhole: true },
  ];
}
