/** Tests suites in files that share blocks through a library. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { program } from './testing/program.ts';

let bot: Server;
let url: string;
let folder: string;
const said: string[] = [];

beforeAll(async () => {
  bot = createServer(async (request, response) => {
    const { text: message } = (await json(request)) as { text: string };
    said.push(message);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ text: message.replace('I am', 'Welcome') }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}`;
});
afterAll(() => bot.close());
beforeEach(async () => {
  said.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'parley-library-'));
  return () => rm(folder, { recursive: true });
});

async function parley(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

async function write(path: string, content: string) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

const suite = (tests: string) =>
  `configuration:\n  syntax: 2\n  channel: { kind: http, url: "${url}" }\n---\n${tests}`;

const uses = () =>
  suite('- test: A\n- $USE log in: { user: anna }\n---\n- test: B\n- hello: hello\n');

const library = '- block: log in\n- parameters: [user]\n- I am {{user}}: Welcome {{user}}\n';

it('suites use the library in their folder or above, and results name both places', async () => {
  await write('tests/blocks.yml', library);
  await write('tests/area/a.test.yml', uses());
  const passed = await parley('run');
  expect([passed.code, passed.err]).toEqual([0, '']);
  expect(said.toSorted()).toEqual(['I am anna', 'hello']);
  expect(await parley('lint')).toMatchObject({
    code: 0,
    out: '1 suite with 2 tests and 1 library, no errors\n',
  });

  await write('tests/blocks.yml', library.replace(': Welcome', ': Go away'));
  const failed = await parley('run', '-r', 'list', '-r', 'junit=j.xml', '-r', 'github');
  expect(failed.code).toBe(1);
  expect(failed.out).toContain('step 1 of the library block "log in", used in step 1');
  // The place of the use, because the block is in another file.
  expect(failed.out).toMatch(/::error file=tests\/area\/a\.test\.yml,line=6/);
  expect(await readFile(join(folder, 'j.xml'), 'utf8')).toContain(
    'step 1 of the library block &quot;log in&quot;, used in step 1',
  );
});

it('the nearest library counts, and none above it', async () => {
  await write('blocks.yml', library.replace('I am', 'Wrong'));
  await write('tests/blocks.yml', library);
  await write('tests/a.test.yml', uses());
  expect((await parley('run')).code).toBe(0);
  await write('tests/blocks.yml', '- block: other\n- bye: bye\n');
  expect(await parley('run')).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('There is no block "log in" in this suite.'),
  });
});

it('a removed or broken block is an error before anything is said', async () => {
  await write('a.test.yml', uses());
  await write('b.test.yml', suite('- test: C\n- hello: hello\n'));
  for (const broken of [undefined, library.replace('log in', 'sign in'), '- block: log in\n']) {
    if (broken !== undefined) await write('blocks.yml', broken);
    const { code, err } = await parley('run');
    expect(code).toBe(3);
    expect(err).toMatch(/a\.test\.yml:\d+:\d+ error/);
    expect(said).toEqual([]);
  }
  const lint = await parley('lint', 'blocks.yml');
  expect(lint).toMatchObject({ code: 3, out: expect.stringContaining('blocks.yml:1:3 error') });
  // Suites that use none of it are not affected.
  expect((await parley('run', 'b.test.yml')).code).toBe(0);
  expect((await parley('run', 'blocks.yml')).err).toContain('is a library of blocks');
});

it('--only-failed runs a test again whose block was edited, and no other', async () => {
  await write('blocks.yml', `${library}---\n- block: bye\n- bye: bye\n`);
  await write('a.test.yml', uses());
  expect((await parley('run', '-r', 'json=out.json')).code).toBe(0);
  const rerun = () => parley('run', '--only-failed', 'out.json', '--pass-with-no-tests');
  said.length = 0;
  expect((await rerun()).code).toBe(0);
  await write('blocks.yml', `${library}---\n- block: bye\n- bye: good bye\n`);
  expect((await rerun()).code).toBe(0);
  expect(said).toEqual([]);
  await write('blocks.yml', library.replace('Welcome', 'Go away'));
  expect((await rerun()).code).toBe(1);
  expect(said).toEqual(['I am anna']);
});

it('a recorded run is evaluated with the library of today', async () => {
  await write('blocks.yml', library);
  await write('a.test.yml', uses());
  expect((await parley('run', '-r', 'json=out.json')).code).toBe(0);
  await write('blocks.yml', library.replace(': Welcome', ': Go away'));
  expect((await parley('run', '--recorded', 'out.json')).code).toBe(1);
  await write('blocks.yml', library.replace('I am', 'Here is'));
  // The run said something else, which proves nothing.
  expect((await parley('run', '--recorded', 'out.json')).code).not.toBe(0);
});

it('a suite that is only called blocks.yml stays a suite', async () => {
  await write('tests/blocks.yml', suite('- test: C\n- hello: hello\n'));
  expect((await parley('run')).code).toBe(0);
  expect(said).toEqual(['hello']);
});

it.each([
  ['says "block"', '- test: C\n- hello: never\n- block: never\n'],
  ['has blocks of its own', '- test: C\n- hello: never\n---\n- block: log in\n- hi\n'],
])(
  'a suite called blocks.yml that %s runs, even if its settings are elsewhere',
  async (_, tests) => {
    await write('tests/testing.json', JSON.stringify({ channel: { kind: 'http', url } }));
    await write('tests/blocks.yml', tests);
    await write('tests/b.test.yml', '- test: D\n- hello: hello\n');
    expect((await parley('run')).code).not.toBe(0);
  },
);
