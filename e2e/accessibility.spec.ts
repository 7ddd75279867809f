/** Tests that the accessibility check actually finds violations. */
import { expect, test } from '@playwright/test';
import { listViolations } from './accessibility.ts';

const pageOf = (body: string) =>
  `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main></html>`;

test('a page without violations has none, and one that breaks rules has each of them', async ({
  page,
}) => {
  await page.setContent(pageOf('<p>All well.</p>'));
  expect(await listViolations(page)).toEqual([]);
  await page.setContent(pageOf('<img src="data:,"><p style="color: #ccc">Pale</p>'));
  expect(await listViolations(page)).toEqual([
    expect.stringMatching(/^color-contrast: <p/),
    expect.stringMatching(/^image-alt: <img/),
  ]);
});

test('what changes in a page that was looked at before is seen', async ({ page }) => {
  await page.setContent(
    pageOf(
      '<style>@media (prefers-color-scheme: dark) { p { color: #222; background: #111 } }</style><p>Text</p>',
    ),
  );
  expect(await listViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await listViolations(page)).toEqual([expect.stringMatching(/^color-contrast/)]);
});

test('a frame of the page is looked into', async ({ page }) => {
  const inner = pageOf('<button></button>').replaceAll('"', '&quot;');
  const body = pageOf(`<iframe title="Frame" srcdoc="${inner}"></iframe>`);
  await page.route('http://pages.test/', (route) =>
    route.fulfill({ body, contentType: 'text/html' }),
  );
  await page.goto('http://pages.test/');
  expect(await listViolations(page)).toContainEqual(expect.stringMatching(/^button-name/));
});
