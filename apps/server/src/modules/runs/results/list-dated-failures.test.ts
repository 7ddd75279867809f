import { runs as endpoints, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBotSuite, untilEnded } from '../../../test/bot-suite.ts';
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

const createSuite = () => createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 1 });

/**
 * Changes the expectation of the second test.
 *
 * @param expected text that the bot says or does not say
 */
async function expectReply(suiteId: string, expected: string): Promise<void> {
  const { body } = await ada.call(suites.getSuite, { params: { suiteId } });
  const source = body.source.replace(/(test: Test 2\n- [^:\n]+:).*/, `$1 ${expected}`);
  const { status } = await ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
  expect(status).toBe(200);
}

async function run(suiteId: string, body: { tests?: string[]; environment?: string } = {}) {
  const { body: started } = await ada.call(endpoints.startRun, { params: { suiteId }, body });
  return untilEnded(ada, started.id);
}

async function failuresOf(runId: string) {
  const { body } = await ada.call(endpoints.listRunFailures, { params: { runId } });
  return body.failures;
}

async function greenBefore(runId: string) {
  const { body } = await ada.call(endpoints.getPreviousRun, { params: { runId } });
  return body.lastGreen?.id ?? null;
}

describe('a failure of a run', () => {
  it('is dated by the first run that failed alike, and by the last one that passed', async () => {
    const suiteId = await createSuite();
    const green = await run(suiteId);
    expect([green.status, await failuresOf(green.id)]).toEqual(['passed', []]);

    await expectReply(suiteId, 'nobody says this');
    const first = await run(suiteId);
    const second = await run(suiteId);
    const point = ({ id: runId, number, createdAt: at }: typeof green) => ({ runId, number, at });
    const dated = { test: 'Test 2', step: 1, since: point(first), lastGreen: point(green) };
    expect(await failuresOf(first.id)).toEqual([dated]);
    expect(await failuresOf(second.id)).toEqual([dated]);

    // A different failure begins a new series.
    await expectReply(suiteId, 'nor does anybody say that');
    const other = await run(suiteId);
    expect(await failuresOf(other.id)).toEqual([{ ...dated, since: point(other) }]);
    expect(await greenBefore(other.id)).toBe(green.id);
  });

  it('has no last pass in another environment', async () => {
    const suiteId = await createSuite();
    await run(suiteId, { environment: 'staging' });
    await expectReply(suiteId, 'nobody says this');
    const failed = await run(suiteId, { environment: 'production' });
    expect((await failuresOf(failed.id)).map(({ lastGreen }) => lastGreen)).toEqual([null]);
    expect(await greenBefore(failed.id)).toBeNull();
  });

  it('is not compared with a pass of some tests alone', async () => {
    const suiteId = await createSuite();
    const part = await run(suiteId, { tests: ['Test 2'] });
    await expectReply(suiteId, 'nobody says this');
    const failed = await run(suiteId);
    expect((await failuresOf(failed.id)).map(({ lastGreen }) => lastGreen?.runId)).toEqual([
      part.id,
    ]);
    expect(await greenBefore(failed.id)).toBeNull();
  });

  it('is not told to another organization', async () => {
    const { id: runId } = await run(await createSuite());
    const eve = (await createTenant(app)).owner;
    const { status } = await eve.call(endpoints.listRunFailures, { params: { runId } });
    expect(status).toBe(404);
  });
});
