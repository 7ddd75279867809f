/** Tests that an expired access token costs a second of waiting at most, and nothing else. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { test as direct, expect, leaveDashboard } from '../fixtures.ts';
import { invite } from '../join-organization.ts';

/** Fixtures with a proxy that drops the status text of responses, as every proxy that speaks HTTP/2 does. */
const proxied = direct.extend({
  baseURL: async ({ parley }, use) => {
    const { host } = new URL(parley.url);
    const proxy = createServer((asked, answered) => {
      const { method, headers, url } = asked;
      const own = { host, ...(headers.origin && { origin: parley.url }) };
      const asking = request(parley.url + url, { method, headers: { ...headers, ...own } });
      asking.on('response', (answer) => {
        answered.writeHead(answer.statusCode ?? 502, '', answer.headers);
        answer.pipe(answered);
      });
      asking.on('error', () => answered.destroy());
      asked.pipe(asking);
    });
    await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
    await use(`http://localhost:${(proxy.address() as AddressInfo).port}`);
    proxy.closeAllConnections();
    proxy.close();
  },
});

/** Simulates a new tab hours later, with an expired token that neither side accepts. */
async function spendToken(page: Page): Promise<string> {
  await leaveDashboard(page);
  return page.evaluate(() => {
    const [head, claims, signature] = (localStorage.getItem('jwt') ?? '').split('.');
    const over = { ...JSON.parse(atob(claims ?? '')), exp: Math.floor(Date.now() / 1000) - 60 };
    const token = [head, btoa(JSON.stringify(over)).replaceAll('=', ''), signature].join('.');
    localStorage.setItem('jwt', token);
    sessionStorage.clear();
    return token;
  });
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('jwt'));

for (const [test, how] of [
  [direct, 'with a status text'],
  [proxied, 'by its number alone'],
] as const) {
  test(`who comes back after the token ran out is let in, when it is refused ${how}`, async ({
    page,
    account,
    signIn,
  }) => {
    await signIn(page, account);
    const spent = await spendToken(page);
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await page.goto('/projects');
    expect((await refused).statusText()).toBe(test === direct ? 'Unauthorized' : '');
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
    expect(await stored(page)).not.toBe(spent);
  });
}

direct(
  'a token that a session left behind keeps nobody from what visitors may see',
  async ({ page, context, account, createAccount, parley, signIn }) => {
    const invitation = await invite(parley, account, `vera-${Date.now()}@acme.test`);
    const unknown = Buffer.from(`${account.userId}:${account.email}:x:y`).toString('base64');
    for (const [path, title] of [
      ['/signup', 'Create your account'],
      [invitation, /You are invited|Join/],
      [`/verify?token=${unknown}`, 'Already verified'],
      ['/signin', 'Sign in to Parley'],
    ] as const) {
      await direct.step(path, async () => {
        await signIn(page, account);
        await spendToken(page);
        await context.clearCookies();
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect.poll(() => stored(page)).toBeNull();
      });
    }
    await signIn(page, await createAccount());
  },
);
