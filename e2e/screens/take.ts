/**
 * `npm run screens`: a picture of every screen and state, in both themes and three widths, with an
 * index.html to look through them. Tells which screens scroll sideways.
 *
 *   npm run screens [-- parts of names]
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { buildWeb } from '../../scripts/build-web.mjs';
import { ensureBrowser } from '../ensure-browser.mjs';
import type { Account } from '../fixtures.ts';
import { startParley } from '../server.ts';
import { openAs } from './open-as.ts';
import { createOrganizations, type Organizations } from './organizations.ts';
import { type Screen, screensOf } from './screens.ts';

const widths = [1440, 768, 390];
const themes = ['light', 'dark'] as const;
const height = 900;

const folder = fileURLToPath(new URL('../../.cache/screens/', import.meta.url));

buildWeb();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const server = await startParley({
  PARLEY_EXPLORATORY_TESTING_FOR: '*',
  PARLEY_LOAD_TESTING_FOR: '*',
});
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--use-fake-device-for-media-stream'],
});
try {
  const organizations = await createOrganizations(server);
  const parts = process.argv.slice(2);
  const wanted = screensOf(organizations).filter(
    ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
  );
  const failures: string[] = [];
  for (const [viewer, screens] of Map.groupBy(wanted, ({ as }) => as)) {
    for (const theme of themes) {
      const context = await openAs(browser, accountOf(viewer, organizations), {
        baseURL: server.url,
        colorScheme: theme,
        permissions: ['microphone'],
        viewport: { width: 1440, height },
      });
      for (const screen of screens) failures.push(...(await take(context, screen, theme)));
      await context.close();
    }
  }
  await writeFile(`${folder}index.html`, gallery(wanted));
  console.log(`${wanted.length * widths.length * themes.length} pictures in ${folder}index.html`);
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
}

function accountOf(viewer: Screen['as'], organizations: Organizations): Account | undefined {
  if (viewer === 'visitor') return undefined;
  const of = organizations[viewer];
  return 'account' in of ? of.account : of;
}

/** Resolves to what went wrong. */
async function take(context: BrowserContext, screen: Screen, theme: string): Promise<string[]> {
  const failures: string[] = [];
  for (const width of widths) {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.setViewportSize({ width, height });
    try {
      await page.goto(screen.path);
      await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
      await screen.until?.(page);
      // What a press has asked for and a font that comes late.
      await page.waitForTimeout(400);
      await page.screenshot({
        path: `${folder}${fileName(screen, width, theme)}`,
        fullPage: screen.isWhole ?? false,
      });
      if (await scrollsSideways(page)) failures.push(`${screen.name} scrolls sideways at ${width}`);
    } catch (error) {
      failures.push(`${screen.name} at ${width}, ${theme}: ${String(error).split('\n')[0]}`);
    }
    await page.close();
  }
  return failures;
}

function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
}

function fileName({ name }: Screen, width: number, theme: string): string {
  return `${name}-${width}-${theme}.png`;
}

function gallery(screens: Screen[]): string {
  const pictures = (screen: Screen) =>
    themes.flatMap((theme) =>
      widths.map((width) => `<img loading="lazy" src="${fileName(screen, width, theme)}">`),
    );
  const sections = screens.map(
    (screen) => `<h2>${screen.name}</h2><p>${pictures(screen).join('')}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:2rem}img{height:420px;margin:4px;border:1px solid #8884}p{white-space:nowrap;overflow:auto}</style>
${sections.join('\n')}
`;
}
