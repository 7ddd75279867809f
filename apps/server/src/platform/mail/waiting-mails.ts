import { desc, sql } from 'drizzle-orm';
import { outboxMails } from '../../db/schema/outbox.ts';
import { ageOf, asNumber, lastErrorOf, type WaitingWork } from '../queue/waiting-work.ts';
import { deleteMail, isGivenUp, isUnsent, retryMail } from './mail.ts';

export const waitingMails: WaitingWork = {
  kind: 'mails',
  async count(db) {
    const isDead = sql`${isGivenUp}`;
    const [row] = await db
      .select({
        waiting: asNumber(sql`count(*) filter (where not (${isDead}))`),
        dead: asNumber(sql`count(*) filter (where ${isDead})`),
        oldestSeconds: ageOf(sql`min(${outboxMails.createdAt}) filter (where not (${isDead}))`),
        lastError: lastErrorOf(
          outboxMails.lastError,
          outboxMails.nextAttemptAt,
          sql`not (${isDead})`,
        ),
      })
      .from(outboxMails)
      .where(isUnsent);
    return row ?? { waiting: 0, oldestSeconds: null };
  },
  dead: {
    list(db, limit) {
      return db
        .select({
          id: outboxMails.id,
          target: outboxMails.recipient,
          attempts: outboxMails.attempts,
          reason: outboxMails.lastError,
          at: outboxMails.nextAttemptAt,
        })
        .from(outboxMails)
        .where(isGivenUp)
        .orderBy(desc(outboxMails.nextAttemptAt))
        .limit(limit);
    },
    retry: ({ db, queue }, id) => retryMail(db, queue, id),
    remove: deleteMail,
  },
};
