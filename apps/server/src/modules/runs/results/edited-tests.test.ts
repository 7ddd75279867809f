import { runs as endpoints, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function edit(suiteId: string, change: (source: string) => string): Promise<void> {
  const { body } = await ada.call(suites.getSuite, { params: { suiteId } });
  const source = change(body.source);
  const { status } = await ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
  expect(status).toBe(200);
}

const run = async (suiteId: string) =>
  (await untilEnded(ada, (await startRun(ada, suiteId)).id)).id;

async function editsOf(runId: string, base?: string) {
  const params = { runId };
  const { body } = await ada.call(endpoints.listEditedTests, { params, query: { base } });
  return body;
}

describe(`${endpoints.listEditedTests.method} ${endpoints.listEditedTests.path}`, () => {
  it('names the tests that ask or expect something else than in the other run', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 1 });
    const first = await run(suiteId);
    expect(await editsOf(first)).toEqual({ edited: [], unchanged: [] });
    const again = await run(suiteId);
    expect(await editsOf(again)).toEqual({ edited: [], unchanged: ['Test 1', 'Test 2'] });

    // The last test is edited and a new one added; then a setting changes that affects all tests.
    await edit(
      suiteId,
      (source) => `${source.trimEnd()}\n- hello: hello\n---\n- test: Test 3\n- hello: hello\n`,
    );
    const edited = await run(suiteId);
    expect(await editsOf(edited, first)).toEqual({ edited: ['Test 2'], unchanged: ['Test 1'] });
    await edit(suiteId, (source) =>
      source.replace('configuration:\n', 'configuration:\n  lenient: true\n'),
    );
    const lenient = await run(suiteId);
    expect((await editsOf(lenient)).edited).toEqual(['Test 1', 'Test 2', 'Test 3']);
  });

  it('answers 404 to a run of another organization on either side', async () => {
    const own = await run(await createBotSuite(ada, { botUrl: bot.url, tests: 1, turns: 1 }));
    const eve = (await createTenant(app)).owner;
    const foreign = await startRun(
      eve,
      await createBotSuite(eve, { botUrl: bot.url, tests: 1, turns: 1 }),
    );
    for (const [runId, base] of [
      [own, foreign.id],
      [foreign.id, own],
    ] as const) {
      const { status } = await ada.call(endpoints.listEditedTests, {
        params: { runId },
        query: { base },
      });
      expect(status).toBe(404);
    }
  });
});
