/** The cost of runs, gate rules about it, and the limit that ends runs. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
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
  folder = await mkdtemp(join(tmpdir(), 'parley-cost-'));
  return () => rm(folder, { recursive: true });
});

/** A model that reports its tokens: `/?output=500&model=big`. */
const model = createServer(async (request, response) => {
  await json(request);
  const asked = new URL(request.url ?? '/', 'http://model').searchParams;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'c1',
      model: asked.get('model') ?? 'small',
      choices: [{ message: { role: 'assistant', content: 'From nine to five.' } }],
      usage: {
        prompt_tokens: 1_000,
        completion_tokens: Number(asked.get('output') ?? 100),
        prompt_tokens_details: { cached_tokens: 0 },
      },
    }),
  );
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => model.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
});
afterAll(() => model.close());

async function parley(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/** One conversation costs 0.002: 1,000 input tokens at 1 per million, and 100 output tokens at 10 per million. */
const prices = 'prices: { currency: USD, models: { small: { input: 1, output: 10 } } }, ';
const suite = (count: number, configuration = prices) =>
  [
    `configuration: { syntax: 2, ${configuration}channel: { kind: openai, model: small, url: "${url}/?a=1" } }`,
    ...Array.from(
      { length: count },
      (_, at) => `- test: Topic ${at}\n- Topic ${at}?: nine to five`,
    ),
  ].join('\n---\n');
const write = (...of: Parameters<typeof suite>) =>
  writeFile(join(folder, 'a.test.yml'), suite(...of));

describe('parley run', () => {
  it('says what the models cost, in the report too', async () => {
    await write(3);
    const run = await parley('run', 'a.test.yml', '-r', 'list', '-r', 'json=a.json');
    expect(run.code).toBe(0);
    expect(run.out).toContain(
      'Cost of models: 0.006 USD for 3 conversations, 0.002 USD each on average',
    );
    const { runs } = JSON.parse(await readFile(join(folder, 'a.json'), 'utf8'));
    expect(runs[0].cost).toEqual({
      least: 0.006,
      most: 0.006,
      currency: 'USD',
      conversations: 3,
      unknownTurns: 0,
    });
    expect(runs[0].tests[0].steps[0].reply.tools.tokens.cost).toEqual({
      least: 0.002,
      most: 0.002,
      currency: 'USD',
      prices: [{ model: 'small', input: 1, output: 10 }],
    });
  });

  it('never says 0 of a model without a price', async () => {
    await write(2);
    const run = await parley(
      'run',
      'a.test.yml',
      '--url',
      `${url}/?model=big`,
      '-r',
      'list',
      '-r',
      'json=a.json',
    );
    expect(run.out).toContain(
      'Cost of models: an unknown cost for 2 conversations (2 of 2 turns not known: The model "big" has no price: add it under prices.)',
    );
    const { runs } = JSON.parse(await readFile(join(folder, 'a.json'), 'utf8'));
    expect(runs[0].cost).toMatchObject({ least: 0, most: null, unknownTurns: 2 });
  });

  it('re-evaluates a recorded run by other prices', async () => {
    await write(2);
    await parley('run', 'a.test.yml', '-r', 'json=a.json');
    await write(2, 'prices: { currency: EUR, models: { small: { input: 2, output: 20 } } }, ');
    const again = await parley('run', 'a.test.yml', '--recorded', 'a.json');
    expect(again.out).toContain('Cost of models: 0.008 EUR for 2 conversations');
  });
});

describe('--max-cost', () => {
  it('stops the runs once their models cost as much', async () => {
    await write(30);
    const stopped = await parley('run', 'a.test.yml', '-w', '1', '--max-cost', '0.01');
    expect(stopped.code).toBe(5);
    // No option lets tests pass that never ran.
    const limited = ['run', 'a.test.yml', '-w', '1', '--max-cost', '0.01'];
    expect((await parley(...limited, '--undecided', 'pass')).code).toBe(5);
    expect((await parley(...limited, '--undecided', 'fail')).code).toBe(1);
    expect(stopped.err).toContain('The runs were stopped: their models cost 0.01 USD or more.');
    expect(stopped.out).toMatch(/5 passed/);
    expect((await parley('run', 'a.test.yml', '--max-cost', '0.0601')).code).toBe(0);
  });

  it('says that it cannot count what has no price', async () => {
    await write(2);
    const run = await parley('run', 'a.test.yml', '--url', `${url}/?model=big`, '--max-cost', '1');
    expect(run).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^--max-cost counts only .*"big" has no price.*\n$/),
    });
  });

  it.each([
    ['0', /above 0/],
    ['cheap', /above 0/],
    ['1e3', /above 0/],
    ['-1', /above 0|argument/],
  ])('refuses %s', async (amount, says) => {
    await write(1);
    expect(await parley('run', 'a.test.yml', `--max-cost=${amount}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(says),
    });
  });

  it('refuses suites without prices, since nothing would ever stop them', async () => {
    await write(1, '');
    expect(await parley('run', 'a.test.yml', '--max-cost', '1')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs prices, and a\.test\.yml has none/),
    });
  });

  it('leaves a gate undecided that it stops', async () => {
    await write(20);
    const gate = await parley(
      ...['gate', 'a.test.yml', '--url', `${url}/?v=2`, '--baseline-url', `${url}/?v=1`],
      ...['--max-cost', '0.01', '--preset', 'pull-request'],
    );
    expect(gate).toMatchObject({ code: 5, err: expect.stringMatching(/were stopped/) });
  });
});

describe('parley gate', () => {
  it('passes a version within its budget, blocks a dearer one, and passes none without prices', async () => {
    const rule = ['--rule', 'tries within 0.0025 USD no worse by 5 points'];
    const report = (file: string, path: string) =>
      parley(
        'run',
        'a.test.yml',
        '--url',
        `${url}/?${path}`,
        '-w',
        '20',
        '--repeat',
        'tries=5',
        '-r',
        `json=${file}`,
      );
    const judge = (file: string) => parley('gate', file, '--baseline', 'main.json', ...rule);
    await write(50);
    await report('main.json', 'v=1');
    await report('same.json', 'v=2');
    await report('dear.json', 'v=3&output=200');
    await report('unknown.json', 'v=4&model=big');
    expect((await judge('same.json')).code).toBe(0);
    expect(await judge('dear.json')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/tries within 0\.0025 USD no worse by 5 points \| ❌ broken/),
    });
    expect(await judge('unknown.json')).toMatchObject({
      code: 5,
      out: expect.stringMatching(/has no price/),
    });
  });
});
