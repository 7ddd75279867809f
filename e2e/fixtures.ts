/**
 * Fixtures of browser tests: a separate server for each test worker, an account created over HTTP as a browser would, and a
 * signed-in page.
 */
import {
  type BodyInput,
  type Device,
  devices,
  type Endpoint,
  organizations,
  type PathParams,
  projects,
  type ResponseBody,
  suites,
} from '@parley/contract';
import { createEmptyPostgresql } from '@parley/server/testing/postgresql-database';
import { test as base, expect, type Page } from '@playwright/test';
import { listViolations } from './accessibility.ts';
import { linkMailedTo } from './mailbox.ts';
import { isNarrow } from './navigation.ts';
import { type ParleyServer, startParley } from './server.ts';

export interface Account {
  email: string;
  password: string;
  name: string;
  userId: string;
  /** Undefined for an account that has not founded an organization yet. */
  orgId: string;
  /** Sends the password again, before a call that needs a recent proof of identity. */
  proveIdentity(): Promise<void>;
  /** Calls an endpoint of the contract as this account. `userId` and `orgId` are filled in. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: {
      params?: Partial<PathParams<E>>;
      query?: Record<string, string>;
      body?: BodyInput<E>;
    },
  ): Promise<ResponseBody<E>>;
}

export interface AccountWishes {
  name?: string;
  email?: string;
  organizationName?: string;
  /** Server whose emails are read to verify the address, which is necessary if a setting grants it something. */
  mailbox?: ParleyServer;
}

interface TestFixtures {
  /** Creates an account with an organization. */
  createAccount(wishes?: AccountWishes): Promise<Account>;
  account: Account;
  /** Signs in without the form, which has tests of its own, and opens the projects page. */
  signIn(page: Page, account: Account): Promise<void>;
  /** Expects no accessibility violation on the page in its current state. */
  expectAccessible(page: Page): Promise<void>;
  /**
   * Expects the same in light and dark theme, on a wide screen and on a phone, where nothing may be cut off either. A test that
   * runs on a phone checks only the phone.
   */
  expectAccessibleEverywhere(page: Page): Promise<void>;
}

export interface DatabaseOption {
  /** Address of the PostgreSQL server to create a database on; empty to use the embedded database. */
  postgresql: string;
}

interface WorkerFixtures extends DatabaseOption {
  /** Settings that point the server to its database, which is empty at first and dropped at the end. */
  database: Record<string, string>;
  parley: ParleyServer;
}

export const password = 'Correct-Horse-7';

let accountNumber = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  postgresql: ['', { scope: 'worker', option: true }],
  database: [
    async ({ postgresql }, use) => {
      if (postgresql === '') return use({});
      const { environment, drop } = await createEmptyPostgresql(postgresql);
      await use({ DATABASE_URL: environment.DATABASE_URL ?? '' });
      await drop();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ database }, use) => {
      const server = await startParley(database, undefined, { isForMany: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ parley }, use) => use(parley.url),
  context: async ({ context }, use) => {
    const violations: string[] = [];
    await context.exposeBinding('tellViolation', (_, violation: string) => {
      violations.push(violation);
    });
    await context.addInitScript(() => {
      const { tellViolation } = window as unknown as { tellViolation: (told: string) => void };
      addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
        tellViolation(
          `${effectiveDirective}: ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`,
        );
      });
    });
    await use(context);
    expect(violations, 'what the content security policy refused').toEqual([]);
  },
  createAccount: async ({ parley }, use) =>
    use((wishes = {}) =>
      createAccount(parley.url, { ...(wishes.email && { mailbox: parley }), ...wishes }),
    ),
  account: async ({ createAccount }, use) => use(await createAccount()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  signIn: async ({}, use) => use(signInBySession),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  expectAccessible: async ({}, use) =>
    use(async (page) => {
      await untilDrawn(page);
      expect(await listViolations(page)).toEqual([]);
    }),
  expectAccessibleEverywhere: async ({ expectAccessible }, use) =>
    use(async (page) => {
      const before = page.viewportSize();
      for (const width of isNarrow(page) ? [390] : [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => overhang(page)).toBe(0);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await expectAccessible(page);
        }
      }
      if (before) await page.setViewportSize(before);
    }),
});

export { expect };

/** Returns the width in pixels by which the page overflows to the right; zero if everything fits. */
export const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits for a heading. Until then, the page shows the placeholder in index.html. */
const untilDrawn = (page: Page) => page.locator('h1').first().waitFor({ state: 'attached' });

/** Signs in as the form does: the browser keeps the session cookie, and the page its first token. */
async function signInBySession(page: Page, { email, password }: Account): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  // Any page of the server will do, and this one is the smallest.
  await page.goto('/livez');
  await page.evaluate((jwt) => localStorage.setItem('jwt', jwt), token);
  await page.goto('/projects');
  await untilDrawn(page);
}

export async function createAccount(url: string, wishes: AccountWishes): Promise<Account> {
  accountNumber += 1;
  const unique = `${process.pid}-${accountNumber}`;
  const name = wishes.name ?? 'Nora Lind';
  const email = wishes.email ?? `nora-${unique}@acme-${unique}.test`;
  const signedUp = await authCall(url, 'sign-up/email', { name, email, password });
  const signedIn = wishes.mailbox ? await proveEmail(wishes.mailbox, email) : signedUp;
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { user } = (await signedUp.json()) as { user: { id: string } };
  const tokenAnswer = await fetch(`${url}/api/auth/token`, { headers: { cookie } });
  const { token } = (await tokenAnswer.json()) as { token: string };

  const account: Account = {
    email,
    password,
    name,
    userId: user.id,
    orgId: '',
    async proveIdentity() {
      await authCall(url, 'prove-password', { password }, { cookie });
    },
    call: async (endpoint, { params = {}, query = {}, body } = {}) => {
      const values: Record<string, string> = {
        userId: account.userId,
        id: account.userId,
        orgId: account.orgId,
        ...params,
      };
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(values[key] ?? ''),
      );
      const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
  const organization = await account.call(organizations.createOrganization, {
    body: {
      name,
      jobTitle: 'QA Engineer',
      surveyCompleted: true,
      onboardingData: { organizationName: wishes.organizationName ?? `Acme ${unique}` },
    },
  });
  account.orgId = organization.id;
  return account;
}

/** Verifies an email address through the link of a password reset, which ends every session. */
async function proveEmail(server: ParleyServer, email: string): Promise<Response> {
  await authCall(server.url, 'request-password-reset', { email });
  const { searchParams } = await linkMailedTo(server, email, '/reset-password');
  const token = searchParams.get('token');
  await authCall(server.url, 'reset-password', { token, newPassword: password });
  return authCall(server.url, 'sign-in/email', { email, password });
}

async function authCall(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Answers the password prompt that sensitive changes show, at most once in ten minutes. */
export async function proveByPassword(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question).toHaveCount(0);
}

/**
 * Leaves the dashboard for an address of the same origin where none of its code runs. Anything that is then removed from the
 * browser's storage stays removed; on a page of the dashboard, a pending response could restore it.
 */
export const leaveDashboard = (page: Page) => page.goto('/livez');

/** Returns the area in which toasts appear. Their announcement for screen readers disappears after a second. */
export const toasts = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/, includeHidden: true });

/** Creates a project with a webchat suite, by default with the text of a new suite, which tests the demo bot. */
export async function createProjectWithSuite(
  account: Account,
  names: { project?: string; suite?: string; source?: string } = {},
): Promise<{ projectId: string; suiteId: string }> {
  const project = await account.call(projects.createProject, {
    body: { name: names.project ?? 'Hotline' },
  });
  const suite = await account.call(suites.createSuite, {
    body: {
      name: names.suite ?? 'Greeting',
      projectId: project.id,
      platform: 'webchat',
      ...(names.source && { source: names.source }),
    },
  });
  return { projectId: project.id, suiteId: suite.id };
}

/** Creates a virtual device for webchats. */
export function createVisitor(account: Account, name: string): Promise<Device> {
  const viewport = { width: 1440, height: 900 };
  const settings = { platform: 'webchat', browser: 'chrome-windows', viewport } as const;
  return account.call(devices.createDevice, { body: { name, locale: 'en-US', settings } });
}
