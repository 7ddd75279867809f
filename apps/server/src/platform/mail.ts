/** Mails: written to the outbox in the transaction that causes them, sent afterwards by a job. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, asc, count, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import nodemailer, { type Transporter } from 'nodemailer';
import { z } from 'zod';
import { outboxMails } from '../db/schema/index.ts';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';
import { defineJob, type Queue, type Work, work } from './queue.ts';

export interface MailMessage {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface Mail {
  queueMail(db: Database, message: MailMessage): Promise<void>;
}

export const sendMailsJob = defineJob('mail.send', z.object({}));

/** With pauses that double from 10 s to an hour, this many attempts span about a day and a half. */
const attemptsMax = 40;

const batchSize = 20;

export function createMail(queue: Queue): Mail {
  return {
    async queueMail(db, message) {
      await db.insert(outboxMails).values({
        id: newId(),
        recipient: singleLine(message.to),
        subject: singleLine(message.subject),
        html: message.html,
        text: message.text,
      });
      await queue.send(db, sendMailsJob, {});
    },
  };
}

/** Header fields are one line: nobody adds a second recipient through a name. */
function singleLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

/** How many mails of a kind somebody got lately, so that nobody can be flooded through us. */
export async function countMailsOfLastHour(
  db: Database,
  mail: { to: string; subject: string },
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.recipient, singleLine(mail.to)),
        eq(outboxMails.subject, singleLine(mail.subject)),
        gt(outboxMails.createdAt, sql`now() - interval '1 hour'`),
      ),
    );
  return row?.total ?? 0;
}

/** Carries out the job, and looks every minute for mails whose next attempt is due. */
export function mailWork(platform: { db: Database; config: Config; log: Log }): Work {
  const deliver = createDelivery(platform.config, platform.log);
  return work(sendMailsJob, () => sendDueMails(platform.db, deliver, platform.log), {
    schedule: '* * * * *',
  });
}

type OutboxMail = typeof outboxMails.$inferSelect;
type Deliver = (mail: OutboxMail) => Promise<void>;

async function sendDueMails(db: Database, deliver: Deliver, log: Log): Promise<void> {
  for (;;) {
    const mails = await claimDueMails(db);
    for (const mail of mails) await sendMail(db, mail, deliver, log);
    if (mails.length < batchSize) return;
  }
}

/**
 * Moves the next attempt on before sending, so that two workers do not send the same mail, and a
 * worker that dies while sending leaves a mail that is tried again.
 */
async function claimDueMails(db: Database): Promise<OutboxMail[]> {
  const due = db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(
      and(
        isNull(outboxMails.sentAt),
        lte(outboxMails.nextAttemptAt, sql`now()`),
        lt(outboxMails.attempts, attemptsMax),
      ),
    )
    .orderBy(asc(outboxMails.nextAttemptAt))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const pause = sql`make_interval(secs => least(3600, 10 * power(2, least(${outboxMails.attempts}, 9))))`;
  return db
    .update(outboxMails)
    .set({
      attempts: sql`${outboxMails.attempts} + 1`,
      nextAttemptAt: sql`now() + greatest(${pause}, interval '1 minute')`,
    })
    .where(sql`${outboxMails.id} in ${due}`)
    .returning();
}

async function sendMail(db: Database, mail: OutboxMail, deliver: Deliver, log: Log): Promise<void> {
  const isThis = eq(outboxMails.id, mail.id);
  try {
    await deliver(mail);
    await db.update(outboxMails).set({ sentAt: sql`now()`, lastError: null }).where(isThis);
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    await db.update(outboxMails).set({ lastError }).where(isThis);
    log.warn({ err: error, attempt: mail.attempts }, 'A mail could not be sent; it is tried again');
  }
}

function createDelivery({ smtpUrl, mailFrom, dataFolder }: Config, log: Log): Deliver {
  const from = mailFrom;
  if (smtpUrl === undefined) {
    const files = nodemailer.createTransport({ streamTransport: true, buffer: true });
    return (mail) => deliverToFile(files, from, mail, join(dataFolder, 'mail'), log);
  }
  const server = nodemailer.createTransport(smtpUrl, {
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
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  log.info(
    { mail: mail.subject, to: mail.recipient, link, file: path },
    'No SMTP_URL: this mail was written to a file',
  );
}

function toMessage(from: string, mail: OutboxMail) {
  // As an object the address is taken as it is: no list, no second recipient.
  const to = { name: '', address: mail.recipient };
  return { from, to, subject: mail.subject, html: mail.html, text: mail.text };
}
