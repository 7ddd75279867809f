/** Tests what operators read about emails that a real mail server refuses. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { operations } from '@parley/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { maskError } from './mask-error.ts';

let app: TestApp;
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: (_auth, _session, done) =>
    done(
      Object.assign(new Error('5.7.8 Error: authentication failed: mailer@acme.test'), {
        responseCode: 535,
      }),
    ),
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  app = await startTestApp({
    settings: {
      SMTP_URL: `smtp://mailer:s3cret@127.0.0.1:${port}`,
      PARLEY_OPERATORS: 'op@parley.example',
    },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  server.close();
});

describe('waiting work', () => {
  it('shows the last error of the mail server, without addresses', async () => {
    const operator = await app.signUp({ email: 'op@parley.example' });
    const read = async () => {
      const { body } = await app.call(operations.getHealth, { token: operator.token });
      return body.work.find(({ kind }) => kind === 'mails');
    };
    expect(await read()).toMatchObject({ waiting: 0, lastError: null });
    const { db, mail } = app.platform;
    const message = { to: 'ada@example.org', subject: 'A', html: '<p>A</p>', text: 'A' };
    await mail.queueMail(db, message);
    await expect.poll(async () => (await read())?.lastError, { timeout: 15_000 }).toContain('535');
    const told = await read();
    expect(told?.waiting).toBe(1);
    expect(told?.lastError).toContain('authentication failed: …@acme.test');
    expect(told?.lastError).not.toMatch(/mailer|s3cret|ada@/);
  });
});

describe('an error on the operations page', () => {
  it.each([
    [
      'Invalid login: 535 5.7.8 Error: authentication failed',
      'Invalid login: 535 5.7.8 Error: authentication failed',
    ],
    [
      '550 5.1.1 <ada.l+x@mail.acme.co.uk>: unknown user',
      '550 5.1.1 <…@mail.acme.co.uk>: unknown user',
    ],
    ['connect ECONNREFUSED 10.0.0.5:587', 'connect ECONNREFUSED 10.0.0.5:587'],
    [
      'smtp://user:pass@mail.acme.test:587 did not answer',
      'smtp://…@mail.acme.test:587 did not answer',
    ],
    [
      'https://hooks.acme.test/services/T0/B0/abc answered 404',
      'https://hooks.acme.test/… answered 404',
    ],
    ['AUTH PLAIN AG1haWxlcgBzM2NyZXRzM2NyZXRzM2NyZXQ= failed', 'AUTH PLAIN … failed'],
    ['one\r\ntwo', 'one two'],
  ])('masks %j', (error, shown) => {
    expect(maskError(error)).toBe(shown);
  });

  it('is short', () => {
    expect(maskError('no '.repeat(1000))).toHaveLength(300);
  });
});
