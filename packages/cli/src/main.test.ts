import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { program } from './testing/program.ts';

let bot: DemoBot;
let folder: string;
beforeAll(async () => {
  bot = await startDemoBot();
});
afterAll(() => bot.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  return () => rm(folder, { recursive: true });
});

async function parley(...args: string[]) {
  return output(start(...args));
}

const start = (...args: string[]) => startIn({}, ...args);

const startIn = (variables: Record<string, string>, ...args: string[]) =>
  startAt('.', variables, ...args);

const startAt = (place: string, variables: Record<string, string>, ...args: string[]) =>
  spawn(process.execPath, [program, ...args], {
    cwd: join(folder, place),
    env: { ...process.env, NO_COLOR: '1', ...variables },
  });

async function output(child: ChildProcess) {
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const read = (stream: ChildProcess['stdout']) => (stream ? text(stream) : '');
  const [code, out, err] = await Promise.all([closed, read(child.stdout), read(child.stderr)]);
  return { code, out, err };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function write(path: string, ...documents: string[]) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), documents.join('\n---\n'));
}

const configuration = (query = '') =>
  `configuration: { channel: { kind: http, url: "${bot.url}${query}" } }`;

/** Runs three tests against a bot that holds back its first replies until `atOnce` requests are open simultaneously. */
async function holdOneTwoThree(setting: string, args: string[], atOnce: number) {
  const said: string[] = [];
  let held = 0;
  let heldMost = 0;
  const areHeld = Promise.withResolvers<void>();
  const busy = createHttpServer(async (request, response) => {
    held += 1;
    heldMost = Math.max(heldMost, held);
    if (held === atOnce) areHeld.resolve();
    said.push(JSON.parse(await text(request)).text);
    await areHeld.promise;
    // Leave time for a request beyond the limit to arrive.
    await new Promise((waited) => setTimeout(waited, 50));
    held -= 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ messages: [{ text: 'welcome' }] }));
  });
  await new Promise<void>((listening) => busy.listen(0, '127.0.0.1', listening));
  const { port } = busy.address() as AddressInfo;
  const channel = `channel: { kind: http, url: "http://127.0.0.1:${port}/" }`;
  const tests = ['one', 'two', 'three'].map((name) => `- test: ${name}\n- ${name}: welcome`);
  await write('a.test.yml', `configuration: { ${setting} ${channel} }`, ...tests);
  await write('rows.json', '[{ "who": "Ada" }, { "who": "Grace" }]');
  const ended = await parley('run', ...args);
  busy.close();
  return { ...ended, said, heldMost };
}

describe('parley run', () => {
  it('exits with 0 when all tests pass', async () => {
    await write(
      'tests/bank.yml',
      configuration(),
      '- test: Hours\n- opening hours: Monday to Friday',
    );
    const { code, out } = await parley('run');
    expect(out).toMatch(/✓ tests\/bank\.yml › Hours \d+ ms\n\n1 passed\n/);
    expect(code).toBe(0);
  });

  it('tells the warnings of a suite, and runs none with a useless key if it is strict', async () => {
    const channel = `channel: { kind: http, url: "${bot.url}" }`;
    const test = '- test: Hours\n- opening hours: Monday to Friday';
    await write('a.test.yml', `configuration: { sytnax: 2, ${channel} }`, test);
    await write('b.test.yml', `configuration: { repeat: { maxTries: 3 }, ${channel} }`, test);
    const lax = await parley('run');
    expect([lax.code, lax.out]).toEqual([0, expect.stringContaining('2 passed')]);
    expect(lax.err).toContain('"sytnax" is unknown to Parley. Did you mean "syntax"?');
    expect(lax.err).toContain('"repeat" is unknown to Parley in version 1');
    const strict = await parley('run', '--strict');
    expect([strict.code, strict.out]).toEqual([3, '']);
    expect(strict.err).toContain('Did you mean "syntax"?');
  });

  it('says under --strict that only left out a test', async () => {
    await write(
      'a.test.yml',
      configuration(),
      '- test.only: Hours\n- opening hours: Monday to Friday',
      '- test: Lies\n- opening hours: on Sunday',
    );
    const { code, out } = await parley('run', '--strict');
    expect([code, out]).toEqual([4, expect.stringContaining('another test is marked "only"')]);
  });

  it('exits with 1 when a test fails, and says what was expected and what came', async () => {
    await write('bank.test.yml', configuration(), '- test: Hours\n- opening hours: on Sunday');
    const { code, out } = await parley('run', 'bank.test.yml');
    expect(code).toBe(1);
    expect(out).toContain('1. opening hours');
    expect(out).toContain('prompt contains "on Sunday"');
    expect(out).toContain('1 failed');
  });

  it('exits with 4 when a bot cannot be reached', async () => {
    await write('a.test.yml', configuration(), '- test: A\n- hello: hi');
    const { code, out } = await parley('run', '--url', 'http://127.0.0.1:1/');
    expect(code).toBe(4);
    expect(out).toContain('The bot refused the connection.');
  });

  it('finds in a folder for tests that is named what it finds in it from above', async () => {
    await write('tests/a.yml', configuration(), '- test: A\n- hello: welcome');
    await write('tests/more/b.yaml', configuration(), '- test: B\n- hello: welcome');
    await write('deploy/c.yml', 'no suite');
    for (const named of [[], ['tests/'], [join(folder, 'tests')]]) {
      expect(await parley('lint', ...named)).toMatchObject({
        code: 0,
        out: '2 suites with 2 tests, no errors\n',
      });
    }
    expect((await parley('run', 'tests/more')).out).toContain('1 passed');
    expect((await parley('run', 'deploy')).err).toContain('There are no suites in deploy.');
  });

  it('exits with 3 when a suite has errors, and runs nothing', async () => {
    await write('a.test.yml', configuration(), '- test: A\n- hello:\n  - prompt =~ "("');
    const { code, out, err } = await parley('run');
    expect(code).toBe(3);
    expect(out).toBe('');
    expect(err).toMatch(/^a\.test\.yml:\d+:\d+ error/);
  });

  it('exits with 2 when the command line cannot be understood, without a stack', async () => {
    await write('a.test.yml', configuration(), '- test: A\n- hello: welcome');
    const { code, err } = await parley('run', '--grep', 'nothing has this name');
    expect(err).toBe('No test matches.\n');
    expect(code).toBe(2);
  });

  it.each([
    [
      'of a suite at a time than it says',
      'concurrency: 2,',
      ['-w', '20', '--data', 'rows.json'],
      2,
    ],
    ['at a time than there are workers', '', ['-w', '2'], 2],
  ])('holds no more conversations %s', async (_, setting, args, most) => {
    const held = await holdOneTwoThree(setting, args, most);
    expect(held).toMatchObject({ code: 0, err: '', heldMost: most });
  });

  it('holds the conversations of a suite that takes 1 at a time in their order', async () => {
    const args = ['-w', '20', '--data', 'rows.json'];
    const held = await holdOneTwoThree('concurrency: 1,', args, 1);
    expect(held).toMatchObject({ code: 0, err: '', heldMost: 1 });
    expect(held.said).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
  });

  it('leaves out what passed in a report, unless it was edited, is new, or failed with another row', async () => {
    const tests = ['- test: A\n- hello: welcome', '- test: B\n- {{said}}: welcome'];
    await write('a.test.yml', configuration(), ...tests);
    await write('rows.json', '[{ "said": "hello" }, { "said": "quiet" }]');
    await write('one.json', '[{ "said": "hello" }]');
    const rerun = (...args: string[]) => parley('run', '--only-failed', 'out.json', ...args);

    expect((await parley('run', '--data', 'rows.json', '-r', 'json=out.json')).code).toBe(1);
    const failed = await rerun('--data', 'rows.json');
    expect([failed.code, failed.out]).toEqual([1, expect.not.stringContaining('› A')]);

    expect((await parley('run', '--data', 'one.json', '-r', 'json=out.json')).code).toBe(0);
    expect((await rerun('--data', 'one.json')).code).toBe(4);
    expect((await rerun('--data', 'one.json', '--pass-with-no-tests')).code).toBe(0);
    expect((await rerun('--data', 'rows.json')).out).toContain('[row 2]');

    await write(
      'a.test.yml',
      configuration(),
      '- test: A\n- hello: never',
      '- test: C\n- hello: welcome',
    );
    const edited = await rerun('--data', 'one.json');
    expect([edited.code, edited.out]).toEqual([1, expect.stringMatching(/› A[\s\S]*› C/)]);
    expect((await parley('run', '--only-failed', 'rows.json')).code).toBe(2);
  });

  it('runs what was only left out by another test before, once nothing leaves it out', async () => {
    const [first, second] = ['- test.only: A\n- hello: welcome', '- test: B\n- hello: never'];
    await write('a.test.yml', configuration(), first, second);
    expect((await parley('run', '-r', 'json=out.json')).code).toBe(0);
    const rerun = () => parley('run', '--only-failed', 'out.json', '--pass-with-no-tests');
    expect((await rerun()).code).toBe(0);
    await write('a.test.yml', configuration(), '- test: A\n- hello: welcome', second);
    expect((await rerun()).code).toBe(1);
  });

  it('runs once for each row of a table, columns being variables', async () => {
    await write(
      'a.test.yml',
      configuration(),
      '- test: Account\n- "{{account}} balance": "{{amount}}"',
    );
    await write(
      'rows.csv',
      '\ufeffname,account,amount\nfirst,checking,"$1,284.50"\nsecond,savings,$0\n'.trim(),
    );
    const { code, out } = await parley('run', '--data', 'rows.csv', '--workers', '1');
    expect(out).toContain('✓ a.test.yml [first] › Account');
    expect(out).toContain('✗ a.test.yml [second] › Account');
    expect(code).toBe(1);
  });

  it('tells rows of the same name apart, and makes one JUnit suite of them', async () => {
    await write('a.test.yml', configuration(), '- test: Account\n- "{{account}} balance": account');
    await write('rows.csv', 'name,account\nsame,checking\nsame,savings\n,checking');
    const args = ['run', '--data', 'rows.csv', '-r', 'list', '-r', 'junit=junit.xml'];
    const { out } = await parley(...args);
    for (const row of ['same', 'same (2)', 'row 3']) {
      expect(out).toContain(`a.test.yml [${row}] › Account`);
    }
    const xml = await readFile(join(folder, 'junit.xml'), 'utf8');
    expect(xml.match(/<testsuite [^>]*tests="3"/g)).toHaveLength(1);
    const cases = [...xml.matchAll(/<testcase name="([^"]+)" classname="a\.test\.yml"/g)];
    expect(cases.map(([, name]) => name)).toEqual([
      'Account [same]',
      'Account [same (2)]',
      'Account [row 3]',
    ]);
  });

  it('keeps what went over the wire in a folder where a step did not pass, without secrets', async () => {
    await write(
      'a.test.yml',
      `configuration: { channel: { kind: http, url: "${bot.url}", headers: { x-key: abcdefgh } } }`,
      '- test: A\n- opening hours: Monday to Friday\n- hello: never',
    );
    const { code, out } = await parley(
      'run',
      '--evidence',
      'shown',
      '-r',
      'list',
      '-r',
      'junit=r.xml',
    );
    expect(code).toBe(1);
    const [, path = ''] = /traffic: (shown\/traffic-[\w-]+\.txt)/.exec(out) ?? [];
    const traffic = await readFile(join(folder, path), 'utf8');
    expect(traffic).toContain(`> POST ${bot.url}`);
    expect(traffic).toContain('Status 200');
    expect(traffic).toContain('x-key: ***');
    expect(traffic).not.toContain('abcdefgh');
    expect(await readdir(join(folder, 'shown'))).toHaveLength(1);
    expect(await readFile(join(folder, 'r.xml'), 'utf8')).toContain(`[[ATTACHMENT|${path}]]`);
  });

  it('asks the judge as often as the environment says', async () => {
    let asked = 0;
    const judge = createHttpServer((_, response) => {
      asked += 1;
      const content = JSON.stringify({ holds: asked !== 2, reason: 'So it is.' });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
    await new Promise<void>((listening) => judge.listen(0, '127.0.0.1', listening));
    await write('a.test.yml', configuration(), '- test: A\n- hello:\n  - prompt =? greets');
    const { port } = judge.address() as AddressInfo;
    const variables = {
      PARLEY_JUDGE_URL: `http://127.0.0.1:${port}/v1`,
      PARLEY_JUDGE_VOTES: '2/3',
    };
    const { code } = await output(startIn(variables, 'run'));
    judge.close();
    expect(asked).toBe(3);
    expect(code).toBe(0);
  });

  it('writes reports for machines to files', async () => {
    await write(
      'a.test.yml',
      configuration(),
      '- test: "<A>"\n- hello: welcome',
      '- test: B\n- hello: never',
    );
    const { out } = await parley(
      'run',
      '-r',
      'github',
      '-r',
      'junit=junit.xml',
      '-r',
      'json=out.json',
    );
    expect(out).toMatch(/^::error file=a\.test\.yml,line=7,title=B::Step 1 \(hello\): Expected/);
    const junit = await readFile(join(folder, 'junit.xml'), 'utf8');
    expect(junit).toContain(
      '<testsuite name="a.test.yml" tests="2" failures="1" errors="0" skipped="0"',
    );
    expect(junit).toContain('<testcase name="&lt;A&gt;" classname="a.test.yml"');
    const { runs } = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8'));
    expect(runs[0]).toMatchObject({
      name: 'a.test.yml',
      status: 'failed',
      counts: { passed: 1, failed: 1 },
    });
  });

  it('says that a report cannot be written there, before anything is said to the bot', async () => {
    await write('a.test.yml', configuration(), '- test: A\n- hello: welcome');
    const { code, out, err } = await parley('run', '-r', 'list', '-r', 'junit=nowhere/junit.xml');
    expect(err).toMatch(/^The report nowhere\/junit\.xml can't be written: ENOENT: [^\n]*\n$/);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it.runIf(process.platform === 'linux')(
    'says that a report could not be written to its end, and exits with 4 unless a test failed',
    async () => {
      await write('a.test.yml', configuration(), '- test: A\n- hello: welcome');
      const full = await parley('run', '-r', 'list', '-r', 'junit=/dev/full');
      expect(full.err).toMatch(/^The report \/dev\/full can't be written: ENOSPC: [^\n]*\n$/);
      expect(full.out).toContain('1 passed');
      expect(full.code).toBe(4);
      await write('a.test.yml', configuration(), '- test: A\n- hello: never');
      expect(await parley('run', '-r', 'junit=/dev/full')).toMatchObject({ code: 1 });
    },
  );

  it('writes its other reports where nobody reads the screen to its end, and exits with 4', async () => {
    const tests = Array.from({ length: 30 }, (_, index) => `- test: T${index}\n- hello: welcome`);
    await write('a.test.yml', configuration(), ...tests);
    const child = start('run', '-w', '1', '-r', 'list', '-r', 'junit=junit.xml');
    child.stdout.once('data', () => child.stdout.destroy());
    const [[code], err] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    expect(err).toBe('');
    expect(code).toBe(4);
    expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('tests="30" failures="0"');
  });

  it.runIf(process.platform === 'linux')(
    'says that the screen could not be written to its end, and exits with 4 unless a test failed',
    async () => {
      const full = await open('/dev/full', 'w');
      for (const [expected, exitCode] of [
        ['welcome', 4],
        ['never', 1],
      ] as const) {
        await write('a.test.yml', configuration(), `- test: A\n- hello: ${expected}`);
        const child = spawn(process.execPath, [program, 'run'], {
          cwd: folder,
          stdio: ['ignore', full.fd, 'pipe'],
        });
        const { code, err } = await output(child);
        expect(err).toMatch(/^Standard output can't be written: ENOSPC: [^\n]*\n$/);
        expect(code).toBe(exitCode);
      }
      await full.close();
    },
  );

  it('annotates the line of the step that did not pass, in the file also of a row', async () => {
    await write(
      'a.test.yml',
      configuration(),
      '# twice\n- test: A\n- hello: welcome\n- hello:\n  - prompt: never\n- hello: welcome',
      '- test: B\n- hello: welcome',
    );
    await write('rows.json', '[{ "who": "Ada" }]');
    const { out } = await parley('run', '-r', 'github', '--data', 'rows.json');
    expect(out.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^::error file=a\.test\.yml,line=6,title=A::Step 2 \(hello\): Expected/,
      ),
    ]);
  });

  it('annotates the line in the block that a test uses, and names the use', async () => {
    await write(
      'a.test.yml',
      configuration().replace('{ channel', '{ syntax: 2, channel'),
      '- test: A\n- hello: welcome\n- $USE greet: { who: me }',
      '- block: greet\n- parameters: [who]\n- hello: welcome\n- hello {{who}}:\n  - prompt: never',
    );
    const { out } = await parley('run', '-r', 'github');
    const text = await readFile(join(folder, 'a.test.yml'), 'utf8');
    const line = text.split('\n').indexOf('- hello {{who}}:') + 1;
    expect(out).toContain(
      `::error file=a.test.yml,line=${line},title=A::Step 3 (hello me; step 2 of the block "greet", used in step 2): Expected`,
    );
    const list = await parley('run', '-r', 'list');
    expect(list.out).toContain('step 2 of the block "greet", used in step 2');
  });

  it('judges a report again by edited expectations, without the bot', async () => {
    const at = (expected: string) => `- test: Hours\n- opening hours: ${expected}`;
    await write('a.test.yml', configuration(), at('on Sunday'));
    expect((await parley('run', '-r', 'json=out.json')).code).toBe(1);
    const nobody = 'configuration: { channel: { kind: http, url: "http://127.0.0.1:1/" } }';
    await write('a.test.yml', nobody, at('Monday to Friday'));
    const again = await parley('run', '--recorded', 'out.json');
    expect(again.out).toContain('✓ a.test.yml › Hours');
    expect(again.code).toBe(0);
    await write('a.test.yml', nobody, '- test: Hours\n- when: Monday to Friday');
    const other = await parley('run', '--recorded', 'out.json');
    expect(other.out).toContain('In the stored conversation, something else was said here.');
    expect(other.code).toBe(4);
    const ofAnotherName = '- test: Opening\n- opening hours: Monday to Friday';
    await write('a.test.yml', nobody, ofAnotherName, '- test.skip: Later\n- hello: Welcome');
    const renamed = await parley('run', '--recorded', 'out.json');
    expect(renamed.out).toContain('The stored conversation ended before this step did.');
    expect(renamed.out).toContain('1 error');
    expect(renamed.code).toBe(4);
    await write('wrong.json', '{"runs": [{"name": 5}]}');
    expect(await parley('run', '--recorded', 'wrong.json')).toMatchObject({
      code: 2,
      err: 'wrong.json is not a report of "parley run --reporter json".\n',
    });
    expect((await parley('run', '--recorded', 'out.json', '--retries', '1')).code).toBe(2);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends the conversations at %s, reports, and exits with 130',
    async (signal) => {
      const silentBot = createServer().listen(0, '127.0.0.1');
      await once(silentBot, 'listening');
      const url = `http://127.0.0.1:${(silentBot.address() as AddressInfo).port}/`;
      await write('a.test.yml', configuration(), '- test: A\n- hello: welcome');
      const child = start('run', '-r', 'json', '--url', url);
      const result = output(child);
      await once(silentBot, 'connection');
      child.kill(signal);
      const { code, out } = await result;
      silentBot.close();
      expect(code).toBe(130);
      expect(JSON.parse(out).runs[0]).toMatchObject({ status: 'cancelled' });
    },
  );

  it('says why no spans can be received', async () => {
    await write('a.test.yml', configuration(), '- test: A\n- hello');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await parley('run', 'a.test.yml', '--otlp-port', `${port}`);
    taken.close();
    expect(err).toContain(`Spans can't be received at port ${port}: another program uses it.`);
    expect(code).toBe(2);
  });
});

describe('parley otel check', () => {
  const idOf = (number: number) => number.toString(16).padStart(16, '0');
  const attributesOf = (attributes: Record<string, string>) =>
    Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const call = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'refund_order',
    'gen_ai.tool.call.arguments': '{}',
    'gen_ai.tool.call.result': '"done"',
  };

  /** Checks an agent that exports one tool span after it has replied. */
  async function checkAgent(attributes: Record<string, string>) {
    const port = await freePort();
    const agent = createHttpServer((request, response) => {
      request.resume();
      const [, traceId, parent] = String(request.headers.traceparent).split('-');
      const span = (number: number, parentSpanId: string | undefined, own = {}) => ({
        ...{ traceId, spanId: idOf(number), parentSpanId, name: 'step' },
        startTimeUnixNano: '1790000000000000000',
        endTimeUnixNano: '1790000000100000000',
        attributes: attributesOf(own),
      });
      response.end(JSON.stringify({ text: 'Refunded.' }));
      const body = JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: attributesOf({ 'service.name': 'support-agent' }) },
            scopeSpans: [{ spans: [span(1, parent), span(2, idOf(1), attributes)] }],
          },
        ],
      });
      const headers = { 'content-type': 'application/json' };
      fetch(`http://127.0.0.1:${port}/v1/traces`, { method: 'POST', headers, body }).catch(
        () => {},
      );
    }).listen(0, '127.0.0.1');
    await once(agent, 'listening');
    const url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`;
    await write(
      'agent.test.yml',
      `configuration: { syntax: 2, channel: { kind: http, url: "${url}" }, evidence: { sources: [support-agent] } }`,
      '- test: Refunds\n- Refund order 7: never said\n- test: Second\n- hello: x',
    );
    const result = await parley(
      ...['otel', 'check', 'agent.test.yml', '--otlp-port', `${port}`, '--wait', '1'],
    );
    agent.close();
    return result;
  }

  it('finds nothing where the spans are evidence, whatever the verdict', async () => {
    const { code, out, err } = await checkAgent(call);
    expect(err).toBe('');
    expect(out.split('\n').map((line) => line.slice(0, 16).trim())).toEqual([
      ...['✓ exporter', '✓ protocol', '✓ service name', '✓ propagation', '✓ sampling'],
      ...['✓ tools', '✓ content', ''],
    ]);
    expect(code).toBe(0);
  });

  it('names what is missing, and what to do', async () => {
    const { code, out } = await checkAgent({ 'http.request.method': 'GET' });
    expect(out).toContain('✗ tools         Spans show requests, and no agent or tool.');
    expect(out).toContain('@ai-sdk/otel');
    expect(code).toBe(4);
  });

  it('takes one suite, waits five minutes at most, and knows no other command', async () => {
    expect(await parley('otel', 'check')).toMatchObject({ code: 2 });
    expect(await parley('otel', 'chekc', 'a.test.yml')).toMatchObject({
      code: 2,
      err: 'There is no command "otel chekc". See parley otel --help.\n',
    });
    const { err } = await parley('otel', 'check', 'a.test.yml', '--wait', '301');
    expect(err).toBe('--wait is a whole number from 1 to 300, not "301".\n');
    expect((await parley('otel', '--help')).out).toContain('parley otel check <file>');
  });
});

describe('parley run <suite id>', () => {
  /** Runs a suite on a server that responds with `answer`. */
  async function runOn(answer: RequestListener) {
    const server = createHttpServer(answer);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const PARLEY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ended = await output(startIn({ PARLEY_URL, PARLEY_API_KEY: 'key' }, 'run', 'x'));
    server.closeAllConnections();
    server.close();
    return ended;
  }

  it('says that a server whose answers are pages is none of Parley, and exits with 2', async () => {
    const ended = await runOn((_, response) => response.end('<html>Sign in</html>'));
    expect(ended.err).toMatch(/^http:\S+\/api\/v1 is not a Parley server\.\n$/);
    expect(ended.code).toBe(2);
  });

  it('asks again where an answer breaks off', async () => {
    let asked = 0;
    const at = Date.now();
    const events = [
      { type: 'run.started', at, tests: [{ name: 'A', mode: 'run', steps: [] }] },
      { type: 'test.finished', at, test: 0, attempt: 1, outcome: 'passed' },
      { type: 'run.finished', at, status: 'passed' },
    ].map((event, index) => ({ seq: index + 1, event }));
    const ended = await runOn(({ method, url = '' }, response) => {
      const isOfEvents = url.includes('/events');
      const body = isOfEvents
        ? { events, isComplete: true }
        : method === 'POST'
          ? { id: 'r', suiteName: 'Bank' }
          : { name: 'Bank', source: '' };
      const text = JSON.stringify(body);
      response.setHeader('content-length', text.length);
      if (isOfEvents) asked += 1;
      if (isOfEvents && asked === 1)
        response.write(text.slice(0, 20), () => setTimeout(() => response.destroy(), 50));
      else response.end(text);
    });
    expect(ended.err).toMatch(/^Bank: http:\S+\/history\/testruns\/r\n$/);
    expect(ended.out).toContain('1 passed');
    expect(ended.code).toBe(0);
  });
});

describe('parley lint', () => {
  it('says where something is wrong and exits with 3', async () => {
    await write('a.test.yml', configuration(), '- test: A\n- hello:\n  - promt =~ "("');
    const { code, out } = await parley('lint');
    expect(out).toMatch(/^a\.test\.yml:5:\d+ error /);
    expect(out).toContain('1 suite with 1 test, 1 with errors');
    expect(code).toBe(3);
  });
});

describe('testing.json', () => {
  it('is read above the suites, which win, and lint names what is of no use', async () => {
    const settings = { type: 'e2e', platform: 'webchat', findReplace: { HOURS: 'opening hours' } };
    await write('testing.json', JSON.stringify({ ...settings, stt: 'witai', lenientMode: true }));
    const test = '- test: Hours\n- HOURS: Monday, to Friday';
    await write('test/a.yml', configuration(), test);
    expect((await parley('run')).code).toBe(0);
    await write('test/a.yml', configuration().replace(' }', ' }, lenient: false'), test);
    expect((await parley('run')).code).toBe(1);
    const { code, out } = await parley('lint');
    expect(out).toContain('testing.json warning stt: "witai": Parley does not use it.');
    expect(code).toBe(0);
  });

  it('says where the bot is, and lint says what of that it could not take over', async () => {
    const settings = { locale: 'en-US', platform: 'phone', phoneNumber: '8004337300' };
    await write('testing.json', JSON.stringify(settings));
    await write('test/a.yml', '- test: Call\n- $DIAL: welcome');
    expect((await parley('lint')).out).not.toContain('phoneNumber');
    // The command line cannot place calls here.
    const { out } = await parley('run');
    expect(out).toContain('Calls cannot be placed from here.');
    expect(out).toContain('parley run <suite id> --server <address>');
    await write('testing.json', JSON.stringify({ url: 'https://shop.example/' }));
    expect((await parley('lint')).out).toContain(
      'testing.json warning url: "https://shop.example/": It does not specify a channel',
    );
  });

  it('is read above suites beside the current folder, never in that folder', async () => {
    await write('ci/testing.json', '{ "stt": "witai" }');
    await write('bots/test/a.yml', configuration(), '- test: A\n- hello: welcome');
    const lint = async () => (await output(startAt('ci', {}, 'lint', '../bots'))).out;
    expect(await lint()).toBe('1 suite with 1 test, no errors\n');
    await write('bots/testing.json', '{ "stt": "google" }');
    expect(await lint()).toContain('../bots/testing.json warning stt: "google": ');
  });
});

describe('parley import and export', () => {
  it('makes a suite of BotScript, and says what could not be carried and why', async () => {
    await write('old/hello.convo.txt', 'Hello\n\n#me\nHi\n\n#bot\nWELCOMES\n\n#bot\nPAUSE_X 3 x\n');
    await write('old/welcome.utterances.txt', 'WELCOMES\nwelcome\nhello there\n');
    await write('old/readme.txt', 'Read me');
    const { code, err } = await parley('import', 'old', '-o', 'hello.test.yml');
    expect(err).toContain('1 test with ');
    expect(err).toContain('old/readme.txt: Only .convo.txt');
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'hello.test.yml'), 'utf8')).toContain('hello there');
    expect((await parley('lint', 'hello.test.yml')).code).toBe(0);
    const again = await parley('import', 'old', '-o', 'hello.test.yml');
    expect(again).toMatchObject({ code: 2 });
    expect(again.err).toContain('already exists');
  });

  it('refuses what it does not know', async () => {
    await write('a.txt', 'Hello');
    expect(await parley('import', 'a.txt')).toMatchObject({ code: 2, out: '' });
    expect((await parley('import')).err).toBe('Name the files to import.\n');
  });

  it('takes tests to Rasa and back', async () => {
    await write('a.test.yml', configuration(), '- test: Hours\n- opening hours: Monday to Friday');
    const exported = await parley('export', 'a.test.yml', '--to', 'rasa', '-o', 'rasa.yml');
    expect(exported).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'rasa.yml'), 'utf8')).toContain('test_case: Hours');
    const { code, out } = await parley('import', 'rasa.yml');
    expect(code).toBe(0);
    expect(out).toContain('opening hours');
  });

  it('writes BotScript into a folder and overwrites only when told to', async () => {
    await write('a.test.yml', configuration(), '- test: Hours\n- opening hours: Monday to Friday');
    const to = ['export', 'a.test.yml', '--to', 'botscript', '-o', 'scripts'];
    expect((await parley(...to)).code).toBe(0);
    const script = join(folder, 'scripts/Hours.convo.txt');
    expect(await readFile(script, 'utf8')).toContain('#me\nopening hours');
    expect((await parley(...to)).code).toBe(2);
    expect((await parley(...to, '--force')).code).toBe(0);
    expect(await parley('export', 'a.test.yml', '--to', 'excel')).toMatchObject({
      code: 2,
      err: '--to is botscript or rasa.\n',
    });
  });
});

describe('parley init', () => {
  it('writes a suite that has no problems and never overwrites it', async () => {
    expect((await parley('init')).code).toBe(0);
    expect(await parley('lint')).toMatchObject({
      code: 0,
      out: '1 suite with 2 tests, no errors\n',
    });
    const again = await parley('init');
    expect(again.code).toBe(2);
    expect(again.err).toContain('already exists; nothing was changed.');
  });
});

describe('parley', () => {
  it('says what cannot be read, written or made, and exits with 2', async () => {
    await write('a.test.yml', configuration(), '- test: A\n- hello: welcome');
    await write('rows/row.json', '[]');
    await mkdir(join(folder, 'linked'));
    await symlink('nowhere', join(folder, 'linked/b.test.yml'));
    const toBotScript = ['export', 'a.test.yml', '--to', 'botscript', '-o', 'a.test.yml'];
    for (const [args, said] of [
      [['lint', 'linked'], 'There is no file "linked/b.test.yml".'],
      [['import', 'linked'], 'There is no file "linked/b.test.yml".'],
      [['run', 'a.test.yml', '--data', 'rows'], /^rows can't be read: EISDIR: /],
      [['run', 'a.test.yml', '--recorded', 'rows'], /^rows can't be read: EISDIR: /],
      [['init', 'a.test.yml'], /^ENOTDIR: .* mkdir 'a\.test\.yml\/tests'/],
      [toBotScript, /^EEXIST: .* mkdir 'a\.test\.yml'/],
    ] as const) {
      const { code, out, err } = await parley(...args);
      expect(err).toEqual(expect.stringMatching(said));
      expect(err.trim().split('\n')).toHaveLength(1);
      expect([code, out]).toEqual([2, '']);
    }
  });

  it('takes no folder for a suite, whatever it is called', async () => {
    await write('a.test.yml/b.test.yml', configuration(), '- test: A\n- hello: welcome');
    expect(await parley('lint')).toMatchObject({ code: 0, err: '' });
    expect((await parley('import', '.')).err).toContain('There are no BotScript or Rasa tests');
  });

  it('explains itself', async () => {
    const { code, out } = await parley();
    expect(out).toContain('parley run [files]');
    expect(code).toBe(0);
    expect((await parley('run', '--help')).out).toContain('--shard <part>/<of>');
  });

  it('says that a command does not exist', async () => {
    expect(await parley('fly')).toMatchObject({
      code: 2,
      err: 'There is no command "fly". See parley --help.\n',
    });
  });
});
