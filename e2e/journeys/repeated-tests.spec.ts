import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { choose } from '../choose.ts';
import { test as base, expect } from '../fixtures.ts';
import { type ParleyServer, startParley } from '../server.ts';

interface Agent {
  url: string;
  host: string;
  /** Sets the agent's reply as a function of the conversation number, which restarts at 1. */
  behave(answer: (conversation: number) => string): void;
}

interface AgentFixtures {
  agent: Agent;
  parley: ParleyServer;
}

/** Fixtures for a Parley that can reach an agent whose replies vary. */
const test = base.extend<object, AgentFixtures>({
  agent: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      let conversations = 0;
      let answer = (_: number) => '';
      const server: Server = createServer((_, response) => {
        conversations += 1;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ text: answer(conversations) }));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const behave: Agent['behave'] = (next) => {
        conversations = 0;
        answer = next;
      };
      await use({ url: `http://${host}/`, host, behave });
      server.close();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ agent }, use) => {
      const server = await startParley({ PARLEY_EGRESS_ALLOW: agent.host });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a test is tried until its pass rate is known, and each try can be read', async ({
  page,
  account,
  signIn,
  agent,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await page.goto('/overview');
  let suite = '';
  const dialog = page.getByRole('dialog', { name: 'Connect your bot' });

  await test.step('the editor says what a rule does before anything is tried', async () => {
    agent.behave(() => 'We are open from nine to five.');
    await page.getByRole('button', { name: 'Connect your own' }).click();
    await dialog.getByLabel('Address', { exact: true }).fill(agent.url);
    await dialog.getByRole('button', { name: 'Send test message' }).click();
    await dialog.getByRole('button', { name: 'Save as test suite' }).click();
    await expect(page).toHaveURL(/\/test-suite\/[^/]+$/);
    suite = page.url();
    await page.getByRole('tab', { name: 'Connection' }).click();
    await page.getByLabel('Try each test more than once').check();
    const forecast = page.getByRole('table', { name: /What this rule does/ });
    await expect(forecast.getByRole('row', { name: /^95%/ })).toContainText('85.3%');
    await page.getByLabel('Maximum tries').fill('10');
    await expect(page.getByText('a test takes at least 18 tries to pass')).toBeVisible();
    await page.getByLabel('Maximum tries').fill('30');
    await expect(forecast).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('an agent that is wrong one time in ten is undecided, and says so', async () => {
    agent.behave((conversation) =>
      conversation % 10 === 0 ? 'Who knows?' : 'We are open from nine to five.',
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('1 undecided').first()).toBeVisible();
    // Nothing failed, so nothing says so.
    const bar = page.getByRole('region', { name: 'Latest run' });
    await expect(bar.getByText('Undecided', { exact: true })).toBeVisible();
    await expect(bar.getByText('Failed', { exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'See the run' }).click();
    const tries = page.getByRole('region', { name: 'Tries' });
    await expect(tries.getByRole('heading', { name: '27 of 30 tries passed' })).toBeVisible();
    await expect(tries).toContainText(/The pass rate is 7\d to 98%/);
    await expect(tries).toContainText('does not decide between a pass rate of 95% and one of 80%');
  });

  await test.step('the first try that failed is shown, and the others by the arrow keys', async () => {
    const failed = page.getByRole('radio', { name: /failed/ });
    await expect(failed).toHaveCount(3);
    await expect(failed.first()).toBeChecked();
    await expect(page.getByText('Who knows?').first()).toBeVisible();
    await failed.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Who knows?')).toHaveCount(0);
    await expect(page.getByText('We are open from nine to five.').first()).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('an agent that is always right has passed', async () => {
    agent.behave(() => 'We are open from nine to five.');
    await page.getByRole('button', { name: 'Run again' }).click();
    const tries = page.getByRole('region', { name: 'Tries' });
    await expect(tries.getByRole('heading', { name: '18 of 18 tries passed' })).toBeVisible();
    await expect(tries).toContainText('The pass rate is 81 to 100%');
  });

  await test.step('a single run may try once', async () => {
    await page.goto(suite);
    await page.getByRole('button', { name: 'More ways to run' }).click();
    await page.getByRole('menuitem', { name: /^Run with a label/ }).click();
    await choose(page, 'Tries', 'A single try of each test');
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await expect(page.getByText('1 passed').first()).toBeVisible();
  });

  await test.step('two versions of five tries each are compared by a gate', async () => {
    const held: string[] = [];
    for (const answer of ['We are open from nine to five.', 'Who knows?']) {
      agent.behave(() => answer);
      await page.getByRole('button', { name: 'More ways to run' }).click();
      await page.getByRole('menuitem', { name: /^Run with a label/ }).click();
      await choose(page, 'Tries', 'Five tries of each test, to compare versions');
      await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
      await expect(
        page.getByText(answer === 'Who knows?' ? '1 failed' : '1 undecided').first(),
      ).toBeVisible();
      await page.getByRole('link', { name: 'See the run' }).click();
      await expect(page).toHaveURL(/\/testruns\/[^/?]+/);
      held.push(/testruns\/([^/?]+)/.exec(page.url())?.[1] ?? '');
      await page.goto(suite);
    }
    await page.goto(`/history/compare?base=${held[0]}&with=${held[1]}`);
    const gate = page.getByRole('region', { name: 'Ready to release?' });
    await expect(gate.getByRole('status')).toContainText('The later version is worse');
    await expect(gate.getByRole('row', { name: /^Pass rate no worse by 10 points/ })).toContainText(
      '−100 points',
    );
    await expectAccessibleEverywhere(page);
    await choose(page, 'Question', 'On tests like these');
    await expect(gate.getByRole('status')).toContainText('Not enough evidence to decide');
  });
});
