import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails } from '../db/schema/index.ts';
import { startTestApp, type TestApp } from '../test/test-app.ts';
import { sendMailsJob } from './mail.ts';

const letter = {
  to: 'ada@example.org',
  subject: 'Grüße',
  html: '<p>Hello</p>',
  text: 'Hello: http://localhost/verify?token=abc',
};

interface Received {
  to: string[];
  text: string;
}

/** A mail server that can be told to refuse. */
async function startMailServer() {
  const received: Received[] = [];
  const state = { isRefusing: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      done(state.isRefusing ? new Error('Not now') : undefined),
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { server, received, state, url: `smtp://127.0.0.1:${port}` };
}

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
    await until(async () => (await outbox()).find(({ sentAt }) => sentAt !== null));
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

describe('without a mail server', () => {
  it('writes the mail to the data folder', async () => {
    const app = await startTestApp();
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
});
