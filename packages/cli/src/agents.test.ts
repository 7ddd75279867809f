/** Tests suites in files that name an agent. */
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
const called: string[] = [];

beforeAll(async () => {
  bot = createServer(async (request, response) => {
    await json(request);
    called.push(`${request.url}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ text: 'hello' }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}`;
});
afterAll(() => bot.close());
beforeEach(async () => {
  called.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'parley-agents-'));
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

const agent = (name: string, { version = '1.0', path = name.toLowerCase(), more = '' } = {}) =>
  `agent: ${name}\nversion: "${version}"\nchannel: { kind: http, url: "${url}/${path}" }\n${more}`;

const naming = (name: string, test = '- hi: hello\n') =>
  `configuration:\n  syntax: 2\n  agent: ${name}\n---\n- test: A\n${test}`;

it('suites name agents of the files in their folder and above, of which the nearest is used', async () => {
  await write('tests/agents.yml', `${agent('Support')}---\n${agent('Sales')}`);
  await write('tests/area/agents.yml', agent('Sales', { path: 'near' }));
  await write('tests/area/a.test.yml', naming('Support'));
  await write('tests/area/b.test.yml', naming('Sales'));
  const run = await parley('run', 'tests');
  expect([run.code, run.err]).toEqual([0, '']);
  expect(called.toSorted()).toEqual(['/near', '/support']);
  const lint = await parley('lint', 'tests');
  expect(lint).toMatchObject({ code: 0, out: expect.stringContaining('2 suites with 2 tests') });
});

it('an unknown agent, and a broken file of agents, are errors before anything is sent', async () => {
  await write('a.test.yml', naming('Support'));
  const unknown = await parley('run');
  expect(unknown.code).toBe(3);
  expect(unknown.err).toContain('a.test.yml:3:3 error There is no agent "Support".');
  await write('agents.yml', `${agent('Support')}---\nagent: Sales\nchannel: { kind: none }\n`);
  const broken = await parley('run');
  expect(broken.code).toBe(3);
  expect(broken.err).toContain(
    'The file agents.yml, whose agents this suite may name, has an error',
  );
  expect(called).toEqual([]);
});

it('a suite that is only called agents.yml is run', async () => {
  await write(
    'tests/agents.yml',
    `configuration:\n  syntax: 2\n  channel: { kind: http, url: "${url}/own" }\n---\n- test: A\n- hi: hello\n`,
  );
  expect((await parley('run', 'tests')).code).toBe(0);
  expect(called).toEqual(['/own']);
});

it('a test that passed against an earlier version or address of the agent is not settled', async () => {
  await write('agents.yml', agent('Support'));
  await write('a.test.yml', naming('Support'));
  expect((await parley('run', '--reporter', 'json=old.json')).code).toBe(0);
  const report = JSON.parse(await readFile(join(folder, 'old.json'), 'utf8'));
  expect(report.runs[0].agent).toMatchObject({ name: 'Support', version: '1.0' });
  const again = () => parley('run', '--only-failed', 'old.json');
  await again();
  expect(called).toHaveLength(1);
  await write('agents.yml', agent('Support', { version: '1.1' }));
  await again();
  expect(called).toHaveLength(2);
  await write('agents.yml', agent('Support', { path: 'elsewhere' }));
  await again();
  expect(called).toEqual(['/support', '/support', '/elsewhere']);
});

it('a report is re-evaluated with the evidence sources that its agent had', async () => {
  const more = 'evidence: { sources: [support-agent], settle: 50ms, timeout: 100ms }\n';
  await write('agents.yml', agent('Support', { more }));
  await write('a.test.yml', naming('Support', '- hi:\n  - tool refund_order: never\n'));
  const first = await parley('run', '--reporter', 'json=old.json');
  expect(first.code).not.toBe(0);
  await write('agents.yml', `${agent('Support')}---\n${agent('Sales')}`);
  expect((await parley('run', '--recorded', 'old.json')).code).not.toBe(0);
  await write('a.test.yml', naming('Sales'));
  const other = await parley('run', '--recorded', 'old.json');
  expect(other.err).toContain('tested the agent "Support", and the suite names "Sales"');
});

it('a gate names the versions of the agent that it compares', async () => {
  await write('agents.yml', agent('Support'));
  await write('a.test.yml', naming('Support'));
  await parley('run', '--reporter', 'json=old.json');
  await write('agents.yml', agent('Support', { version: '1.1' }));
  await parley('run', '--reporter', 'json=new.json');
  const gate = await parley('gate', 'new.json', '--baseline', 'old.json');
  expect(gate.out).toContain('version "1.0" of the agent "Support" in the baseline, version "1.1"');
});
