/**
 * `npm run screens`: takes a picture of every screen and state, in both themes, three widths and at a zoom of 200%, with an
 * index.html to look through them. Reports which screens scroll sideways.
 *
 *   npm run screens [-- parts of names]
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startTestStripe } from '@parley/server/testing/test-stripe';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { buildWeb } from '../../scripts/build-web.mjs';
import { ensureBrowser } from '../ensure-browser.mjs';
import { overhang, password } from '../fixtures.ts';
import { startParley } from '../server.ts';
import { openAs } from './open-as.ts';
import {
  createOrganizations,
  type Organizations,
  operatorEmail,
  switchedOnDomain,
} from './organizations.ts';
import { type Screen, settle } from './screen.ts';
import { screensOf } from './screens.ts';

interface Size {
  width: number;
  height: number;
}

/** Sizes of the screen. The last is the size of 1440 × 900 at a zoom of 200%. */
const sizes: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 768, height: 900 },
  { width: 390, height: 900 },
  { width: 720, height: 450 },
];
const themes = ['light', 'dark'] as const;

/** Number of concurrent browsers, because screens spend most of their time waiting. */
const browsersAtOnce = 3;
const roundMax = 15;

type Theme = (typeof themes)[number];

const folder = fileURLToPath(new URL('../../.cache/screens/', import.meta.url));

buildWeb();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stripe = await startTestStripe();
const server = await startParley({
  ...stripe.settings,
  PARLEY_EXPLORATORY_TESTING_FOR: switchedOnDomain,
  PARLEY_LOAD_TESTING_FOR: switchedOnDomain,
  PARLEY_ORGANIZATION_DOMAINS: switchedOnDomain,
  PARLEY_OPERATORS: operatorEmail,
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
  const rounds = roundsOf(wanted);
  await Promise.all(
    Array.from({ length: browsersAtOnce }, async () => {
      for (let round = rounds.shift(); round; round = rounds.shift()) {
        await takeRound(round, organizations);
      }
    }),
  );
  await writeFile(`${folder}index.html`, gallery(wanted));
  const pictures = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  console.log(`${pictures.length} pictures in ${folder}index.html`);
} finally {
  await browser.close();
  await server.stop();
  await stripe.close();
}

/** Groups screens by viewer. Those of a group share a browser, which keeps what earlier screens have stored in it. */
function roundsOf(screens: Screen[]): Screen[][] {
  return [...Map.groupBy(screens, ({ as }) => as).values()].flatMap((seen) =>
    Array.from({ length: Math.ceil(seen.length / roundMax) }, (_, index) =>
      seen.slice(index * roundMax, (index + 1) * roundMax),
    ),
  );
}

async function takeRound(screens: Screen[], organizations: Organizations): Promise<void> {
  const context = await openFor(screens[0]?.as ?? 'visitor', organizations);
  for (const screen of screens) {
    for (const failure of await take(context, screen)) {
      console.error(failure);
      process.exitCode = 1;
    }
  }
  await context.close();
}

async function openFor(viewer: Screen['as'], { people }: Organizations): Promise<BrowserContext> {
  const account = viewer === 'visitor' || viewer === 'newcomer' ? undefined : people[viewer];
  const context = await openAs(browser, account, {
    baseURL: server.url,
    permissions: ['microphone'],
  });
  if (viewer === 'newcomer') await signUp(await context.newPage());
  if (viewer === 'member') await enterAcme(await context.newPage());
  return context;
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Work email').fill('nora@newcomers.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/onboarding');
  await page.close();
}

/** Switches from the member's own organization to the one in which they are only a member. */
async function enterAcme(page: Page): Promise<void> {
  await page.goto('/projects');
  await page.getByRole('button', { name: /^Own/ }).click();
  await page.getByRole('option', { name: 'Acme' }).click();
  await page.getByRole('button', { name: /^Acme/ }).waitFor();
  await page.close();
}

/** Takes the pictures of a screen. Resolves to the problems found. */
async function take(context: BrowserContext, screen: Screen): Promise<string[]> {
  const failures: string[] = [];
  const groups = screen.isAnew ? sizes.map((size) => [size]) : [sizes];
  for (const group of groups) {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    try {
      await page.setViewportSize(group[0] ?? { width: 1440, height: 900 });
      await page.goto(screen.path);
      await settle(page);
      if (screen.until) {
        await screen.until(page);
        await settle(page);
      }
      for (const size of group) failures.push(...(await shoot(page, screen, size)));
    } catch (error) {
      failures.push(`${screen.name}: ${String(error).split('\n')[0]}`);
    }
    await page.close();
  }
  return failures;
}

/** Captures the current state at one size, in both themes. */
async function shoot(page: Page, screen: Screen, size: Size): Promise<string[]> {
  await page.setViewportSize(size);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // Wait for requests that the action triggered, and for fonts.
    await page.waitForTimeout(400);
    // Scroll to the top, because sticky elements stay at the scroll position.
    if (screen.isWhole) await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({
      path: `${folder}${fileName(screen, size, theme)}`,
      fullPage: screen.isWhole ?? false,
    });
  }
  if ((await overhang(page)) === 0) return [];
  return [`${screen.name} scrolls sideways at ${size.width}`];
}

function fileName({ name }: Screen, { width }: Size, theme: Theme): string {
  return `${name}-${width}-${theme}.png`;
}

function gallery(screens: Screen[]): string {
  const pictures = (screen: Screen) =>
    themes.flatMap((theme) =>
      sizes.map((size) => `<img loading="lazy" src="${fileName(screen, size, theme)}">`),
    );
  const sections = screens.map(
    (screen) => `<h2>${screen.name}</h2><p>${pictures(screen).join('')}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:2rem}img{height:420px;margin:4px;border:1px solid #8884}p{white-space:nowrap;overflow:auto}</style>
${sections.join('\n')}
`;
}
