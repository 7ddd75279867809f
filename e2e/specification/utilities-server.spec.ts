import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, password } from '../fixtures.ts';
import { startParley } from '../server.ts';

interface Utilities {
  url: string;
  /** Received requests: path and parsed body. */
  posted: { path: string; body: unknown }[];
  close(): void;
}

/** Starts a server on another origin that accepts leads and allows cross-origin requests. */
async function startUtilities(): Promise<Utilities> {
  const posted: Utilities['posted'] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (request.method === 'POST') {
      const text = (await request.setEncoding('utf8').toArray()).join('');
      posted.push({ path: request.url ?? '', body: JSON.parse(text) });
    }
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/tools`, posted, close: () => server.close() };
}

const test = base.extend<object, { utilities: Utilities }>({
  utilities: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const utilities = await startUtilities();
      await use(utilities);
      utilities.close();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ utilities }, use) => {
      const server = await startParley({ PARLEY_UTILITIES_URL: utilities.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('[A-333] a lead reaches the utilities server that is configured', async ({
  page,
  utilities,
}) => {
  const email = `lea-${Date.now()}@acme.test`;
  await page.goto('/signup');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Full name').fill('Lea Holm');
  await page.getByLabel('Company name').fill('Holm');
  await page.getByRole('combobox', { name: 'Job title' }).click();
  await page.getByRole('option', { name: 'QA Engineer' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect
    .poll(() => utilities.posted)
    .toMatchObject([
      { path: '/tools/generateParleyLead', body: { emailNameCTA: email, companyCTA: 'Holm' } },
    ]);
});
