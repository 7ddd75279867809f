/** Tests a phone suite on a default installation, as `npm start` creates it: without a line or a number. */
import { projects, suites } from '@parley/contract';
import { type Account, expect, test } from '../fixtures.ts';

async function createPhoneSuite(account: Account, source?: string): Promise<string> {
  const project = await account.call(projects.createProject, { body: { name: 'Hotline' } });
  const { id } = await account.call(suites.createSuite, {
    body: {
      ...{ name: 'Line', projectId: project.id, platform: 'phone' },
      ...(source !== undefined && { source }),
    },
  });
  return id;
}

test('a new phone suite says what is missing before and when it is run', async ({
  page,
  account,
  signIn,
  expectAccessible,
}) => {
  const suiteId = await createPhoneSuite(account);
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  const notice = page.getByRole('status').filter({ hasText: 'This test suite cannot run yet' });
  await expect(notice).toContainText('does not specify which phone line to call');
  await expect(notice).toContainText('No phone line is set up');
  await expectAccessible(page);

  const [guide] = await Promise.all([
    page.waitForEvent('popup'),
    notice.getByRole('link', { name: 'How to set up phone lines' }).click(),
  ]);
  await expect(guide.locator('body')).toContainText('PARLEY_PHONE_ALLOW');
  await guide.close();

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('No phone line is set up').last()).toBeVisible();
  await expect(page.getByText('Queued')).toHaveCount(0);

  await page.getByRole('tab', { name: 'Connection' }).click();
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'Phone' }).click();
  await page.getByLabel('Number or address to call').fill('sip:bank@127.0.0.1:5080');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notice).not.toContainText('does not specify which phone line to call');
  await expect(notice).toContainText('No phone line is set up');
});
