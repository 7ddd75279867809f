/**
 * Compares a run of 200 tests with 50 tries each to a run of 200 tests with a single try: how many bytes each try takes in the
 * database, how long re-evaluating its verdicts takes, how quickly its page opens and shows another test, how smoothly its list
 * scrolls, and how long the conversation of another try takes. `--small` uses a tenth of the tests.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- tries [--small]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { projects, runs, suites } from '@parley/contract';
import { startTestApp } from '@parley/server/testing';
import { untilEnded } from '@parley/server/testing/bot-suite';
import { createTenant } from '@parley/server/testing/tenant';
import { chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../e2e/ensure-browser.mjs';
import { buildWeb } from '../scripts/build-web.mjs';
import { median } from './lib/median.ts';

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
const tests = values.small ? 20 : 200;
const tries = 50;
const opened = 5;
const goals = { bytesPerTry: 4096, reevaluationS: 10, openingRatio: 3 };

buildWeb();
/** Number of conversations by test. Every tenth conversation fails, so that no number of tries is decisive. */
const held = new Map<string, number>();
const agent = createServer(async (request, response) => {
  const { text } = (await json(request)) as { text: string };
  const count = (held.get(text) ?? 0) + 1;
  held.set(text, count);
  const answer = count % 10 === 0 ? 'I am not sure.' : 'We are open from nine to five.';
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ text: answer }));
}).listen(0, '127.0.0.1');
await once(agent, 'listening');
const host = `127.0.0.1:${(agent.address() as AddressInfo).port}`;
const app = await startTestApp({ reachable: [host], settings: { PARLEY_LOCAL_SIGNIN: 'on' } });
const { owner } = await createTenant(app, { planId: 'enterprise' });
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  const single = await heldRun(1);
  const repeated = await heldRun(tries);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const code = app.platform.config.signIn.localSignIn?.code;
  await page.goto(`${app.url}/signin/userID/${owner.userId}#code=${code}`);
  await page.getByRole('link', { name: 'Go', exact: true }).click();
  await page.waitForURL('**/projects');
  const openings = { single: [] as number[], repeated: [] as number[] };
  const frames = { single: [] as number[], repeated: [] as number[] };
  for (let round = 0; round <= opened; round += 1) {
    const one = await openingMs(page, single.id);
    const oneFrame = await scrollingMs(page);
    const many = await openingMs(page, repeated.id);
    const manyFrame = await scrollingMs(page);
    if (round === 0) continue;
    openings.single.push(one);
    openings.repeated.push(many);
    frames.single.push(oneFrame);
    frames.repeated.push(manyFrame);
  }
  const otherTryMs = await otherTry(page);
  const since = performance.now();
  const { body, text } = await owner.call(runs.reevaluateRun, {
    params: { runId: repeated.id },
    body: {},
  });
  if (body.result?.tests.length !== tests)
    throw new Error(`Not re-evaluated: ${text.slice(0, 300)}`);
  const reevaluationS = (performance.now() - since) / 1000;
  const found = {
    tests,
    tries: repeated.tries,
    'run of them (s)': Number(repeated.seconds.toFixed(1)),
    'bytes per try': Math.round(repeated.bytes / repeated.tries),
    'bytes per single test': Math.round(single.bytes / tests),
    're-evaluation (s)': Number(reevaluationS.toFixed(2)),
    'page of single tries opens (ms)': Math.round(median(openings.single)),
    'page of all tries opens (ms)': Math.round(median(openings.repeated)),
    'longest frame of scrolling, single tries (ms)': Math.round(median(frames.single)),
    'longest frame of scrolling, all tries (ms)': Math.round(median(frames.repeated)),
    'another try is shown (ms)': Math.round(otherTryMs),
  };
  console.table(found);
  const openingRatio = median(openings.repeated) / median(openings.single);
  const ok =
    found['bytes per try'] <= goals.bytesPerTry &&
    reevaluationS <= goals.reevaluationS &&
    openingRatio <= goals.openingRatio;
  console.log(
    JSON.stringify({
      bench: 'tries',
      ...found,
      openingRatio: Number(openingRatio.toFixed(2)),
      database: process.env.PARLEY_TEST_DATABASE_URL ? 'postgresql' : 'embedded',
      goals,
      ok,
    }),
  );
  process.exitCode = ok ? 0 : 1;
} finally {
  await browser.close();
  await app.close();
  agent.close();
}

async function heldRun(maxTries: number) {
  const name = `Agent with ${maxTries} tries`;
  const project = await owner.call(projects.createProject, { body: { name } });
  const source = [
    'configuration:',
    '  syntax: 2',
    `  channel: { kind: http, url: "http://${host}/" }`,
    `  concurrency: 50`,
    `  repeat: { maxTries: ${maxTries} }`,
    ...Array.from({ length: tests }, (_, at) => [
      '---',
      `- test: Test ${at + 1}`,
      `- Question ${at + 1} of ${maxTries}: nine to five`,
    ]).flat(),
  ].join('\n');
  const body = { name, projectId: project.body.id, platform: 'webchat' as const, source };
  const suite = await owner.call(suites.createSuite, { body });
  const since = performance.now();
  const started = await owner.call(runs.startRun, { params: { suiteId: suite.body.id }, body: {} });
  const { id } = await untilEnded(owner, started.body.id, 10 * 60_000);
  const seconds = (performance.now() - since) / 1000;
  const { rows } = await app.platform.db.execute(
    `select sum(octet_length(lines)) as bytes from run_events where run_id = '${id}'`,
  );
  return { id, seconds, bytes: Number(rows[0]?.bytes), tries: tests * maxTries };
}

/** Measures the time in milliseconds until the first test is displayed, and until another one is displayed after a click. */
async function openingMs(page: Page, runId: string): Promise<number> {
  const since = performance.now();
  await page.goto(`${app.url}/history/testruns/${runId}`);
  await page.getByRole('heading', { name: 'Test 1', exact: true }).waitFor();
  await page
    .getByRole('button', { name: /Test 2\b/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /Test 2\b/ }).waitFor();
  return performance.now() - since;
}

/** Scrolls the list of tests to its end. Returns the duration of the longest frame in milliseconds. */
function scrollingMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const list = document.querySelector('section[aria-label="Tests"] ul')?.parentElement;
    if (!list) throw new Error('No list of tests');
    let longest = 0;
    let last = await new Promise<number>(requestAnimationFrame);
    const step = list.scrollHeight / 30;
    for (let frame = 0; frame < 30; frame += 1) {
      list.scrollTop += step;
      const now = await new Promise<number>(requestAnimationFrame);
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
}

/** Measures the time in milliseconds until the conversation of another try is displayed. */
async function otherTry(page: Page): Promise<number> {
  const choice = page.getByRole('group', { name: 'Show try' });
  const other = choice.getByRole('radio', { checked: false }).nth(3);
  const since = performance.now();
  await other.check({ force: true });
  await page.getByRole('status', { name: /^Loading try/ }).waitFor({ state: 'detached' });
  await page.getByText('We are open from nine to five.', { exact: true }).waitFor();
  return performance.now() - since;
}
