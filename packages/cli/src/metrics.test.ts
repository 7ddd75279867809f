/** Metrics of runs: in the list, the report, a re-evaluation and a gate. */
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
  folder = await mkdtemp(join(tmpdir(), 'parley-metrics-'));
  return () => rm(folder, { recursive: true });
});

/** An agent that scores its replies. With `/?score=0.9&missing=3`, every third reply has no score. */
const agent = createServer(async (request, response) => {
  await json(request);
  const asked = new URL(request.url ?? '/', 'http://agent').searchParams;
  count += 1;
  const isMissing = count % Number(asked.get('missing') ?? Number.POSITIVE_INFINITY) === 0;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      text: 'From nine to five.',
      sources: 2,
      ...(!isMissing && { score: Number(asked.get('score') ?? 0.9) }),
    }),
  );
});
let count = 0;
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => agent.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}`;
});
afterAll(() => agent.close());

async function parley(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

const suite = (tests: number, metric = 'metric accuracy: $.score') =>
  [
    `configuration: { syntax: 2, channel: { kind: http, url: "${url}/?a=1" } }`,
    ...Array.from(
      { length: tests },
      (_, at) => `- test: Topic ${at}\n- Topic ${at}?:\n  - prompt: nine to five\n  - ${metric}`,
    ),
  ].join('\n---\n');
const write = (...of: Parameters<typeof suite>) =>
  writeFile(join(folder, 'a.test.yml'), suite(...of));
const report = async (file: string, path = '', ...more: string[]) => {
  count = 0;
  return parley(
    ...['run', 'a.test.yml', '--url', `${url}/?${path}`, '-w', '10', ...more],
    ...['-r', 'list', '-r', `json=${file}`],
  );
};
const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')).runs[0];

describe('parley run', () => {
  it('measures, and decides nothing by it', async () => {
    await write(3);
    const run = await report('a.json', 'score=0.1');
    expect(run.code).toBe(0);
    expect(run.out).toContain('Metric accuracy: 0.1 on average in 3 conversations');
    const { metrics, tests } = await read('a.json');
    const figures = { measured: 3, missing: 0, tests: 3, mean: 0.1, least: 0.1, most: 0.1 };
    expect(metrics).toEqual([{ name: 'accuracy', ...figures, mean: expect.closeTo(0.1, 9) }]);
    expect(tests[0].steps[0]).toMatchObject({
      metrics: ['accuracy'],
      measurements: [{ name: 'accuracy', value: 0.1 }],
    });
  });

  it('says what is missing, and never takes it for 0', async () => {
    await write(3);
    const run = await report('a.json', 'score=0.5&missing=3');
    expect(run.code).toBe(0);
    expect(run.out).toContain(
      'Metric accuracy: 0.5 on average in 2 conversations, 1 missing: The reply has no value at $.score.',
    );
    expect((await read('a.json')).metrics[0]).toMatchObject({ measured: 2, missing: 1, mean: 0.5 });
  });

  it('measures another number when a recorded run is re-evaluated', async () => {
    await write(2);
    await report('a.json');
    await write(2, 'metric sources: $.sources');
    const again = await parley('run', 'a.test.yml', '--recorded', 'a.json');
    expect(again.out).toContain('Metric sources: 2 on average in 2 conversations');
    expect(again.out).not.toContain('accuracy');
  });
});

describe('parley gate', () => {
  it('passes a version that is as accurate, blocks one that is not, and passes none that is silent', async () => {
    const rule = ['--rule', 'tries with accuracy >= 0.8 no worse by 5 points'];
    const judge = (file: string) => parley('gate', file, '--baseline', 'main.json', ...rule);
    await write(50);
    await report('main.json', 'v=1', '--repeat', 'tries=5');
    await report('same.json', 'v=2', '--repeat', 'tries=5');
    await report('worse.json', 'v=3&score=0.7', '--repeat', 'tries=5');
    await report('silent.json', 'v=4&missing=4', '--repeat', 'tries=5');
    expect((await judge('same.json')).code).toBe(0);
    expect(await judge('worse.json')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/tries with accuracy &gt;= 0\.8|tries with accuracy >= 0\.8/),
    });
    expect(await judge('silent.json')).toMatchObject({
      code: 5,
      out: expect.stringMatching(/no value at/),
    });
  });
});
