import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Outgoing emails, written in the transaction that causes them and sent by a job. A sent email keeps only its envelope, for a
 * while.
 */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** Normalized mailbox of the recipient, for emails that are limited per mailbox. */
    mailbox: text('mailbox'),
    /** Kind of email, for those that are limited in number. Users cannot influence their text. */
    kind: text('kind'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    /** Link in the email; null without one. */
    link: text('link'),
    /** Link that unsubscribes from this kind of email; null for mandatory emails. */
    unsubscribeUrl: text('unsubscribe_url'),
    /**
     * Time of writing instead of the start of the transaction: if two transactions wait for the same row, the later email has
     * the valid link.
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
