import {
  history as endpoints,
  quarantines,
  runs as runEndpoints,
  suites as suiteEndpoints,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { applySuite, parseSuite, type Test } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botSuiteSource, createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let suiteId: string;

const wrong = 'at the weekend only';

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, expected: wrong });
  await runOnce();
  // As the editor saves it: the first test is renamed and moved behind the second, and a new test gets its old name.
  await change(([first, second]) => [
    second,
    { ...first, name: 'Opening', key: 'Test 1' },
    { ...first, name: 'Test 1' },
  ]);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const runOnce = async () => untilEnded(ada, (await startRun(ada, suiteId)).id);

async function change(edit: (tests: [Test, Test]) => Test[], version?: number) {
  const source = botSuiteSource({ botUrl: bot.url, tests: 2, expected: wrong });
  const { suite } = parseSuite(source);
  const tests = edit(suite.tests as [Test, Test]);
  return ada.call(suiteEndpoints.updateSuite, {
    params: { suiteId },
    body: { source: applySuite(source, { ...suite, tests }), ...(version && { version }) },
  });
}

const course = (test: string) =>
  ada.call(endpoints.getCourse, { params: { suiteId }, query: { test } });

describe('a test that was renamed and moved', () => {
  it('is in quarantine as before, and the new test with its old name is not', async () => {
    const body = { test: 'Opening', reason: 'Known.', days: 7 };
    const begun = await ada.call(quarantines.beginQuarantine, { params: { suiteId }, body });
    expect(begun.body).toMatchObject({ test: 'Test 1' });
    const run = await runOnce();
    expect(run).toMatchObject({ status: 'failed', counts: { failed: 2, quarantined: 1 } });
    const { body: log } = await ada.call(runEndpoints.listRunEvents, { params: { runId: run.id } });
    const [started] = log.events;
    expect(started?.event).toMatchObject({
      tests: [
        { name: 'Test 2' },
        { name: 'Opening', key: 'Test 1', isQuarantined: true },
        { name: 'Test 1', key: 'Test 1 (2)' },
      ],
    });
  });

  it('keeps its history under its new name', async () => {
    const { body } = await ada.call(endpoints.getReliability, { params: { suiteId } });
    const tests = body.tests.map(({ key, name, outcomes }) => ({ key, name, outcomes }));
    expect(tests.sort((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: 'Test 1', name: 'Opening', outcomes: ['failed', 'failed'] },
      { key: 'Test 1 (2)', name: 'Test 1', outcomes: [null, 'failed'] },
      { key: 'Test 2', name: 'Test 2', outcomes: ['failed', 'failed'] },
    ]);
    const [renamed, fresh] = await Promise.all([course('Test 1'), course('Test 1 (2)')]);
    expect([renamed.body.runs.length, fresh.body.runs.length]).toEqual([2, 1]);
  });

  it('is exported by the name that it had in each run', async () => {
    const query = { rows: 'steps', format: 'json' } as const;
    const { text } = await ada.call(endpoints.exportRuns, { query });
    const names = JSON.parse(text).map(({ test }: { test: string }) => test);
    expect(names).toEqual(['Test 2', 'Opening', 'Test 1', 'Test 1', 'Test 2']);
  });

  it('is told apart in a re-evaluation of the run from before', async () => {
    const { body } = await ada.call(runEndpoints.listRuns, { query: {} });
    const first = body.items.at(-1)?.id ?? '';
    const again = await ada.call(runEndpoints.reevaluateRun, {
      params: { runId: first },
      body: {},
    });
    expect(again.body.result.tests.map(({ name, key }) => [name, key])).toEqual([
      ['Test 2', undefined],
      ['Opening', 'Test 1'],
    ]);
  });
});

it('of two people who rename a test at once the second is told, and no key is lost', async () => {
  const { body: before } = await ada.call(suiteEndpoints.getSuite, { params: { suiteId } });
  const renamed = (name: string) =>
    change(([first, second]) => [{ ...first, name, key: 'Test 1' }, second], before.version);
  expect([(await renamed('Mine')).status, (await renamed('Theirs')).status]).toEqual([200, 409]);
  const { body: after } = await ada.call(suiteEndpoints.getSuite, { params: { suiteId } });
  expect(parseSuite(after.source).suite.tests[0]).toMatchObject({ name: 'Mine', key: 'Test 1' });
});
