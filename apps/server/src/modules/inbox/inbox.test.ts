import { inbox as endpoints } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedback, leads, outboxMails } from '../../db/schema/index.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_SUPPORT_EMAIL: 'help@parley.test', PARLEY_SALES_EMAIL: 'sales@parley.test' },
  });
  user = await app.signUp({ name: 'Ada' });
});

afterAll(() => app.close());

const mailsTo = (address: string) =>
  app.platform.db.select().from(outboxMails).where(eq(outboxMails.recipient, address));

const note = {
  userName: 'Ada',
  email: 'ada@acme.test',
  feedback: '  The list is fast.  ',
  timestamp: '2026-11-20T10:00:00.000Z',
  path: '/projects',
};

describe('feedback', () => {
  it('[S-258, S-158] is kept and mailed to support, as from the one who is signed in', async () => {
    const answer = await app.call(endpoints.sendFeedback, { token: user.token, body: note });
    expect(answer.status).toBe(204);
    const rows = await app.platform.db.select().from(feedback);
    expect(rows).toMatchObject([
      {
        userId: user.userId,
        userName: 'Ada',
        email: user.email,
        feedback: 'The list is fast.',
        path: '/projects',
        writtenAt: new Date(note.timestamp),
      },
    ]);
    const mails = await mailsTo('help@parley.test');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`From: Ada <${user.email}>`);
    expect(mails[0]?.text).toContain('Page: /projects\n\nThe list is fast.');
  });

  it('shows markup and header lines as text, in one mail to one address', async () => {
    const before = (await mailsTo('help@parley.test')).length;
    const body = {
      ...note,
      userName: 'Eve\r\nBcc: all@victims.test',
      feedback: '<img src=x onerror=alert(1)>',
    };
    await app.call(endpoints.sendFeedback, { token: user.token, body });
    const mails = await mailsTo('help@parley.test');
    expect(mails).toHaveLength(before + 1);
    const mail = mails.find(({ text }) => text.includes('Eve'));
    expect(mail?.subject).toBe('Feedback about Parley');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img');
  });

  it.each([
    ['without text', { feedback: '   ' }],
    ['of more than 10,000 characters', { feedback: 'x'.repeat(10_001) }],
    ['without a time', { timestamp: 'yesterday' }],
    ['with an address that is none', { email: 'ada' }],
  ])('%s is refused', async (_, wrong) => {
    const body = { ...note, ...wrong };
    const answer = await app.call(endpoints.sendFeedback, { token: user.token, body });
    expect(answer.status).toBe(400);
  });

  it('[S-231] needs a session', async () => {
    expect((await app.call(endpoints.sendFeedback, { body: note })).status).toBe(401);
  });
});

describe('a lead', () => {
  const lead = {
    firstNameCTA: 'Grace',
    lastNameCTA: 'Hopper',
    emailNameCTA: 'grace@navy.test',
    companyCTA: 'Navy',
    page: 'onboarding',
    providers: [],
    request: 'trial',
  };

  it('[A-333, A-334, A-181] is kept and mailed to sales, without a session', async () => {
    const answer = await app.call(endpoints.generateLead, { body: lead });
    expect(answer.status).toBe(204);
    const rows = await app.platform.db.select().from(leads);
    expect(rows.map((row) => row.lead)).toEqual([lead]);
    const [mail] = await mailsTo('sales@parley.test');
    expect(mail?.text).toContain('Company: Navy');
  });

  it('is refused when it is too long', async () => {
    const body = { ...lead, companyCTA: 'x'.repeat(201) };
    expect((await app.call(endpoints.generateLead, { body })).status).toBe(400);
  });
});
