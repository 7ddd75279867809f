/** Creates a message for each webhook that subscribes to an event. */
import type { WebhookEvent } from '@parley/contract';
import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { alerts } from '../../db/schema/alerts.ts';
import { runs } from '../../db/schema/runs.ts';
import { suites } from '../../db/schema/suites.ts';
import { workScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { consumerOf, type EventConsumer } from '../../platform/outbox/domain-events.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/security/ids.ts';
import { standingsOf } from '../judges/judges.ts';
import {
  type IncidentEvent,
  incidentChanged,
  presentForPrograms,
} from '../monitoring/monitoring.ts';
import {
  gateOfRuns,
  hasGate,
  presentRun,
  type RunRow,
  runColumns,
  runFinished,
} from '../runs/runs.ts';
import { isExample } from '../suites/suites.ts';
import { webhooksTopic } from './webhook-news.ts';
import { insertMessages, listSubscribed } from './webhooks.queries.ts';

type Enqueuing = Pick<Platform, 'db' | 'news' | 'config' | 'log' | 'pool' | 'clock'>;

/** A message before its webhooks are known. */
interface Message {
  organizationId: string;
  /**
   * Identifies the event, so that its message is stored only once. Contains no full stops, which separate the parts that are
   * signed.
   */
  messageId: string;
  type: WebhookEvent;
  at: Date;
  data: object;
}

export function webhooksConsumers(platform: Enqueuing): EventConsumer[] {
  return [
    consumerOf('webhooks.run-finished', runFinished, async (ends) => {
      const ended = await listEnded(
        platform,
        ends.map(({ runId }) => runId),
      );
      await enqueue(platform, 'run.finished', ended, (run) => ({
        ...ofRun(run, 'run-finished'),
        type: 'run.finished',
        data: { run: runOf(run), link: linkTo(platform, run) },
      }));
    }),
    consumerOf('webhooks.gate-finished', runFinished, async (ends) => {
      const ended = await listEnded(
        platform,
        ends.map(({ runId }) => runId),
      );
      await enqueue(platform, 'gate.finished', ended, (run) => gateMessage(platform, run));
    }),
    consumerOf('webhooks.incident', incidentChanged, async (changes) => {
      for (const change of changes) await enqueueIncident(platform, change);
    }),
  ];
}

function listEnded({ db }: Enqueuing, runIds: string[]): Promise<RunRow[]> {
  return db.select(runColumns).from(runs).where(inArray(runs.id, runIds));
}

const linkTo = ({ config }: Enqueuing, { id }: RunRow) =>
  `${config.publicUrl}/history/testruns/${id}`;

/** Presents a run without the person who started it, because a message can outlive the account and be forwarded. */
const runOf = (run: RunRow) => ({ ...presentRun(run), startedBy: null });

const ofRun = (run: RunRow, name: string) => ({
  organizationId: run.organizationId,
  messageId: `${name}-${run.id}`,
  at: run.finishedAt ?? new Date(),
});

/** Builds the message about the gate of a run; undefined if the run was cancelled or its suite has no gate. */
async function gateMessage(platform: Enqueuing, run: RunRow): Promise<Message | undefined> {
  const { db, pool } = platform;
  const scope = workScope(db, run.organizationId);
  if (run.status === 'cancelled' || !(await hasGate(scope, pool, run))) return undefined;
  const judged = await judgeGate(platform, run);
  return {
    ...ofRun(run, 'gate-finished'),
    type: 'gate.finished',
    data: { run: runOf(run), gate: judged, link: linkTo(platform, run) },
  };
}

/** Judges the gate of a run. A gate that cannot be judged is undecided, with the reason as a doubt. */
async function judgeGate(platform: Enqueuing, run: RunRow) {
  const { db, pool } = platform;
  const scope = workScope(db, run.organizationId);
  const asking = {
    pool,
    standingsOf: (asked: typeof scope, projectId: string, language: string | null) =>
      standingsOf(platform, asked, projectId, language),
  };
  try {
    const { verdict, baseline, doubts, rules, must } = await gateOfRuns(scope, asking, run.id, {});
    return {
      verdict,
      baseline: baseline ?? null,
      doubts,
      rules: rules.map(({ rule, verdict: ofRule, why }) => ({ rule, verdict: ofRule, why })),
      must,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const doubts = [error.message];
    return { verdict: 'undecided', baseline: null, doubts, rules: [], must: [] };
  }
}

async function enqueueIncident(platform: Enqueuing, change: IncidentEvent): Promise<void> {
  const { incidentId, change: kind, at } = change;
  const ofExample = sql`exists (
    select from ${suites} where ${suites.id} = ${alerts.suiteId} and ${isExample})`;
  const [row] = await platform.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.id, incidentId), not(ofExample)));
  // The incident was deleted with its suite, or belongs to the example project, which sends no messages.
  if (!row) return;
  const type = `incident.${kind}` as const;
  await enqueue(platform, type, [row], () => ({
    organizationId: row.organizationId,
    messageId: `incident-${kind}-${row.id}-${Date.parse(at)}`,
    type,
    at: new Date(at),
    data: presentForPrograms(row, platform.config.publicUrl),
  }));
}

/** Stores messages for the subscribed webhooks. Messages without a subscriber are not built. */
async function enqueue<Row extends { organizationId: string }>(
  { db, news }: Enqueuing,
  event: WebhookEvent,
  rows: readonly Row[],
  messageOf: (row: Row) => Message | undefined | Promise<Message | undefined>,
): Promise<void> {
  const organizationIds = [...new Set(rows.map(({ organizationId }) => organizationId))];
  const subscribed = await listSubscribed(db, organizationIds, event);
  for (const row of rows) {
    const of = subscribed.filter(({ organizationId }) => organizationId === row.organizationId);
    const message = of.length > 0 ? await messageOf(row) : undefined;
    if (!message) continue;
    const { organizationId, messageId, type, at, data } = message;
    const body = bodyOf(type, at, data);
    await db.transaction(async (tx) => {
      const written = await insertMessages(
        tx,
        of.map(({ id: webhookId }) => ({
          id: newId(),
          ...{ organizationId, webhookId, messageId, type, body },
        })),
      );
      if (written > 0) await news.publish(tx, webhooksTopic);
    });
  }
}

/** Builds the body of a message as Standard Webhooks recommends: type, timestamp and data. */
export function bodyOf(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
