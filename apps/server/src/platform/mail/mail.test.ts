import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { organizations } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails } from '../../db/schema/index.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { ownerDatabase } from '../database/organization-database.ts';
import { createLog } from '../observability/log.ts';
import { deleteSentMailsJob, sendMailsJob } from './mail.ts';

const letter = {
  to: 'ada@example.org',
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello: http://localhost/verify?token=abc',
};

async function until<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await sleep(50);
  }
}

describe('with a mail server', () => {
  let app: TestApp;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;

  beforeAll(async () => {
    mailServer = await startMailServer();
    app = await startTestApp({ settings: { SMTP_URL: mailServer.url } });
  });
  afterEach(() => mailServer.received.splice(0));
  afterAll(async () => {
    await app.close();
    mailServer.server.close();
  });

  const outbox = () => app.platform.db.select().from(outboxMails);

  it('sends a mail once its transaction has committed', async () => {
    const { db, mail } = app.platform;
    await db.transaction((tx) => mail.queueMail(tx, letter));
    const [received] = await until(() =>
      mailServer.received[0] ? mailServer.received : undefined,
    );
    expect(received?.to).toEqual(['ada@example.org']);
    expect(received?.text).toContain('Subject: =?UTF-8?');
    // Keeps out-of-office replies away.
    expect(received?.text).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    await until(async () => (await outbox()).find(({ sentAt }) => sentAt !== null));
  });

  it('keeps no link of a mail that was sent, and after a month nothing of it', async () => {
    const { db, mail, queue } = app.platform;
    await db.delete(outboxMails);
    const unsubscribeUrl = 'http://localhost/unsubscribe?token=abc';
    await mail.queueMail(db, { ...letter, unsubscribeUrl });
    const sent = await until(async () => (await outbox()).find(({ sentAt }) => sentAt !== null));
    expect(sent).toMatchObject({ recipient: letter.to, subject: letter.subject });
    expect(JSON.stringify(sent)).not.toContain('token=');
    const lastMonth = { sentAt: new Date(Date.now() - 31 * 24 * 3_600_000) };
    await mail.queueMail(db, { ...letter, subject: 'Of yesterday' });
    await until(async () => ((await outbox()).every(({ sentAt }) => sentAt) ? true : undefined));
    await db.update(outboxMails).set(lastMonth).where(eq(outboxMails.id, sent.id));
    await queue.send(db, deleteSentMailsJob, {});
    await expect
      .poll(async () => (await outbox()).map(({ subject }) => subject), { timeout: 15_000 })
      .toEqual(['Of yesterday']);
  });

  it('sends nothing of a transaction that was rolled back', async () => {
    const { db, mail } = app.platform;
    const work = db.transaction(async (tx) => {
      await mail.queueMail(tx, { ...letter, subject: 'Never' });
      throw new Error('Something else went wrong');
    });
    await expect(work).rejects.toThrow('Something else');
    await mail.queueMail(db, { ...letter, subject: 'After' });
    await until(() => mailServer.received.find(({ text }) => text.includes('Subject: After')));
    expect(mailServer.received).toHaveLength(1);
  });

  it('takes one mail at a time, also where the database believes that there is only one', async () => {
    const { db, mail } = app.platform;
    await db.delete(outboxMails);
    await mail.queueMail(db, { ...letter, subject: 'First' });
    await until(async () => (await outbox()).find(({ sentAt }) => sentAt !== null));
    await ownerDatabase(db).execute(sql`vacuum analyze outbox_mails`);
    await db.transaction(async (tx) => {
      for (const subject of ['One', 'Two', 'Three'])
        await mail.queueMail(tx, { ...letter, subject });
    });
    await until(async () =>
      (await outbox()).every(({ sentAt }) => sentAt !== null) ? true : undefined,
    );
    expect((await outbox()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
  });

  it('sends urgent mails before the alerts of an organization, however many there are', async () => {
    const { db, mail } = app.platform;
    await db.transaction(async (tx) => {
      for (let alert = 1; alert <= 20; alert += 1)
        await mail.queueMail(tx, { ...letter, subject: `Alert ${alert}` });
      await mail.queueMail(tx, { ...letter, subject: 'Reset', kind: 'reset', mailbox: 'a@b' });
    });
    await until(() => (mailServer.received.length === 21 ? true : undefined));
    expect(mailServer.received[0]?.text).toContain('Subject: Reset');
  });

  it('keeps a mail that the server refuses, and sends it once later', async () => {
    const { db, mail, queue } = app.platform;
    mailServer.state.isRefusing = true;
    await mail.queueMail(db, { ...letter, subject: 'Patience' });
    const refused = await until(async () =>
      (await outbox()).find(({ lastError, sentAt }) => lastError !== null && sentAt === null),
    );
    expect(refused.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
    mailServer.state.isRefusing = false;
    await db
      .update(outboxMails)
      .set({ nextAttemptAt: new Date(0) })
      .where(eq(outboxMails.id, refused.id));
    await queue.send(db, sendMailsJob, {});
    await until(async () =>
      (await outbox()).find(({ id, sentAt }) => id === refused.id && sentAt !== null),
    );
    expect(mailServer.received).toHaveLength(1);
  });

  it.each([
    ['an hour when the server refuses it', { isRefusing: true }, 3600],
    ['five minutes when the server is away', { isAway: true }, 300],
  ])('is tried again after at most %s', async (_, state, pauseS) => {
    const { db, mail, queue } = app.platform;
    Object.assign(mailServer.state, state);
    await mail.queueMail(db, letter);
    const isTried = async () => (await outbox()).find(({ lastError }) => lastError !== null);
    await until(isTried);
    await db.update(outboxMails).set({ attempts: 20, lastError: null, nextAttemptAt: new Date(0) });
    await queue.send(db, sendMailsJob, {});
    const { nextAttemptAt } = await until(isTried);
    const waitsS = (nextAttemptAt.getTime() - Date.now()) / 1000;
    expect(waitsS).toBeGreaterThan(pauseS - 60);
    expect(waitsS).toBeLessThanOrEqual(pauseS + 60);
    Object.assign(mailServer.state, { isRefusing: false, isAway: false });
    await db.delete(outboxMails);
  });

  it.each([
    ['a second address', 'ada@example.org, eve@example.org'],
    ['a line break', 'ada@example.org\r\nBcc: eve@example.org'],
  ])('has one recipient in spite of %s', async (_, to) => {
    const { db, mail } = app.platform;
    await mail.queueMail(db, { ...letter, to, subject: 'One\r\nBcc: eve@example.org' });
    await until(async () =>
      (await outbox()).find((row) => row.attempts > 0 && row.subject.startsWith('One')),
    );
    expect(mailServer.received.flatMap((received) => received.to)).not.toContain('eve@example.org');
    expect(mailServer.received.map(({ text }) => text).join()).not.toMatch(/^Bcc:/im);
    await db.delete(outboxMails);
  });
});

describe('a stop with mails waiting', () => {
  it('ends with the one under way, and leaves the others as they are', async () => {
    const mailServer = await startMailServer();
    mailServer.state.takesMs = 300;
    const app = await startTestApp({ settings: { SMTP_URL: mailServer.url } });
    const { db, mail, queue } = app.platform;
    await db.transaction(async (tx) => {
      for (let number = 0; number < 60; number++) await mail.queueMail(tx, letter);
    });
    await until(() => mailServer.received[2]);
    const received = mailServer.received.length;
    await queue.stop(12_000);
    expect(mailServer.received.length - received).toBeLessThanOrEqual(1);
    const rows = await db.select().from(outboxMails);
    const sent = rows.filter(({ sentAt }) => sentAt !== null);
    expect(sent).toHaveLength(mailServer.received.length);
    expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(sent.length);
    await app.close();
    mailServer.server.close();
  });
});

describe('without a mail server', () => {
  it('writes the mail to the data folder', async () => {
    const app = await startTestApp({ settings: { SMTP_URL: '' } });
    const { config, db, mail } = app.platform;
    await mail.queueMail(db, letter);
    const folder = join(config.dataFolder, 'mail');
    const file = await until(async () => {
      const [row] = await db.select().from(outboxMails);
      return row?.sentAt ? readdirSync(folder)[0] : undefined;
    });
    expect(file).toMatch(/\.eml$/);
    expect(readFileSync(join(folder, file), 'utf8')).toContain('http://localhost/verify?token=abc');
    await app.close();
  });

  it('logs the link of the mail, not one from a name', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    const log = createLog('info', stream as never);
    const app = await startTestApp({ settings: { SMTP_URL: '' }, log });
    const { owner } = await createTenant(app, { name: 'https://evil.example/invitation?token=1' });
    const email = 'guest@invited.test';
    await owner.call(organizations.invite, { body: { email, role: 'member' } });
    const line = await until(async () => lines.find((text) => text.includes(`"to":"${email}"`)));
    const { link, mail } = JSON.parse(line) as { link: string; mail: string };
    expect(link).toMatch(`${app.platform.config.publicUrl}/invitation?`);
    expect(mail).not.toContain('evil.example');
    await app.close();
  });
});
