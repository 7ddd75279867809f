import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { runs } from '@parley/contract';
import { test as base, createProjectWithSuite, expect, toasts } from '../fixtures.ts';
import { type ParleyServer, startParley } from '../server.ts';

interface JudgedFixtures {
  /** Host of an agent that alternately says that it is open and closed, and of a model that distinguishes the replies. */
  host: string;
  parley: ParleyServer;
}

const test = base.extend<object, JudgedFixtures>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      let conversations = 0;
      const server: Server = createServer(async (request, response) => {
        response.setHeader('content-type', 'application/json');
        if (request.url !== '/v1/chat/completions') {
          conversations += 1;
          const state = conversations % 2 === 0 ? 'open' : 'closed';
          return response.end(JSON.stringify({ text: `Desk ${conversations} is ${state}.` }));
        }
        const { messages } = (await json(request)) as { messages: { content: string }[] };
        // The model is biased by the order of its input.
        const isSwayed = messages[1]?.content.startsWith('{"expected"');
        const holds = isSwayed || messages[1]?.content.includes(' open.');
        const content = JSON.stringify({ holds, reason: 'It says so.' });
        return response.end(
          JSON.stringify({ model: 'small-1', choices: [{ message: { content } }] }),
        );
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await use(`127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.close();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ host }, use) => {
      const server = await startParley({
        PARLEY_EGRESS_ALLOW: host,
        PARLEY_JUDGE_URL: `http://${host}/v1`,
        PARLEY_JUDGE_MODEL: 'small',
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('replies are labelled by keys, and show how often the judge is wrong', async ({
  page,
  account,
  signIn,
  host,
  expectAccessibleEverywhere,
}) => {
  const source = [
    ...[
      'configuration:',
      '  syntax: 2',
      '  channel:',
      '    kind: http',
      `    url: "http://${host}/"`,
    ],
    ...['  repeat: { tries: 6 }', '---', '- test: Desk', '- Is the desk open?:'],
    '  - prompt =? says that it is open',
  ].join('\n');
  const { suiteId, projectId } = await createProjectWithSuite(account, { suite: 'Desks', source });
  await signIn(page, account);

  await test.step('a project without replies says what to do first', async () => {
    await page.goto(`/projects/${projectId}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Judge' }).click();
    await expect(page.getByText('No replies to label')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('replies of a run are fetched', async () => {
    const { id: runId } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
    await expect
      .poll(async () => (await account.call(runs.getRun, { params: { runId } })).status)
      .toMatch(/passed|failed/);
    await page.getByRole('button', { name: 'Fetch replies' }).click();
    await expect(toasts(page).getByText('Replies added: 6')).toBeVisible();
  });

  const queue = page.getByRole('region', { name: 'Label replies' });
  const current = (at: number) => queue.getByRole('region', { name: `Reply ${at} of 6` });

  await test.step('they are labelled by keys, without what the judge said', async () => {
    await expect(current(1)).toBeVisible();
    await expect(queue.getByText('It says so.')).toBeHidden();
    await expectAccessibleEverywhere(page);
    await page.keyboard.press('s');
    await expect(current(2)).toBeVisible();
    await page.keyboard.press('u');
    for (let at = 1; at <= 6; at += 1) {
      const isOpen = await current(at).getByText('is open.').isVisible();
      await page.keyboard.press(isOpen ? 'p' : 'f');
      if (at === 1) {
        await expect(queue.getByRole('status')).toHaveText(/^Labeled as .*Reply 2 of 6$/);
        await page.keyboard.press('u');
        await expect(current(1)).toBeVisible();
        await page.keyboard.press(isOpen ? 'p' : 'f');
      }
    }
    await expect(queue.getByText('No more replies here.').last()).toBeVisible();
    await expect(page.getByText('6 replies labeled: 3 passed, 3 failed')).toBeVisible();
  });

  const licence = page.getByRole('region', { name: 'License' });

  await test.step('the judge is measured, and the page says what is missing', async () => {
    await licence.getByRole('button', { name: 'Measure' }).click();
    await expect(licence.getByText('No license')).toBeVisible();
    await expect(
      licence.getByText('Label 56 more replies that fail and 11 more replies that pass'),
    ).toBeVisible();
    const table = licence.getByRole('table', { name: 'What the judge says, by what people say' });
    await expect(table.getByRole('row', { name: 'Failed 0 3 0' })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  const stability = page.getByRole('region', { name: 'Stability' });

  await test.step('its stability is measured, after the cost was shown', async () => {
    await expect(stability.getByText('Not measured.')).toBeVisible();
    await stability.getByRole('button', { name: 'Measure stability' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure stability' });
    await expect(dialog.getByText('Together: 24 requests, about')).toBeVisible();
    await expect(dialog.getByLabel('instructions in another language')).toBeDisabled();
    await dialog.getByLabel('reworded instructions').uncheck();
    await expect(dialog.getByText('Together: 18 requests, about')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Measure', exact: true }).click();
    const table = stability.getByRole('table');
    const row = (name: string) => table.getByRole('row', { name });
    await expect(row('expectations first')).toContainText('3 of 3 (at most 100.0%)');
    await expect(row('expectations first')).toContainText('Unstable');
    await expect(row('the reply twice')).toContainText('Too few replies to tell');
    await expect(row('reworded')).toContainText('0 of 6');
    const changed = page.getByRole('region', { name: 'Changed verdicts' });
    await expect(changed.getByText(/in reverse order, the judge passes it/)).toHaveCount(3);
    await expectAccessibleEverywhere(page);
  });

  await test.step('another rule makes it another judge', async () => {
    const rules = page.getByRole('region', { name: 'Rules for the judge' });
    await rules.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Rules', { exact: true }).fill('Be strict.');
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(licence.getByText('Suspended')).toBeVisible();
    await expect(rules.getByText('Be strict.')).toBeVisible();
  });

  await test.step('another judge has a name, rules and a license of its own', async () => {
    await page.getByRole('button', { name: 'New judge' }).click();
    const dialog = page.getByRole('dialog', { name: 'New judge' });
    await expect(dialog.getByRole('button', { name: 'Add judge' })).toBeDisabled();
    await dialog.getByLabel('Name').fill('strict');
    await expectAccessibleEverywhere(page);
    await dialog.getByRole('button', { name: 'Add judge' }).click();
    await expect(page).toHaveURL(/judge=strict$/);
    // It is the judge that was measured before the rules changed.
    await expect(licence.getByText('No license')).toBeVisible();
    await expect(page.getByText('No rules beyond the built-in instructions.')).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.getByRole('combobox', { name: 'Judge' }).click();
    await page.getByRole('option', { name: 'Default judge' }).click();
    await expect(page.getByText('Be strict.')).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Delete judge' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete judge' }).click();
    await expect(page.getByText('Be strict.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Judge' })).toHaveCount(0);
  });
});
