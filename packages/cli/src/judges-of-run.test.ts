/** Judges with a name in runs without a server. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { program } from './testing/program.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(async () => {
  asked.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'parley-judges-'));
  return () => rm(folder, { recursive: true });
});

const asked: { model: string; rules: string }[] = [];

/** The bot, and judges: the model `strict-model` finds that nothing holds. */
const bot = createServer(async (request, response) => {
  const body = (await json(request)) as { model?: string; messages?: { content: string }[] };
  response.setHeader('content-type', 'application/json');
  if (body.model === undefined) return response.end(JSON.stringify({ text: 'We are closed.' }));
  asked.push({ model: body.model, rules: body.messages?.[0]?.content ?? '' });
  const holds = body.model !== 'strict-model';
  const content = JSON.stringify({ holds, reason: 'So it is.' });
  response.end(JSON.stringify({ model: body.model, choices: [{ message: { content } }] }));
}) as Server;
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}`;
});
afterAll(() => bot.close());

async function run(files: Record<string, string>, ...args: string[]) {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PARLEY_JUDGE_URL: `${url}/v1`,
      PARLEY_JUDGE_MODEL: 'lax',
    },
  });
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.on('close', done)),
  ]);
  return { out, errors, code };
}

const suite = (judge: string, repeat = '') => `configuration:
  syntax: 2
  channel: { kind: http, url: "${url}/" }
  ${judge}
  ${repeat}
---
- test: Closed
- Are you open?:
  - prompt =? says that it is closed
`;

const config = `judges:
  - name: strict
    model: strict-model
    rubric: Never trust a bot.
    votes: 3
  - name: tone
`;

describe('parley run without a server', () => {
  it('asks the judge of parley.config.yml that a suite names, with its model, rules and votes', async () => {
    const files = {
      'named.yml': suite('judge: strict'),
      'lax.yml': suite(''),
      'parley.config.yml': config,
    };
    const named = await run(files, 'run', 'named.yml');
    expect(named).toMatchObject({ code: 1, errors: '' });
    expect(asked.map(({ model }) => model)).toEqual([
      'strict-model',
      'strict-model',
      'strict-model',
    ]);
    expect(asked[0]?.rules).toContain('Rules of this project:\nNever trust a bot.');
    asked.length = 0;
    expect(await run(files, 'run', 'lax.yml')).toMatchObject({ code: 0 });
    expect(asked.map(({ model }) => model)).toEqual(['lax']);
  });

  it('asks no other judge if none has the name, and says which names there are', async () => {
    const unknown = { 'named.yml': suite('judge: stricter') };
    const none = await run(unknown, 'run', 'named.yml');
    expect(none.code).toBe(4);
    expect(none.out).toContain('There is no judge named “stricter” here.');
    expect(none.out).toContain('Add it under judges in parley.config.yml');
    const others = await run({ ...unknown, 'parley.config.yml': config }, 'run', 'named.yml');
    expect(others.code).toBe(4);
    expect(others.out).toContain('which has strict, tone');
    expect(asked).toEqual([]);
  });

  it.each([
    ['judges: [{ name: default }]', 'judges[0].name begins with a letter'],
    ['judges: [{ name: strict, votes: 10 }]', 'judges[0].votes is a whole number from 1 to 9.'],
    [
      'judges: [{ name: strict, votes: 2, needed: 3 }]',
      'the judge "strict" needs 3 votes, but is asked for 2.',
    ],
    ['judges: [{ name: strict }, { name: Strict }]', 'judges names "Strict" twice.'],
    ['judges: [{ name: strict, modle: x }]', 'judges[0] has no key "modle"'],
  ])('refuses %s before it contacts a bot', async (written, message) => {
    const files = { 'named.yml': suite('judge: strict'), 'parley.config.yml': `${written}\n` };
    const { code, errors } = await run(files, 'run', 'named.yml');
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(asked).toEqual([]);
  });

  it('leaves a gate on the verdicts of a named judge undecided, because it has no license', async () => {
    const files = {
      'tone.yml': suite('judge: tone', 'repeat: { tries: 8 }'),
      'parley.config.yml': config,
    };
    for (const report of ['before.json', 'after.json'])
      expect(await run(files, 'run', 'tone.yml', '-r', `json=${report}`)).toMatchObject({
        errors: '',
      });
    const compared = [
      'gate',
      'after.json',
      '--baseline',
      'before.json',
      '--rule',
      'pass rate no worse by 50 points',
    ];
    const gate = await run({}, ...compared);
    expect(gate.code).toBe(5);
    const doubt = /“tone”: its error rate was not measured/;
    expect(gate.out).toMatch(doubt);
    expect((await run({}, ...compared, '--judges', 'trust')).out).not.toMatch(doubt);
  });
});
