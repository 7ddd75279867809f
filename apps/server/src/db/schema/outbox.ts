import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Outgoing mails, written in the transaction that causes them and sent by a job. After sending, only the envelope is kept for a
 * while.
 */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** Normalized mailbox of the recipient, for mails that are limited per mailbox. */
    mailbox: text('mailbox'),
    /** Kind of a mail whose number is limited; users cannot influence its text. */
    kind: text('kind'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    /** Link in the mail; null if it has none. */
    link: text('link'),
    /** Link that unsubscribes from this kind of mail; null for mandatory mails. */
    unsubscribeUrl: text('unsubscribe_url'),
    /**
     * Time of writing, not of the transaction's start: if two transactions wait for the same row, the later mail has the valid
     * link.
     */
    createdAt: timestamp('created_at', { withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    lastError: text('last_error'),
  },
  (table) => [
    index('outbox_mails_due').on(table.sentAt, table.nextAttemptAt),
    index('outbox_mails_recipient').on(table.recipient, table.createdAt),
    index('outbox_mails_mailbox')
      .on(table.mailbox, table.createdAt)
      .where(sql`${table.mailbox} is not null`),
    index('outbox_mails_kind').on(table.kind, table.createdAt),
  ],
);
