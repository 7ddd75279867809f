import { expect, test } from '../fixtures.ts';

for (const path of ['/docs', '/docs/internal']) {
  test(`the description of the API at ${path} opens under the content security policy`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Parley');
    await expect(page.getByText('GET', { exact: true }).first()).toBeVisible();
  });
}
