/**
 * Measures the dashboard in an organization with 1,000 projects and 100,000 suites: how long it takes to show the projects,
 * and the suites of a project with 5,000; how smoothly 50 pages scroll; and how much memory the page uses after 5 and after 50
 * pages.
 *
 *   npm run bench -- lists-in-browser
 */

import { seedLargeOrganization } from '@parley/server/seed/seed-large-organization';
import { startTestApp } from '@parley/server/testing';
import { createTenant, scopeOf } from '@parley/server/testing/tenant';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../e2e/ensure-browser.mjs';
import { buildWeb } from '../scripts/build-web.mjs';

const suitesOfProject = 5_000;
const pages = 50;
const pageSize = 20;

/** Frame time in milliseconds above which people notice a dropped frame: two frames at 60 per second. */
const droppedFrameMs = 34;

const limits = { droppedShare: 0.02, memoryFactor: 1.5 };

buildWeb();
const app = await startTestApp({
  hasWorker: false,
  settings: { PARLEY_LOCAL_SIGNIN: 'on' },
});
const localCode = app.platform.config.signIn.localSignIn?.code;
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  const { owner } = await createTenant(app);
  await seedLargeOrganization(scopeOf(app, owner), { inFirst: suitesOfProject });

  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const devtools = await page.context().newCDPSession(page);
  await page.goto(`${app.url}/signin/userID/${owner.userId}#code=${localCode}`);
  await page.getByRole('link', { name: 'Go', exact: true }).click();
  await page.waitForURL('**/projects');

  const cards = page.getByRole('list', { name: 'Projects' }).getByRole('heading');
  const projectsMs = await until(page, '/projects', () => cards.first().waitFor());
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Test suites' }).click();
  await page.getByRole('listitem').filter({ hasText: '5000' }).getByRole('heading').click();
  await page.waitForURL('**/projects/*');
  const suitesMs = await until(page, new URL(page.url()).pathname, () =>
    page.getByText(`20 of ${suitesOfProject}`).waitFor(),
  );

  // The first page may fit into the window, where nothing scrolls.
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText(`40 of ${suitesOfProject}`).waitFor();
  const early = await scrollTo(page, devtools, 5);
  const late = await scrollTo(page, devtools, pages);
  const dropped = late.frames.filter((ms) => ms > droppedFrameMs).length / late.frames.length;
  const factor = late.heapMiB / early.heapMiB;
  console.table({
    'projects shown (ms)': round(projectsMs),
    'suites of one project shown (ms)': round(suitesMs),
    'frames over 34 ms while scrolling (%)': round(dropped * 100),
    'slowest frame (ms)': round(Math.max(...late.frames)),
    'memory after 5 pages (MiB)': round(early.heapMiB),
    'memory after 50 pages (MiB)': round(late.heapMiB),
  });
  const ok = dropped <= limits.droppedShare && factor <= limits.memoryFactor;
  console.log(
    JSON.stringify({
      bench: 'lists-in-browser',
      unit: 'share of frames over 34 ms while 50 pages scroll',
      ours: Math.round(dropped * 1000) / 1000,
      limit: limits.droppedShare,
      memoryFactor: round(factor),
      memoryFactorLimit: limits.memoryFactor,
      projectsMs: round(projectsMs),
      suitesMs: round(suitesMs),
      ok,
    }),
  );
  process.exitCode = ok ? 0 : 1;
} finally {
  await browser.close();
  await app.close();
}

/** Measures the time in milliseconds from opening the address until the content is visible, with a warm cache. */
async function until(page: Page, path: string, isThere: () => Promise<void>): Promise<number> {
  const begunAt = performance.now();
  await page.goto(app.url + path);
  await isThere();
  return performance.now() - begunAt;
}

/** Scrolls as with a wheel until this many pages are loaded. Returns the frame times and the heap size. */
async function scrollTo(
  page: Page,
  devtools: CDPSession,
  wanted: number,
): Promise<{ frames: number[]; heapMiB: number }> {
  const frames = await page.evaluate(
    ({ text, deadlineMs }) =>
      new Promise<number[]>((resolve, reject) => {
        const times: number[] = [];
        const beganAt = performance.now();
        let last = beganAt;
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          // 2,400 pixels per second, as with a wheel turned briskly.
          window.scrollBy(0, 40);
          const status = document.querySelector('main [role="status"]')?.textContent ?? '';
          if (status.startsWith(text)) return resolve(times.slice(1));
          if (now - beganAt > deadlineMs) return reject(new Error(`Still at “${status}”.`));
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    { text: `${wanted * pageSize} of`, deadlineMs: 120_000 },
  );
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { frames, heapMiB: usedSize / 1024 / 1024 };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
