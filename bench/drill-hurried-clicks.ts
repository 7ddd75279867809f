/**
 * Five people in a hurry click through the dashboard at the same time for an hour: before a page has loaded, twice, back and
 * forward, away while something is being saved, with nonsense in the fields. Meanwhile, suites run every minute. No page
 * breaks, stays empty or loads forever, no response is a server error, and the server logs no error. Its memory and
 * the folder of the embedded database stay bounded.
 *
 *   npm run drill -- hurried-clicks [--quick] [--minutes N] [--seed N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@parley/server/testing/free-port';
import { lookIntoDatabase } from '@parley/server/testing/look-into-database';
import { startServerProcess } from '@parley/server/testing/server-process';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../e2e/ensure-browser.mjs';
import { buildWeb } from '../scripts/build-web.mjs';
import { type Drill, runDrill } from './drill/drill.ts';
import { type FolderSizes, readFolderSizes } from './drill/folder-sizes.ts';
import {
  type Environment,
  everyMinute,
  fillOffice,
  officeSettings,
  parleyOf,
  refillOffice,
  wishesOf,
} from './drill/hurried-office.ts';
import { createPerson } from './drill/hurried-person.ts';
import { type Measured, measureProcess } from './drill/measures.ts';
import { collectFaults } from './drill/page-faults.ts';
import { createRandom } from './drill/random.ts';

const minuteMs = 60_000;
/** Limit of the write-ahead log in MB: twice the setting `max_wal_size`, which checkpoints aim for. */
const logMbMax = 128;

await runDrill('hurried-clicks', 'hurried clicks', async (drill) => {
  const minutes = drill.minutes({ full: 60, quick: 2 });
  const restMs = drill.size({ full: minuteMs, quick: 10_000 });
  buildWeb();
  const measured = measureProcess(drill);
  const environment = await newInstallation(drill, measured);
  const folder = environment.PARLEY_DATA_DIR;
  const office = await fillOffice(environment);
  const start = await prepareRows(environment);
  const sizesBefore = readFolderSizes(folder);

  const server = await startServerProcess(environment);
  drill.defer(() => server.end('SIGKILL'));
  const parley = parleyOf(server, environment);
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    // Keep pages on this server, wherever a link leads.
    args: ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  drill.defer(() => browser.close());
  await sleep(restMs);
  const memoryAtRest = measured.read().rss;

  const faults = collectFaults(drill.seed);
  const crowd = wishesOf(office).map((wish) => {
    const random = createRandom(drill.random.between(1, 2 ** 31 - 1));
    return createPerson(wish, { browser, url: parley.url, random, faults });
  });
  const actions = () => crowd.reduce((sum, person) => sum + person.actions(), 0);
  const endAt = performance.now() + minutes * minuteMs;
  let memoryAfterTen = memoryAtRest;
  let logMost = sizesBefore.log;
  const watching = (async () => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleep(Math.max(0, endAt - (minutes - minute) * minuteMs - performance.now()));
      const { rss, rssMax, lagMaxMs } = measured.read();
      const sizes = readFolderSizes(folder);
      if (minute <= 10) memoryAfterTen = rss;
      logMost = Math.max(logMost, sizes.log);
      console.log(
        `minute ${minute}: ${actions()} actions, ${sum(faults.counts.values())} faults; memory ${mb(rss)} MB, at most ${mb(rssMax)}; event loop at most ${Math.round(lagMaxMs)} ms late; ${inMb(sizes)}`,
      );
      if (minute < minutes)
        await refillOffice(parley, office).catch((error) => console.log(`Not filled up: ${error}`));
    }
  })();
  await Promise.all([
    watching,
    ...crowd.map((person) => person.act(() => performance.now() > endAt)),
  ]);
  await browser.close();
  await sleep(restMs);
  const { rss: memoryAfter, rssMax } = measured.read();
  const errors = errorsIn(server.output());
  for (const line of errors.slice(0, 20)) console.log(`LOG ${line.slice(0, 2000)}`);
  await server.end('SIGTERM');
  const sizesAfter = readFolderSizes(folder);
  const end = await readRows(environment);
  const compact = await readCompact(environment);

  drill.note('people', crowd.length);
  drill.note('minutes', minutes);
  drill.note('screens', new Set(crowd.flatMap((person) => [...person.screens()])).size);
  const longestRestMs = Math.max(...crowd.map((person) => person.longestRestMs()));
  drill.note('longest wait for a page ms', Math.round(longestRestMs));
  drill.note('faults by kind', Object.fromEntries(faults.counts));
  drill.note('memory MB', {
    'at rest before': mb(memoryAtRest),
    'after 10 minutes': mb(memoryAfterTen),
    'at rest after': mb(memoryAfter),
    'at most': mb(rssMax),
  });
  drill.note('stored runs', { before: start.runs, after: end.runs });
  drill.note('folder before', inMb(sizesBefore));
  drill.note('folder after', inMb(sizesAfter));
  drill.note('database MB', {
    before: mb(start.bytes),
    after: mb(end.bytes),
    'after, written anew': mb(compact),
  });
  drill.note(
    'database KB per run more',
    Math.round((end.bytes - start.bytes) / 1024 / Math.max(1, end.runs - start.runs)),
  );
  drill.atLeast('actions', actions(), 20 * minutes);
  drill.atMost('write-ahead log at most MB', mb(logMost), logMbMax);
  drill.exactly('faults', sum(faults.counts.values()), 0);
  drill.exactly('errors in the log', errors.length, 0);
});

async function newInstallation(drill: Drill, { environment }: Measured): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-hurried-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
  return {
    ...environment,
    PARLEY_DATA_DIR: folder,
    PORT: String(await freePort()),
    PARLEY_DEMO_BOT: 'on',
    PARLEY_DEMO_BOT_PORT: String(await freePort()),
    ...officeSettings,
  };
}

/** Sets plans that do not limit an hour's work, and makes suites run every minute. */
async function prepareRows(environment: Environment): Promise<Rows> {
  await lookIntoDatabase(environment, async ({ pool }) => {
    await pool.query(
      `update organizations set subscription_status = 'enabled', plan_id = 'enterprise',
        subscription_ends_at = null`,
    );
    await pool.query(
      `update suites set is_monitoring = true, monitoring_config = $1 where name <> 'Slow'`,
      [JSON.stringify(everyMinute)],
    );
  });
  return readRows(environment);
}

interface Rows {
  runs: number;
  bytes: number;
}

function readRows(environment: Environment): Promise<Rows> {
  return lookIntoDatabase(environment, async ({ pool }) => {
    const { rows } = await pool.query<{ runs: number; bytes: string }>(
      `select (select count(*)::int from runs) as runs,
        pg_database_size(current_database()) as bytes`,
    );
    return { runs: rows[0]?.runs ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
  });
}

/** Returns the size of the rows in bytes, without the space that deleted and changed rows left behind. */
async function readCompact(environment: Environment): Promise<number> {
  await lookIntoDatabase(environment, async ({ pool }) => {
    const anew = { text: 'vacuum full', query_timeout: 5 * minuteMs };
    await pool.query(anew);
  });
  return (await readRows(environment)).bytes;
}

/** Returns the log lines about unexpected errors. */
function errorsIn(output: string): string[] {
  return output.split('\n').filter((line) => {
    const level = /^\{"level":(\d+)/.exec(line)?.[1];
    return level ? Number(level) >= 50 : /unhandled|uncaught/i.test(line);
  });
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}

function mb(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

function inMb({ rows, log, files }: FolderSizes): string {
  return `database ${mb(rows)} MB, its log ${mb(log)} MB, other files ${mb(files)} MB`;
}
