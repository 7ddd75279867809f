/** Composes alerts in the format of each kind of channel. Pure. */
import {
  type AlertFailureClass,
  type IncidentEvidence,
  planLacksMonitoring,
  type RunPoint,
  type StopReason,
  statusLacksCustomSchedule,
} from '@parley/contract';
import { expectedInWords } from '@parley/suite';
import { timeInWords } from '../../../platform/time/time-in-words.ts';
import type { DeliveryRow } from './alerts.queries.ts';

interface ReplacedTimes {
  /** First of the replaced times. */
  since: Date;
  /** When the run that replaces them was due. */
  dueAt: Date;
}

export interface AlertFacts {
  kind: DeliveryRow['kind'];
  /** Identifies all messages about one alert. */
  alertId: string;
  /** Name of the suite; for stopped monitors, “Monitoring of” and the name of the organization. */
  suiteName: string;
  /** Null for an alert about a failing suite. */
  stopReason: StopReason | null;
  classes: AlertFailureClass[];
  openedAt: Date;
  /** Due time of the first failed run. */
  failingSince: Date;
  /** The failure; null if unknown. */
  evidence: IncidentEvidence | null;
  /** The run that showed the failure; null if there was none. */
  runId: string | null;
  /** Number of the run in its suite; null for runs of earlier releases and for deleted ones. */
  runNumber: number | null;
  resolvedAt: Date | null;
  /** Earlier times that the first failed run also stands for; null if there are none. */
  replaced: ReplacedTimes | null;
  /** True if the suite is still monitored. */
  isMonitored: boolean;
  /** Link to the page with the details. */
  link: string;
}

const classesInWords: Record<AlertFailureClass, string> = {
  wrong: 'The bot gave an unexpected reply',
  silent: 'The bot did not answer in time',
  network: 'The bot could not be reached',
  configuration: 'The test suite or its settings are invalid',
  internal: 'Parley failed',
  unsure: 'The reply was too uncertain to judge',
};

const stopsInWords: Record<StopReason, string> = {
  locked: "The organization's trial or subscription has ended",
  plan: planLacksMonitoring,
  schedule: statusLacksCustomSchedule,
  interactions: "This month's interactions are used up",
  callMinutes: "This month's call minutes are used up",
};

export function titleOf({ kind, suiteName, stopReason, isMonitored }: AlertFacts): string {
  if (stopReason !== null) return `${suiteName} has ${kind === 'resolved' ? 'resumed' : 'stopped'}`;
  switch (kind) {
    case 'opened':
    case 'escalated':
      return `${suiteName} is failing`;
    case 'reopened':
      return `${suiteName} fails in a new way`;
    case 'reminder':
      return `${suiteName} is still failing`;
    case 'resolved':
      return isMonitored ? `${suiteName} passes again` : `${suiteName} is no longer monitored`;
    case 'test':
      return 'Test alert from Parley';
  }
}

export function sentencesOf({
  kind,
  stopReason,
  classes,
  openedAt,
  failingSince,
  evidence,
  runNumber,
  replaced,
}: AlertFacts): string[] {
  if (kind === 'test') return ['This channel works. Nothing is wrong.'];
  if (stopReason !== null)
    return kind === 'resolved'
      ? [`The affected test suites had not been checked since ${timeInWords(openedAt)}.`]
      : [
          `${stopsInWords[stopReason]}.`,
          `Test suites have not been checked since ${timeInWords(openedAt)}.`,
        ];
  const causes = classes.map((each) => `${classesInWords[each]}.`);
  if (runNumber !== null) causes.push(`Failed in run #${runNumber}.`);
  if (evidence !== null) causes.push(...evidenceInWords(evidence));
  if (replaced !== null) causes.push(replacedInWords(replaced));
  return [...(kind === 'resolved' ? [] : causes), `Failing since ${timeInWords(failingSince)}.`];
}

function evidenceInWords(evidence: IncidentEvidence): string[] {
  const { test, step, said, expected, got, others, lastGreen } = evidence;
  const where = [test && `Test: ${test}`, step && `step ${step}`].filter(Boolean).join(', ');
  const asked = said ? `: ${said}` : '';
  const more = others === 1 ? '1 more step fails.' : `${others} more steps fail.`;
  return [
    ...(where ? [`${where}${asked}`] : []),
    ...(expected ? [`Expected: ${expectedInWords(expected)}`] : []),
    `Got: ${got}`,
    ...(others > 0 ? [more] : []),
    ...(lastGreen ? [lastPassedInWords(lastGreen)] : []),
  ];
}

function lastPassedInWords({ number, at }: RunPoint): string {
  const run = number === null ? '' : `run #${number}, `;
  return `Last passed: ${run}${timeInWords(new Date(at))}.`;
}

function replacedInWords({ since, dueAt }: ReplacedTimes): string {
  return `The run that was due at ${timeInWords(dueAt)} also stands for the times since ${timeInWords(since)}: it was waiting in the queue.`;
}

/** Parley's own format for programs. docs/alerts.md describes its fields. */
export function webhookBody(facts: AlertFacts) {
  return {
    type: `alert.${facts.kind}`,
    data: {
      alertId: facts.alertId,
      title: titleOf(facts),
      suite: facts.suiteName,
      failureClasses: facts.classes,
      stopReason: facts.stopReason,
      openedAt: facts.openedAt.toISOString(),
      failingSince: facts.failingSince.toISOString(),
      run: facts.runId === null ? null : { runId: facts.runId, number: facts.runNumber },
      evidence: facts.evidence,
      resolvedAt: facts.resolvedAt?.toISOString() ?? null,
      replacedSince: facts.replaced?.since.toISOString() ?? null,
      link: facts.link,
    },
  };
}

export function slackBody(facts: AlertFacts) {
  const title = slackText(titleOf(facts));
  const lines = sentencesOf(facts).map(slackText);
  return {
    text: title,
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: [`*${title}*`, ...lines, `<${facts.link}|Open in Parley>`].join('\n'),
        },
      },
    ],
  };
}

/** Escapes the three special characters of Slack, so that the name of a suite cannot mention anybody. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function teamsBody(facts: AlertFacts) {
  const block = (text: string, look: object = {}) => ({
    type: 'TextBlock',
    wrap: true,
    text: text.replaceAll(/([\\`*_{}[\]()#+!~-])/g, '\\$1'),
    ...look,
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(titleOf(facts), { weight: 'Bolder', size: 'Medium' }),
            ...sentencesOf(facts).map((sentence) => block(sentence)),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Parley', url: facts.link }],
        },
      },
    ],
  };
}

export function pagerDutyBody(facts: AlertFacts, routingKey: string) {
  const isOver = facts.kind === 'resolved';
  return {
    routing_key: routingKey,
    event_action: isOver ? 'resolve' : 'trigger',
    dedup_key: facts.alertId,
    ...(!isOver && {
      payload: {
        summary: titleOf(facts).slice(0, 1024),
        source: 'Parley',
        severity: facts.kind === 'test' ? 'info' : 'error',
        timestamp: facts.openedAt.toISOString(),
        custom_details: { failureClasses: facts.classes, details: sentencesOf(facts).join(' ') },
      },
      links: [{ href: facts.link, text: 'Open in Parley' }],
    }),
  };
}
