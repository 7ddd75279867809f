import { readFile } from 'node:fs/promises';
import { runs } from '@parley/contract';
import { createProjectWithSuite, expect, test, toasts } from '../fixtures.ts';
import { unsubscribeLinkTo } from '../mailbox.ts';

test('[A-056] an account shows its sessions, gives its data and says what deleting it means', async ({
  page,
  browser,
  account,
  baseURL,
  signIn,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  const elsewhere = await browser.newPage(baseURL ? { baseURL } : {});
  await signIn(elsewhere, account);

  await page.goto('/account');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  const out = sessions.getByRole('button', { name: 'Sign out', exact: true });
  const before = await out.count();
  expect(before).toBeGreaterThan(0);
  await out.first().click();
  await expect(out).toHaveCount(before - 1);

  await page.getByRole('button', { name: 'Download my data' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill('Wrong-Horse-1');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(proof.getByText('Password is incorrect.')).toBeVisible();
  await expectAccessible(page);
  await proof.getByLabel('Password', { exact: true }).fill(account.password);
  const download = page.waitForEvent('download');
  await proof.getByRole('button', { name: 'Continue' }).click();
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(file.profile.email).toBe(account.email);

  const zone = page.getByLabel('Show times in');
  await zone.fill('Tokyo');
  await expect(page.getByText('Choose a time zone from the list')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await zone.fill('Asia/Tokyo');
  await page.reload();
  await expect(zone).toHaveValue('Asia/Tokyo');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('You are the only member of Acme');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();

  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await elsewhere.goto('/projects');
  await expect(elsewhere).toHaveURL(/\/signin$/);
  await elsewhere.close();
});

test('an account is deleted for whoever knows its password', async ({ page, account, signIn }) => {
  await signIn(page, account);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You are the only member of Acme');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const password = proof.getByLabel('Password', { exact: true });

  await test.step('whoever cancels while the password is looked at keeps the account', async () => {
    const cancelled = Promise.withResolvers<void>();
    const path = /\/prove-password$/;
    await page.route(path, async (route) => {
      await cancelled.promise;
      await route.continue();
    });
    await password.fill(account.password);
    const looked = page.waitForResponse(path);
    await page.keyboard.press('Enter');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(proof).toHaveCount(0);
    const deletions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    cancelled.resolve();
    await (await looked).finished();
    // The page has processed the response once it renders again.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(deletions).toEqual([]);
    await page.unroute(path);
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(/No account found with this email/)).toBeVisible();
});

test('a person chooses their mails, and unsubscribes by the link of one', async ({
  page,
  browser,
  account,
  parley,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'Email notifications' });
  await expect(card.getByRole('checkbox', { name: 'Alerts' })).toBeChecked();
  await card.getByRole('checkbox', { name: 'Usage' }).uncheck();
  await card.getByRole('combobox', { name: 'Runs that I started' }).click();
  await page.getByRole('option', { name: 'When a run ends' }).click();
  await expect(toasts(page)).toContainText('Notifications saved');
  await page.reload();
  await expect(card.getByRole('checkbox', { name: 'Usage' })).not.toBeChecked();

  const { suiteId } = await createProjectWithSuite(account);
  await account.call(runs.startRun, { params: { suiteId }, body: {} });
  const link = await unsubscribeLinkTo(parley, account.email);
  const visitor = await browser.newContext();
  const elsewhere = await visitor.newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('main')).toContainText(`results of runs to ${account.email}?`);
  await expectAccessibleEverywhere(elsewhere);
  await elsewhere.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();

  const reading = '**/internal/v1/unsubscribe?*';
  await elsewhere.route(reading, (route) => route.abort());
  await elsewhere.goto(`${parley.url}/unsubscribe?token=forged`);
  await expect(elsewhere.getByRole('alert')).toContainText('Failed to load the link');
  await elsewhere.unroute(reading);
  await elsewhere.getByRole('button', { name: 'Try again' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Go to My Account' }).click();
  await elsewhere.waitForURL('**/signin*');
  await visitor.close();
  await page.reload();
  await expect(card.getByRole('combobox', { name: 'Runs that I started' })).toHaveText('Never');
});
