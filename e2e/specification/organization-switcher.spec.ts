import { projects } from '@parley/contract';
import { expect, test } from '../fixtures.ts';
import { createMemberOfTwo } from '../join-organization.ts';

test('[S-001, S-073, S-161] the shell shows one organization, its projects and its plan', async ({
  page,
  parley,
  createAccount,
  signIn,
}) => {
  const { olga, member: ada } = await createMemberOfTwo(parley, createAccount);
  await olga.call(projects.createProject, { body: { name: 'Line of Globex' } });
  await ada.call(projects.createProject, { body: { name: 'Line of Initech' } });

  await page.route('**/dashboard/settings', (route) => route.fulfill({ status: 500 }));
  await signIn(page, ada);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const switcher = sidebar.getByRole('button', { name: /^(Globex|Initech)/ });
  const listed = sidebar.getByRole('navigation', { name: 'Projects' }).getByRole('link');

  await test.step('a plan that nobody knows is called Contact Centers', async () => {
    await expect(switcher).toContainText('Contact Centers');
  });

  const first = (await switcher.textContent())?.includes('Globex') ? 'Globex' : 'Initech';
  const second = first === 'Globex' ? 'Initech' : 'Globex';

  await test.step('only the projects of the current organization are there', async () => {
    await expect(listed).toHaveText([new RegExp(`Line of ${first}$`)]);
    await switcher.click();
    await page.getByRole('option', { name: second }).click();
    await expect(switcher).toContainText(second);
    await expect(listed).toHaveText([new RegExp(`Line of ${second}$`)]);
    await expect(page.getByRole('main')).not.toContainText(`Line of ${first}`);
  });

  await test.step('the theme is stored in the browser', async () => {
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await page.evaluate(() => localStorage.getItem('parley-theme'))).toContain('dark');
  });
});
