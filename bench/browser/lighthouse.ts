/**
 * Runs Lighthouse on a page, with its slow-phone or desktop profile, and collects four category scores from 0 to 100 and the
 * failed audits.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parley/server/testing/free-port';
import { chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../../e2e/ensure-browser.mjs';
import { installLighthouse } from '../engine/peers.ts';
import { median } from '../lib/median.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const deadlineMs = 120_000;

export type Scores = Record<(typeof categories)[number], number>;

interface Report {
  runtimeError?: { message: string };
  categories: Record<keyof Scores, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

export interface Audited {
  /** Scores of the try with the best performance, since other load on the machine can only lower scores. */
  best: Scores;
  /** Median of each score over all tries. */
  median: Scores;
  /** Titles of the audits that scored below 0.9 in the best try, with their category. */
  complaints: string[];
}

export interface AuditOptions {
  tries: number;
  /** Prepares the browser, for example by signing in. Its storage is kept, but not the cache. */
  prepare?: (page: Page) => Promise<void>;
  /** True for the desktop profile; by default, the profile is a slow phone. */
  isDesktop?: boolean;
}

/** Audits a page several times; undefined if Lighthouse could not be installed. */
export async function auditPage(
  url: string,
  { tries, prepare, isDesktop = false }: AuditOptions,
): Promise<Audited | undefined> {
  const folder = await installLighthouse();
  if (!folder) return undefined;
  const profile = await mkdtemp(join(tmpdir(), 'parley-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureBrowser(),
    args: [`--remote-debugging-port=${port}`],
  });
  try {
    const page = await context.newPage();
    await prepare?.(page);
    const session = await context.newCDPSession(page);
    const reports: Report[] = [];
    for (let attempt = 0; attempt < tries; attempt += 1) {
      await session.send('Network.clearBrowserCache');
      reports.push(await withoutBrokenTrace(() => runLighthouse(folder, url, port, isDesktop)));
    }
    const best = reports.reduce((a, b) =>
      b.categories.performance.score > a.categories.performance.score ? b : a,
    );
    const complaints = complaintsIn(best);
    for (const line of complaints) console.error(`${new URL(url).pathname}: ${line}`);
    return {
      best: scoresBy((name) => best.categories[name].score),
      median: scoresBy((name) => median(reports.map((report) => report.categories[name].score))),
      complaints,
    };
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Runs Lighthouse once more if it lost the beginning of the page load, which it reports with this code. */
async function withoutBrokenTrace(run: () => Promise<Report>): Promise<Report> {
  try {
    return await run();
  } catch (error) {
    if (!String(error).includes('NO_NAVSTART')) throw error;
    return run();
  }
}

/** Scales the scores of a function from 0–1 to 0–100. */
function scoresBy(scored: (name: keyof Scores) => number): Scores {
  return Object.fromEntries(
    categories.map((name) => [name, Math.round(scored(name) * 100)]),
  ) as Scores;
}

async function runLighthouse(
  folder: string,
  url: string,
  port: number,
  isDesktop: boolean,
): Promise<Report> {
  const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const options = [
    `--port=${port}`,
    '--output=json',
    '--quiet',
    '--disable-storage-reset',
    `--only-categories=${categories.join(',')}`,
    ...(isDesktop ? ['--preset=desktop'] : []),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, ...options], {
    timeout: deadlineMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  const report: Report = JSON.parse(stdout);
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  return report;
}

/** Returns the titles of the weighted audits that scored below 0.9. */
function complaintsIn({ categories: byName, audits }: Report): string[] {
  return categories.flatMap((name) =>
    byName[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}: ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim()),
  );
}
