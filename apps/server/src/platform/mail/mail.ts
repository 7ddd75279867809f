/** Emails: written to the outbox in the transaction that causes them, and sent by a job after its commit. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, asc, count, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import nodemailer, { type Transporter } from 'nodemailer';
import { z } from 'zod';
import { outboxMails } from '../../db/schema/index.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/db.ts';
import type { Log } from '../observability/log.ts';
import { createOutbox, deliverDue, later, pauseAfter } from '../outbox/outbox.ts';
import { cleanUpRows, cleanUpWork } from '../queue/clean-up.ts';
import { defineJob, type Queue, type Work, work } from '../queue/queue.ts';
import { newId } from '../security/ids.ts';

export interface MailMessage {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Link in the email. Without a mail server, it is logged. */
  link?: string;
  /** Unsubscribe address for emails of this kind. Email programs show it next to the sender. */
  unsubscribeUrl?: string;
  /** Kind of email, if such emails are limited in number. */
  kind?: string;
  /** Normalized mailbox, which is the same for all spellings of an address. Limits count by it. */
  mailbox?: string;
}

/** An email that is limited per mailbox, whatever its subject. */
export type CountedMail = MailMessage & { kind: string; mailbox: string };

export interface Mail {
  queueMail(db: Database, message: MailMessage): Promise<void>;
}

export const sendMailsJob = defineJob('mail.send', z.object({}));
export const deleteSentMailsJob = defineJob('mail.delete-sent', z.object({}));

/** Days for which recipient and subject of a sent email are kept. */
const sentDays = 30;

/**
 * Maximum number of attempts. With the pauses below, they last about a day and a half if the mail server is unavailable, and 18
 * days if it refuses.
 */
const attemptsMax = 450;

/**
 * Outbox of emails. A claim lasts longer than the slowest mail server may take within the limits below. If a worker dies while
 * sending, the email is sent again when the claim has expired.
 */
const outbox = createOutbox(outboxMails, { claimS: 360 });

/** SMTP status of a mail server that is shutting down or overloaded. */
const serviceNotAvailable = 421;

/**
 * Longest pauses in seconds; pauses double from 10 s. An unavailable server is tried more often, so that emails go out soon
 * after it is back.
 */
const pauseSMax = { away: 300, refused: 3600 };

export function createMail(queue: Queue): Mail {
  return {
    async queueMail(db, message) {
      await db.insert(outboxMails).values({
        id: newId(),
        recipient: singleLine(message.to),
        mailbox: message.mailbox ?? null,
        kind: message.kind ?? null,
        subject: singleLine(message.subject),
        html: message.html,
        text: message.text,
        link: message.link ?? null,
        unsubscribeUrl: message.unsubscribeUrl ?? null,
      });
      await queue.send(db, sendMailsJob, {});
    },
  };
}

/** Keeps header fields on one line, so that a name cannot add a second recipient. */
function singleLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

/** Maximum number of emails of one kind per hour: to an address as it is spelled, and to all spellings of its mailbox. */
export const mailsPerHourMax = { address: 3, mailbox: 10 };

/**
 * Tells if the limit of emails of a kind is reached, so that nobody can be flooded with emails from Parley. A mailbox may get
 * more than an address, because testers have separate accounts for tags (`name+tag@`).
 */
export async function hasEnoughMails(
  db: Database,
  { to, kind, mailbox }: Pick<CountedMail, 'to' | 'kind' | 'mailbox'>,
): Promise<boolean> {
  const lately = { kind, hours: 1 };
  const toAddress = await countMails(db, lately, eq(outboxMails.recipient, singleLine(to)));
  if (toAddress >= mailsPerHourMax.address) return true;
  return (
    (await countMails(db, lately, eq(outboxMails.mailbox, mailbox))) >= mailsPerHourMax.mailbox
  );
}

/**
 * Counts the emails of a kind in the last 24 hours, to all recipients. The limits on it keep anyone from sending mass emails
 * through Parley.
 */
export function countMailsOfLastDay(db: Database, kind: string): Promise<number> {
  return countMails(db, { kind, hours: 24 });
}

async function countMails(
  db: Database,
  { kind, hours }: { kind: string; hours: number },
  which?: SQL,
): Promise<number> {
  const isOfKind = eq(outboxMails.kind, kind);
  const isNew = gt(outboxMails.createdAt, sql`now() - make_interval(hours => ${hours})`);
  const [row] = await db
    .select({ total: count() })
    .from(outboxMails)
    .where(and(isOfKind, isNew, which));
  return row?.total ?? 0;
}

/** Condition for emails that are not sent yet, including given-up ones, which have no attempts left. */
export const isUnsent = isNull(outboxMails.sentAt);
export const isGivenUp = and(isUnsent, gte(outboxMails.attempts, attemptsMax));

/**
 * Sends a given-up email again.
 * @returns false if there is no such email
 */
export async function retryMail(db: Database, queue: Queue, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const retried = await tx
      .update(outboxMails)
      .set(outbox.renewed)
      .where(and(eq(outboxMails.id, id), isGivenUp))
      .returning({ id: outboxMails.id });
    if (retried.length > 0) await queue.send(tx, sendMailsJob, {});
    return retried.length > 0;
  });
}

export async function deleteMail(db: Database, id: string): Promise<boolean> {
  const deleted = await db
    .delete(outboxMails)
    .where(and(eq(outboxMails.id, id), isGivenUp))
    .returning({ id: outboxMails.id });
  return deleted.length > 0;
}

/** Gives up all waiting emails, so that a restore does not send old ones. Operators can retry those that are still wanted. */
export async function giveUpAllMails(db: Database, reason: string): Promise<void> {
  await db.update(outboxMails).set({ attempts: attemptsMax, lastError: reason }).where(isUnsent);
}

const sentMails = cleanUpRows(
  'mails',
  outboxMails,
  lt(outboxMails.sentAt, sql`now() - make_interval(days => ${sentDays})`),
);

/** Returns the jobs for emails. Sending also runs every minute, to find emails whose next attempt is due. */
export function mailWork(surroundings: Surroundings): Work[] {
  const deliver = createDelivery(surroundings.config, surroundings.log);
  return [
    work(sendMailsJob, () => sendDueMails(surroundings, deliver), { schedule: '* * * * *' }),
    cleanUpWork(surroundings, deleteSentMailsJob, [sentMails], '23 2 * * *'),
  ];
}

interface Surroundings {
  db: Database;
  queue: Queue;
  config: Config;
  log: Log;
}

type OutboxMail = typeof outboxMails.$inferSelect;
type Deliver = (mail: OutboxMail) => Promise<void>;

/** Sends due emails one after the other, until none is due or the mail server is unavailable. */
function sendDueMails({ db, queue, log }: Surroundings, deliver: Deliver): Promise<void> {
  return deliverDue({
    claim: () => claimDueMail(db),
    attempt: (mail) => sendMail(db, mail, deliver, log),
    stopping: queue.stopping,
  });
}

/** Claims one email at a time: with a slow server, the claim on a whole batch would expire. */
function claimDueMail(db: Database): Promise<OutboxMail[]> {
  const due = db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(isUnsent, outbox.isDue, lt(outboxMails.attempts, attemptsMax)))
    // Emails with a limit come first: they are few, and someone is waiting for them, such as sign-in links and invitations.
    .orderBy(isNull(outboxMails.kind), asc(outboxMails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return (
    db
      .update(outboxMails)
      .set(outbox.claimed)
      // Not `in`, because a join may evaluate the subquery once per row and claim more than one.
      .where(eq(outboxMails.id, due))
      .returning()
  );
}

/**
 * Marks an email as sent and deletes its text, because its links may be valid for days and must not be found in the database or
 * a backup.
 */
const sent = {
  sentAt: sql`now()`,
  lastError: null,
  html: '',
  text: '',
  link: null,
  unsubscribeUrl: null,
};

/**
 * Sends an email and records the result.
 * @returns false if the mail server did not respond or is unavailable
 */
async function sendMail(
  db: Database,
  mail: OutboxMail,
  deliver: Deliver,
  log: Log,
): Promise<boolean> {
  const isThis = eq(outboxMails.id, mail.id);
  try {
    await deliver(mail);
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    const isAway = responseCode === undefined || responseCode === serviceNotAvailable;
    const lastError = error instanceof Error ? error.message : String(error);
    const pauseS = pauseAfter(mail.attempts, isAway ? pauseSMax.away : pauseSMax.refused);
    await db
      .update(outboxMails)
      .set({ lastError, nextAttemptAt: later(pauseS) })
      .where(isThis);
    log.warn(
      { err: error, attempt: mail.attempts },
      'An email could not be sent; it will be retried',
    );
    return !isAway;
  }
  await db.update(outboxMails).set(sent).where(isThis);
  return true;
}

function createDelivery({ smtpUrl, mailFrom, dataFolder }: Config, log: Log): Deliver {
  const from = mailFrom;
  if (smtpUrl === undefined) {
    const files = nodemailer.createTransport({ streamTransport: true, buffer: true });
    return (mail) => deliverToFile(files, from, mail, join(dataFolder, 'mail'), log);
  }
  const server = nodemailer.createTransport(smtpUrl, {
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as object);
  return async (mail) => {
    await server.sendMail(toMessage(from, mail));
  };
}

async function deliverToFile(
  files: Transporter,
  from: string,
  mail: OutboxMail,
  folder: string,
  log: Log,
): Promise<void> {
  const { message } = await files.sendMail(toMessage(from, mail));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`);
  writeFileSync(path, message as Buffer, { mode: 0o600 });
  log.info(
    { mail: mail.subject, to: mail.recipient, link: mail.link ?? undefined, file: path },
    'No SMTP_URL: this email was written to a file',
  );
}

function toMessage(from: string, mail: OutboxMail) {
  // Given as an object, the address is not parsed, so it cannot contain a second recipient.
  const to = { name: '', address: mail.recipient };
  const { subject, html, text, unsubscribeUrl } = mail;
  const list = unsubscribeUrl === null ? {} : { list: { unsubscribe: unsubscribeUrl } };
  // Keeps out-of-office replies away (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' };
  return { from, to, subject, html, text, headers, ...list };
}
