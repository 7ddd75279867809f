/**
 * Measures a visit on slow 4G (150 ms, 1.6 Mbit/s) and a slow processor (a quarter of this one's speed): the sign-in page, and
 * the way from it to the first test suite. The figures are medians of several visits. A plain HTML form, measured alternately,
 * shows what this machine and browser need for the simplest possible sign-in. Finally, Lighthouse audits both pages.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { ensureBrowser } from '../e2e/ensure-browser.mjs';
import { type Account, createAccount, createProjectWithSuite, password } from '../e2e/fixtures.ts';
import { startParley } from '../e2e/server.ts';
import { auditPage, type Scores } from './browser/lighthouse.ts';
import { median } from './lib/median.ts';

const limits = {
  signInScriptKiB: 95,
  signInRequests: 4,
  firstPaintMs: 700,
  usableMs: 1500,
  processorMs: 110,
  shellScriptKiB: 200,
  firstSuiteMs: 2500,
  layoutShift: 0,
};

/** Minimum scores, 0–100. */
const leastScores: { signIn: Scores; projects: Partial<Scores> } = {
  signIn: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  projects: { performance: 95 },
};

type Figures = Record<keyof typeof limits, number>;
type Floor = Pick<Figures, 'firstPaintMs' | 'usableMs' | 'processorMs'>;

const visits = Number(process.argv[2] ?? 5);

const server = await startParley();
const browser = await chromium.launch({ executablePath: ensureBrowser() });
const account = await createAccount(server.url, {});
const { projectId } = await createProjectWithSuite(account);

const plain = await servePlainForm();
const all: Figures[] = [];
const floors: Floor[] = [];
for (let visit = 0; visit < visits; visit += 1) {
  const { firstPaintMs, usableMs } = await visitSignIn(browser, plain.url);
  floors.push({ firstPaintMs, usableMs, processorMs: await processorTime(browser, plain.url) });
  const first = await visitSignIn(browser, `${server.url}/signin`);
  const processorMs = await processorTime(browser, `${server.url}/signin`);
  const shell = await visitProject(browser, account);
  all.push({
    ...first,
    processorMs,
    ...shell,
    layoutShift: Math.max(first.layoutShift, shell.layoutShift),
  });
}
await browser.close();
const tries = 3;
const scores = {
  signIn: (await auditPage(`${server.url}/signin`, { tries }))?.best,
  projects: (
    await auditPage(`${server.url}/projects`, { tries, prepare: (page) => signIn(page, account) })
  )?.best,
};
await server.stop();
plain.close();

const names = Object.keys(limits) as (keyof typeof limits)[];
const ours = mediansOf(all);
const floor = mediansOf(floors);
const missed: string[] = names.filter((name) => ours[name] > limits[name]);
console.table(
  names.map((name) => ({
    figure: name,
    ours: ours[name],
    limit: limits[name],
    plainHtml: floor[name as keyof Floor],
    isFine: !missed.includes(name),
  })),
);
for (const page of ['signIn', 'projects'] as const) {
  for (const [category, least] of Object.entries(leastScores[page])) {
    const score = scores[page]?.[category as keyof Scores];
    if (score !== undefined && score < least) missed.push(`lighthouse ${page} ${category}`);
  }
}
console.log('Lighthouse:');
console.table(scores);
console.log(
  JSON.stringify({
    bench: 'web',
    visits,
    ours,
    limits,
    plainHtml: floor,
    lighthouse: scores,
    leastScores,
    missed,
    ok: missed.length === 0,
  }),
);

async function visitSignIn(from: Browser, url: string) {
  return inSlowPage(from, async (page, counted) => {
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const usableMs = await endOfWork(page);
    await page.waitForLoadState('networkidle');
    return {
      usableMs,
      firstPaintMs: await firstPaint(page),
      signInScriptKiB: counted.scriptKiB(),
      signInRequests: counted.requests(),
      layoutShift: await layoutShift(page),
    };
  });
}

async function visitProject(from: Browser, by: Account) {
  const context = await from.newContext();
  await signIn(await context.newPage(), by);
  const storageState = await context.storageState();
  await context.close();
  return inSlowPage(
    from,
    async (slow, counted) => {
      await slow.goto(`${server.url}/projects/${projectId}`);
      await slow.getByRole('link', { name: 'Greeting' }).first().waitFor();
      const firstSuiteMs = await endOfWork(slow);
      const shellScriptKiB = counted.scriptKiB();
      return { firstSuiteMs, shellScriptKiB, layoutShift: await layoutShift(slow) };
    },
    storageState,
  );
}

async function signIn(page: Page, { email }: Account): Promise<void> {
  await page.goto(`${server.url}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/projects');
}

interface Counted {
  requests(): number;
  scriptKiB(): number;
}

async function inSlowPage<T>(
  from: Browser,
  measure: (page: Page, counted: Counted) => Promise<T>,
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<T> {
  const context = await from.newContext({
    viewport: { width: 1350, height: 940 },
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  await page.addInitScript(watchLayout);
  const session = await context.newCDPSession(page);
  const counted = await countRequests(session);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const measured = await measure(page, counted);
  await context.close();
  return measured;
}

async function countRequests(session: CDPSession): Promise<Counted> {
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let requests = 0;
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  // Bytes as transferred, without headers.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', () => {
    requests += 1;
  });
  return { requests: () => requests, scriptKiB: () => Math.round((bytes / 1024) * 10) / 10 };
}

/** Returns the main-thread time of a visit until the form can be used, at full speed. */
async function processorTime(from: Browser, url: string): Promise<number> {
  const context = await from.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await taken();
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.waitForTimeout(300);
  const spent = (await taken()) - before;
  await context.close();
  return Math.round(spent);
}

function watchLayout(): void {
  const seen = { shift: 0 };
  Object.assign(globalThis, { seenByBench: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      seen.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Returns the time of the next frame after the current work has ended. */
function endOfWork(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return Math.round(performance.now());
  });
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
  );
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { seenByBench } = globalThis as unknown as { seenByBench: { shift: number } };
    return Math.round(seenByBench.shift * 1000) / 1000;
  });
}

async function servePlainForm() {
  const form =
    '<label>Email <input type="email"></label><label>Password <input type="password"></label>';
  const page = `<!doctype html><title>Sign in</title><form>${form}<button>Sign in</button></form>`;
  const plainServer = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await new Promise<void>((resolve) => plainServer.listen(0, '127.0.0.1', resolve));
  const { port } = plainServer.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => plainServer.close() };
}

function mediansOf<Name extends string>(
  visited: readonly Record<Name, number>[],
): Record<Name, number> {
  const names = Object.keys(visited[0] ?? {}) as Name[];
  const figures = names.map((name) => [name, median(visited.map((figure) => figure[name]))]);
  return Object.fromEntries(figures);
}
