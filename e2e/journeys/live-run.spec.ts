import { catalogue, type Installation } from '@parley/contract';
import { type Account, createProjectWithSuite, expect, test } from '../fixtures.ts';

/** Creates a suite with three conversations that take long enough to be watched. */
async function createSlowSuite(account: Account) {
  const { demoBotUrl }: Installation = await account.call(catalogue.getInstallation);
  const conversation = (name: string) => [
    '---',
    `- test: ${name}`,
    '- When are you open?: Monday',
    '- $PAUSE 20',
    '- Balance: Which',
  ];
  const source = [
    'configuration:',
    '  concurrency: 1',
    '  channel:',
    '    kind: http',
    `    url: ${demoBotUrl}`,
    ...['First', 'Second', 'Third'].flatMap(conversation),
  ].join('\n');
  return createProjectWithSuite(account, { suite: 'Slow', source });
}

test('a run is watched as it happens, left, found again and cancelled', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const { suiteId } = await createSlowSuite(account);
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const bar = page.getByRole('region', { name: 'Latest run' });
  const firstStep = page.getByRole('listitem', { name: 'Step 1' });

  await test.step('shows what came back while the test is still going on', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(bar).toContainText('Running');
    await expect(firstStep).toContainText('Monday to Friday');
    await expect(page.getByRole('listitem', { name: 'Step 2' })).toContainText('Pausing…');
    await expect(bar.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /of 3 tests/);
    await expectAccessible(page);
  });

  await test.step('has lost nothing when one comes back', async () => {
    await page.getByRole('link', { name: 'History' }).first().click();
    await expect(page.getByRole('row', { name: /Running.*Slow/ })).toBeVisible();
    await page.goBack();
    await expect(firstStep).toContainText('Monday to Friday');
    await page.reload();
    await expect(firstStep).toContainText('Monday to Friday');
  });

  await test.step('stops when it is cancelled and keeps what it has', async () => {
    await bar.getByRole('link', { name: 'See the run' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('main')).toContainText('Cancelled');
    await expect(page.getByText('Monday to Friday').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the history knows of it at once', async () => {
    await page.getByRole('link', { name: 'History' }).first().click();
    await expect(page.getByRole('row', { name: /Cancelled.*Slow/ })).toBeVisible();
  });
});

test('a run goes on being shown when the live socket cannot be had', async ({
  page,
  account,
  signIn,
}) => {
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Bank' });
  await page.routeWebSocket(/\/live$/, (socket) => socket.close());
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('listitem', { name: 'Step 3' })).toContainText('savings account');
  await expect(page.getByRole('region', { name: 'Latest run' })).toContainText('Passed');
});

test('a bot that cannot be reached is an error and not a wrong answer', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const source = [
    'configuration:',
    '  channel:',
    '    kind: http',
    '    url: http://bot.invalid/message',
    '---',
    '- test: Greeting',
    '- hello: welcome',
  ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Nobody', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Latest run' });
  await expect(bar).toContainText('Error');
  await expect(page.getByRole('listitem', { name: 'Step 1' })).toContainText('Unreachable');
  await expectAccessible(page);
  await bar.getByRole('link', { name: 'See the run' }).click();
  const step = page.getByRole('listitem', { name: 'Step 1' });
  await step.getByText('Network traffic').click();
  await expect(step).toContainText('POST http://bot.invalid/message');
  await expect(step).toContainText('ENOTFOUND');
  await expectAccessible(page);
});
