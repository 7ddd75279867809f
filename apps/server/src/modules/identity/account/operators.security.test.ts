/** Tests the rights that come with an address, for users who only signed up with it and for users who have proven it. */
import { identity, operations, organizations } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outboxMails } from '../../../db/schema/outbox.ts';
import { users } from '../../../db/schema/users.ts';
import { createTestDatabase } from '../../../test/database-template.ts';
import { runProgram } from '../../../test/run-program.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { nameOperatorCommand } from './name-operator-command.ts';
import { runOperatorCommand } from './operator-command.ts';

const boss = 'boss@acme.example';
const deputy = 'deputy@acme.example';
const password = 'Abcdef1!';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    settings: {
      PARLEY_OPERATORS: `${boss}, ${deputy}`,
      PARLEY_ORGANIZATION_DOMAINS: 'acme.example',
      PARLEY_LOAD_TESTING_FOR: 'acme.example',
      PARLEY_EXPLORATORY_TESTING_FOR: boss,
    },
  });
}, 120_000);
afterAll(() => app.close());
beforeEach(async () => {
  await app.platform.db.delete(users);
});

async function signUp(email: string): Promise<TestUser> {
  const { body } = await app.call(identity.signUp, { body: { email, password, name: 'First' } });
  return { userId: body.user.id, token: body.token, email };
}

async function signIn(email: string): Promise<TestUser> {
  const { body } = await app.call(identity.signIn, { body: { email, password } });
  return { userId: body.user.id, token: body.token, email };
}

async function powersOf({ userId, token, email }: TestUser) {
  const { body } = await app.call(identity.getUser, { token, params: { id: userId } });
  const health = await app.call(operations.getHealth, { token });
  const found = await app.call(organizations.listOrganizationsOfDomain, {
    token,
    query: { email },
  });
  return {
    ...('isOperator' in body && {
      operator: body.isOperator,
      organizations: body.mayCreateOrganizations,
      loadTesting: body.loadTestingEnabled,
      exploring: body.exploratoryTestingEnabled,
    }),
    health: health.status,
    colleagues: found.body.some((one) => 'id' in one),
  };
}

const none = {
  ...{ operator: false, organizations: false, loadTesting: false, exploring: false },
  ...{ health: 404, colleagues: false },
};
const all = {
  ...{ operator: true, organizations: true, loadTesting: true, exploring: true },
  ...{ health: 200, colleagues: true },
};

const isOperator = async (user: TestUser) => (await powersOf(user)).operator;

/** Opens the emailed link for a new password. */
async function proveByMail(email: string): Promise<TestUser> {
  const { db } = app.platform;
  await app.call(identity.requestPasswordReset, { body: { email } });
  const mailed = async () => {
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
    return mails.map(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1]).find(Boolean);
  };
  await expect.poll(mailed, { timeout: 10_000 }).toBeDefined();
  const token = (await mailed()) ?? '';
  await app.call(identity.resetPassword, { body: { token, newPassword: password } });
  return signIn(email);
}

const command = (...args: string[]) => runOperatorCommand(app.platform.db, args);

/** Marks an account as older than the rule, as the migration does. */
const makeOld = ({ userId }: TestUser) =>
  app.platform.db.update(users).set({ predatesProof: true }).where(eq(users.id, userId));

describe('an address that nobody was asked to prove', () => {
  beforeEach(async () => {
    const { owner } = await createTenant(app);
    await app.platform.db
      .update(users)
      .set({ email: 'colleague@acme.example' })
      .where(eq(users.id, owner.userId));
  });

  it('gives no rights to a person who signs up with it first', async () => {
    expect(await powersOf(await signUp(boss))).toEqual(none);
  });

  it('gives its rights to a person who follows a mailed link', async () => {
    await signUp(boss);
    expect(await powersOf(await proveByMail(boss))).toEqual(all);
  });

  it('gives them to a person whom the command on the machine names', async () => {
    const user = await signUp(boss);
    expect(await command('add', 'Boss@Acme.example')).toContain('“First”');
    expect(await powersOf(user)).toEqual(all);
    await command('remove', boss);
    expect(await powersOf(user)).toEqual(none);
  });
});

describe('an operator from before addresses had to be proven', () => {
  it('stays one until another has proven an address', async () => {
    const old = await signUp(boss);
    await makeOld(old);
    const later = await signUp(deputy);
    expect(await isOperator(old)).toBe(true);
    expect(await isOperator(later)).toBe(false);
    const proven = await proveByMail(deputy);
    expect(await isOperator(proven)).toBe(true);
    expect(await isOperator(old)).toBe(false);
  });

  it('stays none once the command was run, whatever is revoked', async () => {
    const old = await signUp(boss);
    await makeOld(old);
    await signUp('admin@acme.example');
    await command('add', 'admin@acme.example');
    expect(await isOperator(old)).toBe(false);
    await command('remove', 'admin@acme.example');
    expect(await isOperator(old)).toBe(false);
  });
});

describe('npm run operator', () => {
  it('makes operators whom PARLEY_OPERATORS does not name, and lists them', async () => {
    const user = await signUp('admin@acme.example');
    expect(await command('list')).toContain('No operators');
    await command('add', user.email);
    expect(await command('list')).toBe(user.email);
    expect((await powersOf(user)).health).toBe(200);
  });

  it('asks for an account first', async () => {
    await expect(command('add', boss)).rejects.toThrow(`no account for ${boss}`);
    await expect(command('remove', boss)).rejects.toThrow(`no account for ${boss}`);
  });

  it.each([[['add']], [['add', 'boss']], [['add', boss, deputy]], [['grant', boss]]])(
    'says how it is called for %j',
    async (args) => {
      await expect(command(...args)).rejects.toThrow(/^npm run operator -- add EMAIL/);
    },
  );

  it('is a program of its own', async () => {
    const database = await createTestDatabase();
    const { code, output } = await runProgram('operator', ['add', boss], database.environment);
    expect([code, output]).toEqual([1, expect.stringContaining(`no account for ${boss}`)]);
    await database.drop();
  }, 120_000);
});

describe('the start of a server without mail', () => {
  const warnings: string[] = [];
  const start = () => {
    const { config, db, log } = app.platform;
    const noted = Object.assign(Object.create(log), {
      warn: (text: string) => warnings.push(text),
    });
    return nameOperatorCommand({ config: { ...config, smtpUrl: undefined }, db, log: noted });
  };

  it('names the command until somebody is an operator beyond doubt', async () => {
    await start();
    expect(warnings).toEqual([expect.stringContaining('npm run operator -- add EMAIL')]);
    await signUp(boss);
    await command('add', boss);
    await start();
    expect(warnings).toHaveLength(1);
  });
});
