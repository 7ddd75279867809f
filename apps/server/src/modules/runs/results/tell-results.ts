/**
 * Emails the results of runs to the people who asked for them. The end event of a run triggers this; a job finds runs whose
 * event was missed.
 */
import { counted, type Outcome, readCounts, shownStatus } from '@parley/suite';
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { mailPreferences } from '../../../db/schema/mail-preferences.ts';
import { memberships } from '../../../db/schema/organizations.ts';
import { runs } from '../../../db/schema/runs.ts';
import { users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { MailMessage } from '../../../platform/mail/mail.ts';
import { renderMail } from '../../../platform/mail/mail-template.ts';
import { consumerOf, type EventConsumer } from '../../../platform/outbox/domain-events.ts';
import { tellInside } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineJob } from '../../../platform/queue/queue.ts';
import { unsubscribeUrl } from '../../identity/identity.ts';
import { runFinished } from '../log/run-news.ts';

export const tellResultsJob = defineJob('runs.tell-results', z.object({}));

/** Maximum number of runs handled in one transaction. */
const batchSize = 100;

const bad = ['failed', 'error', 'interrupted'] as const;

type Teller = Pick<Platform, 'db' | 'mail' | 'config'>;

export function tellEnds(teller: Teller): EventConsumer {
  return consumerOf('runs.tell-results', runFinished, async (ends) => {
    const runIds = ends.filter(({ trigger }) => trigger !== 'monitor').map(({ runId }) => runId);
    if (runIds.length > 0) await tellResults(teller, inArray(runs.id, runIds));
  });
}

/**
 * Emails the results that are due. Safe to repeat: the run's row records the notification in the transaction that queues the
 * email.
 */
export async function tellResults(teller: Teller, which?: SQL): Promise<void> {
  while ((await tellSome(teller, which)) === batchSize);
}

function tellSome({ db, mail, config }: Teller, which: SQL | undefined): Promise<number> {
  return tellInside(db, {
    find: (tx) => findDue(tx, which),
    async tell(tx, due) {
      for (const { run, email } of due) {
        await tx.update(runs).set({ toldAt: sql`now()` }).where(eq(runs.id, run.id));
        await mail.queueMail(tx, resultMail(config, email, run));
      }
    },
  });
}

function findDue(db: Database, which: SQL | undefined) {
  return (
    db
      .select({ run: runs, email: users.email })
      .from(runs)
      .innerJoin(users, eq(users.id, runs.startedBy))
      // Former members no longer receive information about the organization.
      .innerJoin(
        memberships,
        and(
          eq(memberships.organizationId, runs.organizationId),
          eq(memberships.userId, runs.startedBy),
        ),
      )
      .innerJoin(mailPreferences, eq(mailPreferences.email, users.email))
      .where(
        and(
          which,
          gt(runs.finishedAt, sql`now() - interval '1 hour'`),
          gt(runs.finishedAt, mailPreferences.runsSince),
          isNull(runs.toldAt),
          sql`${runs.trigger} <> 'monitor'`,
          sql`(${mailPreferences.runs} = 'always' and ${runs.status} <> 'cancelled'
          or ${mailPreferences.runs} = 'failed' and ${inArray(runs.status, [...bad])})`,
        ),
      )
      .limit(batchSize)
      .for('update', { of: runs, skipLocked: true })
  );
}

const outcomes: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'is undecided',
  error: 'could not be executed',
  interrupted: 'was interrupted',
};

type NotPassed = Exclude<Outcome, 'passed'> | 'skipped';

const notPassed = Object.entries({
  failed: 'failed',
  error: 'could not be executed',
  undecided: 'too uncertain to judge',
  skipped: 'skipped',
} satisfies Record<NotPassed, string>) as [NotPassed, string][];

function resultMail(
  config: Teller['config'],
  email: string,
  { id, suiteName, number, projectName, status, counts }: typeof runs.$inferSelect,
): MailMessage {
  const name = number === null ? suiteName : `${suiteName} · #${number}`;
  const read = readCounts(counts);
  const outcome = `${name} ${outcomes[shownStatus(status, read)] ?? status}`;
  const parts = [
    `${counts.passed} of ${counted(counts.total, 'test')} passed`,
    ...notPassed.flatMap(([of, words]) => (read[of] > 0 ? [`${read[of]} ${words}`] : [])),
  ];
  return renderMail({
    to: email,
    subject: outcome,
    paragraphs: [
      projectName === '' ? `${outcome}.` : `${outcome}, in the project ${projectName}.`,
      `${parts.join(', ')}.`,
    ],
    link: { label: 'Open the run', address: `${config.publicUrl}/history/testruns/${id}` },
    footnote: 'You get this email because you started the run and asked for its result.',
    unsubscribeUrl: unsubscribeUrl(config, 'runs', email),
  });
}
