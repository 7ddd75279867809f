/** Tests `parley run` with suites of this server, as a CI job calls it: as a separate process, with an API key. */
import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { apiKeys, projects, runs, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBotSuite, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

const program =
  process.env.PARLEY_TEST_CLI ??
  fileURLToPath(new URL('../../../../../packages/cli/src/main.ts', import.meta.url));

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let key: string;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  ({ key } = (await ada.call(apiKeys.createApiKey, { body: { name: 'CI' } })).body);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const start = (args: string[], env: Record<string, string> = {}) =>
  startCommand(['run', ...args], env);

function startCommand(args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: { ...process.env, NO_COLOR: '1', PARLEY_URL: app.url, PARLEY_API_KEY: key, ...env },
  });
}

async function output(child: ChildProcess) {
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const read = (stream: ChildProcess['stdout']) => (stream ? text(stream) : '');
  const [code, out, err] = await Promise.all([closed, read(child.stdout), read(child.stderr)]);
  return { code, out, err };
}

const parley = (...args: string[]) => output(start(args));

describe('parley run <suite id>', () => {
  it('follows the run to its end and exits with 0 when all passed', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 3 });
    const { code, out, err } = await parley(suiteId);
    expect(out).toContain('✓ Opening hours › Test 1');
    expect(out).toContain('3 passed');
    expect(code).toBe(0);
    const { body } = await ada.call(runs.listRuns, { query: { suiteId } });
    expect(body.items).toMatchObject([{ trigger: 'api', status: 'passed' }]);
    const page = `${app.url}/history/testruns/${body.items[0]?.id}`;
    expect(err).toContain(`Opening hours · #1: ${page}\n`);
  });

  it('reports a failure like one of files, and exits with 1', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, expected: 'on Sunday' });
    const { code, out } = await parley(suiteId, '--server', app.url, '-r', 'junit');
    expect(code).toBe(1);
    expect(out).toContain('<testsuite name="Opening hours" tests="1" failures="1"');
    expect(out).toContain('on Sunday');
  });

  it('runs only the tests that are chosen', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 3 });
    const { out } = await parley(suiteId, '--grep', 'test 2$');
    expect(out).toContain('1 passed');
    expect(out).not.toContain('› Test 1');
    expect(await parley(suiteId, '--grep', 'no such test')).toMatchObject({ code: 2 });
  });

  it('leaves out what the suite skips, also where tests are chosen', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 3 });
    const { source } = (await ada.call(suites.getSuite, { params: { suiteId } })).body;
    const save = (text: string) =>
      ada.call(suites.updateSuite, { params: { suiteId }, body: { source: text } });
    const skipping = source.replace('test: Test 2', 'test.skip: Test 2');
    expect((await save(skipping)).status).toBe(200);
    const { out } = await parley(suiteId, '--grep', 'test [12]$');
    expect(out).toContain('1 passed');
    expect(out).not.toContain('› Test 2');
    expect(await parley(suiteId, '--grep', 'test 2$')).toMatchObject({ code: 2 });
    await save(skipping.replace('test: Test 3', 'test.only: Test 3'));
    expect((await parley(suiteId, '--grep', 'test')).out).toContain('1 passed');
    expect(await parley(suiteId, '--grep', 'test 1$')).toMatchObject({ code: 2 });
  });

  it('cancels the run at Ctrl-C and exits with 130', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: `${bot.url}?delayMs=60000` });
    const child = start([suiteId, '-r', 'json']);
    const result = output(child);
    const runId = await untilStarted(suiteId);
    child.kill('SIGINT');
    const { code, out } = await result;
    expect(code).toBe(130);
    expect(JSON.parse(out).runs[0]).toMatchObject({ status: 'cancelled' });
    expect((await untilEnded(ada, runId)).status).toBe('cancelled');
  });

  it('says what a default installation lacks for a phone suite, and that no test was run', async () => {
    const project = await ada.call(projects.createProject, { body: { name: 'Line' } });
    const projectId = project.body.id;
    const created = await ada.call(suites.createSuite, {
      body: { name: 'Line', projectId, platform: 'phone' },
    });
    const suiteId = created.body.id;
    const unnamed = await parley(suiteId);
    expect(unnamed.err).toContain('does not specify which phone line to call');
    expect(unnamed.err).toContain('No phone line is set up');
    expect(unnamed.code).toBe(3);
    const { source, version } = (await ada.call(suites.getSuite, { params: { suiteId } })).body;
    const named = source.replace(
      'platform: phone',
      "platform: phone\n  channel: { kind: phone, to: 'sip:bank@127.0.0.1:5080' }",
    );
    const saved = await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { source: named, version },
    });
    expect(saved.status, saved.text).toBe(200);
    const { code, err } = await parley(suiteId);
    expect(err).toContain('No phone line is set up');
    expect(err).toContain('PARLEY_PHONE_ALLOW');
    expect(code).toBe(4);
  });

  it('says at once that a queued run waits for a worker and none is running', async () => {
    const idle = await startTestApp({ hasWorker: false });
    try {
      const by = (await createTenant(idle)).owner;
      const created = await by.call(apiKeys.createApiKey, { body: { name: 'CI' } });
      const suiteId = await createBotSuite(by, { botUrl: bot.url });
      const child = start([suiteId], { PARLEY_URL: idle.url, PARLEY_API_KEY: created.body.key });
      const result = output(child);
      await new Promise((resolve) => child.stderr?.once('data', resolve));
      child.kill('SIGINT');
      const { code, err } = await result;
      expect(err).toContain('Opening hours: Waiting for a worker: none is running.');
      expect(code).toBe(130);
    } finally {
      await idle.close();
    }
  });

  it('starts none of several suites where one is unknown', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    const { code, err } = await parley(suiteId, 'x');
    expect(err).toContain('There is no such test suite');
    expect(code).toBe(2);
    const { body } = await ada.call(runs.listRuns, { query: { suiteId } });
    expect(body.items).toEqual([]);
  });

  it('cancels the other runs and reports them where one cannot be started', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: `${bot.url}?delayMs=60000` });
    const unheldId = await createBotSuite(ada, { botUrl: bot.url });
    const params = { suiteId: unheldId };
    const { source } = (await ada.call(suites.getSuite, { params })).body;
    const skipped = source.replace('test: ', 'test.skip: ');
    const saved = await ada.call(suites.updateSuite, { params, body: { source: skipped } });
    expect(saved.status, saved.text).toBe(200);
    const { code, out, err } = await parley(suiteId, unheldId, '-r', 'json');
    expect(err).toContain('skipped');
    expect(code).toBe(3);
    const { body } = await ada.call(runs.listRuns, { query: { suiteId } });
    expect(body.items).toMatchObject([{ status: 'cancelled' }]);
    expect(JSON.parse(out).runs).toMatchObject([{ name: 'Opening hours', status: 'cancelled' }]);
  });

  it.each([
    ['a wrong key', ['x'], { PARLEY_API_KEY: 'parley_wrong' }, 2, 'The API key is missing'],
    ['no key', ['x'], { PARLEY_API_KEY: '' }, 2, 'Set PARLEY_API_KEY to an API key'],
    ['an unknown suite', ['x'], {}, 2, 'There is no such test suite'],
    ['an address that is none', ['x', '--server', 'parley'], {}, 2, 'The address of a server'],
    ['an option of files', ['x', '--retries', '2'], {}, 2, '--retries is for files'],
  ])('says what is wrong with %s', async (_, args, env, code, message) => {
    const answer = await output(start(args, env));
    expect(answer.err).toContain(message);
    expect(answer).toMatchObject({ code, out: '' });
  });
});

async function untilStarted(suiteId: string): Promise<string> {
  return expect
    .poll(
      async () => {
        const { body } = await ada.call(runs.listRuns, { query: { suiteId } });
        return body.items[0]?.status === 'running' ? body.items[0].id : undefined;
      },
      { timeout: 25_000 },
    )
    .toBeDefined()
    .then(
      async () => (await ada.call(runs.listRuns, { query: { suiteId } })).body.items[0]?.id ?? '',
    );
}

describe('parley gate <run id> --server', () => {
  const gate = (...args: string[]) => output(startCommand(['gate', ...args, '--server', app.url]));

  async function held(suiteId: string): Promise<string> {
    await parley(suiteId, '--repeat', 'tries=10');
    const { body } = await ada.call(runs.listRuns, { query: { suiteId } });
    return body.items[0]?.id ?? '';
  }

  it('compares two runs of a suite, and knows that a setting was edited in between', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 12 });
    const [before, after] = [await held(suiteId), await held(suiteId)];
    const same = await gate(after, '--baseline', before);
    expect(same).toMatchObject({ code: 0, out: expect.stringMatching(/✅ The gate passed/) });
    expect((await gate(before, '--baseline', before)).out).toMatch(/compared with itself/);
    expect(await gate(after, '--baseline', 'label:main')).toMatchObject({
      code: 2,
      err: expect.stringContaining('“main”'),
    });
    const { body } = await ada.call(suites.getSuite, { params: { suiteId } });
    const source = body.source.replace('configuration:', 'configuration:\n  lenient: true');
    await ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
    const lenient = await gate(await held(suiteId), '--baseline', before);
    expect(lenient).toMatchObject({
      code: 5,
      out: expect.stringMatching(/Tests ask or expect something else than in the baseline/),
    });
  });

  it('goes by the gate of the suite, which names the baseline, and by the run alone without one', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 12 });
    const plain = await held(suiteId);
    expect(await gate(plain)).toMatchObject({
      code: 5,
      out: expect.stringMatching(/nothing to compare with/),
    });
    const { body } = await ada.call(suites.getSuite, { params: { suiteId } });
    const withGate = (share: string) => {
      const rules = `gate: { baseline: "${plain}", rules: [pass rate: { atLeast: ${share} }] }`;
      const source = body.source.replace(
        'configuration:',
        `configuration:\n  syntax: 2\n  ${rules}`,
      );
      return ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
    };
    expect((await withGate('10%')).status).toBe(200);
    const candidate = await held(suiteId);
    const judged = await gate(candidate);
    expect(judged.code).toBe(5);
    expect(judged.out).toMatch(/pass rate at least 10% \| ✅ shown/);
    expect(judged.out).toMatch(/asks for less.*pass rate no worse by 10 points” is gone/);
  });

  it('ends with 2 where there is no such run', async () => {
    expect(await gate('none', '--baseline', 'nothing')).toMatchObject({ code: 2 });
  });
});
