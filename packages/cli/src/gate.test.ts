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
  folder = await mkdtemp(join(tmpdir(), 'parley-gate-'));
  return () => rm(folder, { recursive: true });
});

/**
 * An agent that is wrong in every nth conversation about a topic, and never with `/?n=0`. With `/model?until=…`, its model is
 * wrong in every second conversation after that many, in every version.
 */
const agent = createServer(async (request, response) => {
  const { text: said } = (await json(request)) as { text: string };
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://agent');
  const key = `${pathname} ${said}`;
  const count = (asked.get(key) ?? 0) + 1;
  asked.set(key, count);
  const all = [...asked.values()].reduce((sum, one) => sum + one, 0);
  const isModelWrong = all > Number(searchParams.get('until') ?? Number.POSITIVE_INFINITY);
  await new Promise((done) => setTimeout(done, Number(searchParams.get('after') ?? 0)));
  const isWrong =
    count % Number(searchParams.get('n') || Number.POSITIVE_INFINITY) === 0 ||
    (isModelWrong && count % 2 === 0);
  response.setHeader('content-type', 'application/json');
  const steps = stepsOf(searchParams, count);
  response.end(
    JSON.stringify({
      text: isWrong ? 'I am not sure.' : 'From nine to five.',
      ...(steps && { steps }),
    }),
  );
});

/**
 * Returns steps as `generateText` of the AI SDK reports them. With `?tokens=900&errors=3`, the model uses 900 tokens, and the
 * tool fails in every third conversation. With `&silent=4`, every fourth conversation reports nothing.
 */
function stepsOf(asked: URLSearchParams, count: number): unknown[] | undefined {
  const every = (name: string) => count % Number(asked.get(name) ?? Number.POSITIVE_INFINITY) === 0;
  if (!asked.has('tokens') || every('silent')) return undefined;
  const toolCallId = `call_${count}`;
  const end = every('errors')
    ? { type: 'tool-error', toolCallId, error: 'The calendar is down.' }
    : { type: 'tool-result', toolCallId, output: { open: '9 to 5' } };
  return [
    {
      content: [{ type: 'tool-call', toolCallId, toolName: 'look_up', input: {} }, end],
      usage: { inputTokens: Number(asked.get('tokens')) - 100, outputTokens: 100 },
      response: { modelId: asked.get('model') ?? 'small' },
      finishReason: 'stop',
    },
  ];
}
const asked = new Map<string, number>();
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

const suite = (count: number, more = '', configuration = '', channel = '') =>
  [
    `configuration: { syntax: 2, repeat: { tries: 5 }, ${configuration}channel: { kind: http, url: "${url}/first"${channel} } }`,
    ...Array.from(
      { length: count },
      (_, at) => `- test: Topic ${at + 1}\n${more}- Topic ${at + 1}?: nine to five`,
    ),
  ].join('\n---\n');

/** Runs the suite against a version of the agent, and writes its report. */
async function report(file: string, path: string) {
  return parley('run', 'a.test.yml', '--url', `${url}/${path}`, '-w', '20', '-r', `json=${file}`);
}

describe('parley gate', () => {
  it('passes a version that does not differ, and blocks one that is much worse', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(50));
    // Each test on its own is undecided after five tries.
    expect((await report('main.json', 'main?n=10')).code).toBe(5);
    await report('same.json', 'same?n=10');
    await report('worse.json', 'worse?n=2');
    const same = await parley('gate', 'same.json', '--baseline', 'main.json', '--markdown', 'a.md');
    expect(same).toEqual({ code: 0, out: '', err: 'The gate passed. The table is in a.md.\n' });
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toContain('✅ The gate passed');
    const worse = await parley('gate', 'worse.json', '--baseline', 'main.json', '--json', 'b.json');
    expect(worse.code).toBe(1);
    expect(worse.out).toMatch(/❌ The gate is blocked/);
    expect(worse.out).toMatch(/pass rate no worse by 10 points \| ❌ broken/);
    expect(JSON.parse(await readFile(join(folder, 'b.json'), 'utf8'))).toMatchObject({
      verdict: 'blocked',
      rules: [{ candidate: { tries: 250, rate: expect.closeTo(0.6, 6) } }],
    });
  });

  it('is undecided with few tests, and ends as it is told then', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(3));
    await report('main.json', 'few?n=0');
    await report('a.json', 'few?n=0');
    const gate = (...args: string[]) =>
      parley('gate', 'a.json', '--baseline', 'main.json', ...args);
    const undecided = await gate();
    expect([undecided.code, undecided.err]).toEqual([5, '']);
    expect(undecided.out).toMatch(/- More tries of 3 tests will hardly decide: add tests/);
    expect((await gate('--undecided', 'fail')).code).toBe(1);
    expect((await gate('--undecided', 'pass')).code).toBe(0);
    const warned = await gate('--undecided', 'warn');
    expect(warned).toMatchObject({ code: 0, err: expect.stringMatching(/the gate is undecided/) });
    expect((await parley('gate', 'a.json')).out).toMatch(/nothing to compare with/);
  });

  it('says how many tries would decide, also in a log without the table', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(10));
    await report('main.json', 'ten?n=10');
    await report('a.json', 'eleven?n=10');
    const gate = ['gate', 'a.json', '--baseline', 'main.json', '--markdown', 'a.md'];
    const { code, out, err } = await parley(...gate);
    expect([code, out]).toEqual([5, '']);
    const advice =
      /- About \d+ tries of each test would probably decide, .+ --repeat tries=\d+\.\n/;
    expect(err).toMatch(
      /^The gate is undecided\. The table is in a\.md\.\n- pass rate no worse by 10 points: /,
    );
    expect(err).toMatch(advice);
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toMatch(/- About \d+ tries of each test/);
    // A doubt that tries cannot settle gets no such advice.
    const old = await parley(...gate, '--max-age', '0m');
    expect(old.err).not.toMatch(/About/);
  });

  it('blocks where a test with the tag must fails, and tries it until that is known', async () => {
    const must = suite(60).replace('- Topic 1?', '- tags: must\n- Topic 1?');
    await writeFile(join(folder, 'a.test.yml'), must);
    await report('main.json', 'm1?n=0');
    const { runs } = JSON.parse(await readFile(join(folder, 'main.json'), 'utf8'));
    expect(runs[0].tests[0]).toMatchObject({ isMust: true, outcome: 'passed' });
    expect(runs[0].tests[0].tries).toHaveLength(18);
    const itself = await parley('gate', 'main.json', '--baseline', 'main.json');
    expect(itself).toMatchObject({ code: 5, out: expect.stringMatching(/compared with itself/) });
    await report('same.json', 'm1?n=0');
    expect((await parley('gate', 'same.json', '--baseline', 'main.json')).code).toBe(0);
    await writeFile(join(folder, 'a.test.yml'), must.replace('Topic 1?: nine', 'Topic 1?: ten'));
    await report('worse.json', 'm1?n=0');
    const blocked = await parley(
      ...['gate', 'worse.json', '--baseline', 'main.json', '--changed-tests', 'leave-out'],
    );
    expect(blocked.code).toBe(1);
    expect(blocked.out).toMatch(/must: Topic 1 \| ❌ broken/);
    expect(blocked.out).toMatch(/Edited since the baseline: Topic 1/);
  });

  it('reads its rules from a file, and says what is wrong with them', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(20));
    await report('a.json', 'rules?n=0');
    const gate = async (rules: string, ...args: string[]) => {
      await writeFile(join(folder, 'gate.yml'), rules);
      return parley('gate', 'a.json', '--rules', 'gate.yml', ...args);
    };
    const rules = `gate:
  rules:
    - pass rate: { atLeast: 90% }
    - replies within 5s: { atLeast: 90% }
`;
    expect((await gate(rules)).code).toBe(0);
    expect((await gate(rules.replace('5s', '1ms'))).code).toBe(1);
    // Options on the command line don't remove rules.
    const added = await parley('gate', 'a.json', '--at-least', '50%', '--baseline', 'a.json');
    expect(added.out).toMatch(/pass rate no worse by 10 points/);
    expect(added.out).toMatch(/pass rate at least 50%/);
    const alone = await parley('gate', 'a.json', '--at-least', '50%');
    expect(alone).toMatchObject({ code: 0, out: expect.not.stringMatching(/no worse/) });
    expect((await gate(rules, '--at-least', '50%')).out).toMatch(/replies within 5 s at least/);
    const wrong = await gate(`gate:
  baselin: main.json
  maxAge: soon
  rules:
    - pass rate: { noWorseBy: 10 }
    - speed
`);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/gate\.yml: baselin: "baselin" is not a key of a gate/);
    expect(wrong.err).toMatch(/gate\.yml: maxAge: Write an age such as 7d/);
    expect(wrong.err).toMatch(/gate\.yml: rules\[0\]: "noWorseBy" must be above 0/);
    expect(wrong.err).toMatch(/gate\.yml: rules\[1\]: A rule is one of "must"/);
  });

  describe('with rules on tools and tokens', () => {
    const tools = (gate = '') =>
      suite(50, '', gate, ', replies: { text: text }, toolCalls: ai-sdk');
    const judge = (file: string, ...args: string[]) =>
      parley('gate', file, '--baseline', 'main.json', ...args);
    const rule = ['--rule', 'tries without tool errors no worse by 10%'];

    it('tells a version whose tools fail, or that takes more tokens, from one that is the same', async () => {
      await writeFile(join(folder, 'a.test.yml'), tools());
      await report('main.json', 'tool?tokens=900');
      await report('same.json', 'tool-same?tokens=900');
      await report('fails.json', 'tool-fails?tokens=900&errors=3');
      await report('dear.json', 'tool-dear?tokens=1500');
      await report('silent.json', 'tool-silent?tokens=900&silent=4');
      const tokens = ['--rule', 'tries within 1,000 tokens no worse by 5 points'];
      expect(await judge('same.json', ...rule, ...tokens)).toMatchObject({ code: 0 });
      const fails = await judge('fails.json', ...rule, ...tokens, '--json', 'fails-gate.json');
      expect(fails).toMatchObject({
        code: 1,
        out: expect.stringMatching(/tries without tool errors no worse by 10 points \| ❌ broken/),
      });
      expect(
        JSON.parse(await readFile(join(folder, 'fails-gate.json'), 'utf8')).rules,
      ).toMatchObject([
        { rule: 'pass rate no worse by 10 points', verdict: 'passed' },
        { rule: 'tries without tool errors no worse by 10 points', verdict: 'blocked' },
        { rule: 'tries within 1000 tokens no worse by 5 points', verdict: 'passed' },
      ]);
      expect((await judge('fails.json')).code).toBe(0);
      expect((await judge('dear.json', ...tokens)).code).toBe(1);
      expect(
        (await judge('dear.json', '--rule', 'tries within 1600 tokens at least 95%')).code,
      ).toBe(0);
      const silent = await judge('silent.json', ...rule);
      expect(silent).toMatchObject({ code: 5, out: expect.stringMatching(/show nothing/) });
    });

    it('asks what the suite asks, and what is given here wins', async () => {
      const gate = (margin: string) =>
        `gate: { baseline: main.json, rules: [ "pass rate": { noWorseBy: ${margin} }, "tries without tool errors": { atLeast: 90% } ] }, `;
      await writeFile(join(folder, 'a.test.yml'), tools(gate('10%')));
      await report('main.json', 'asks?tokens=900');
      await report('same.json', 'asks-same?tokens=900');
      await report('fails.json', 'asks-fails?tokens=900&errors=3');
      expect((await parley('gate', 'same.json')).code).toBe(0);
      const blocked = await parley('gate', 'fails.json');
      expect(blocked).toMatchObject({
        code: 1,
        out: expect.stringMatching(/tries without tool errors at least 90% \| ❌ broken/),
      });
      const given = ['--rule', 'tries without tool errors at least 40%'];
      expect((await parley('gate', 'fails.json', ...given)).code).toBe(0);
      await writeFile(join(folder, 'gate.yml'), 'gate: { rules: [pass rate: { atLeast: 80% }] }');
      const file = await parley('gate', 'fails.json', '--rules', 'gate.yml');
      expect(file).toMatchObject({ code: 0, out: expect.not.stringMatching(/tool errors/) });

      // The version comes with a weaker gate.
      await writeFile(join(folder, 'a.test.yml'), tools(gate('60%')));
      await report('worse.json', 'asks-worse?tokens=900&n=2');
      const loosened = await parley('gate', 'worse.json');
      expect(loosened.code).toBe(5);
      expect(loosened.out).toMatch(/asks for less.*by 10 points” became “.*by 60 points/);
      expect((await parley('gate', 'worse.json', '--margin', '60%')).code).toBe(0);
      await writeFile(join(folder, 'a.test.yml'), tools());
      await report('none.json', 'asks-none?tokens=900');
      expect(await judge('none.json')).toMatchObject({
        code: 5,
        out: expect.stringMatching(/“tries without tool errors at least 90%” is gone/),
      });
      // A stricter gate is accepted without question.
      await writeFile(join(folder, 'a.test.yml'), tools(gate('9%')));
      await report('strict.json', 'asks-strict?tokens=900');
      expect((await parley('gate', 'strict.json')).code).toBe(0);
    });

    it('does not mix suites that ask for different things, nor takes a run of a server for a file', async () => {
      await writeFile(join(folder, 'a.test.yml'), suite(2, '', 'gate: { rules: [must] }, '));
      await writeFile(join(folder, 'b.test.yml'), suite(2));
      await parley('run', 'a.test.yml', 'b.test.yml', '-r', 'json=both.json');
      const mixed = await parley('gate', 'both.json');
      expect(mixed).toMatchObject({ code: 2, err: expect.stringMatching(/have different gates/) });
      await writeFile(join(folder, 'a.test.yml'), suite(2, '', 'gate: { baseline: last-green }, '));
      await parley('run', 'a.test.yml', '-r', 'json=one.json');
      const named = await parley('gate', 'one.json');
      expect(named).toMatchObject({ code: 2, err: expect.stringMatching(/is a run of a server/) });
      const cut = JSON.parse(await readFile(join(folder, 'one.json'), 'utf8'));
      cut.runs[0].gate = { rules: [{ 'pass rat': { atLeast: '5%' } }] };
      await writeFile(join(folder, 'cut.json'), JSON.stringify(cut));
      expect(await parley('gate', 'cut.json')).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /the gate in this report can't be read.*"pass rat" is not a rule/,
        ),
      });
    });

    it('runs both versions by the gate of the suite', async () => {
      const gate = 'gate: { rules: [ "tries without tool errors": { noWorseBy: 10% } ] }, ';
      await writeFile(join(folder, 'a.test.yml'), tools(gate));
      const paths = ['twice-new?tokens=900&errors=3', 'twice-old?tokens=900'] as const;
      const blocked = await both(...paths);
      expect(blocked.code).toBe(1);
      expect(blocked.out).not.toMatch(/pass rate/);
    });
  });

  const both = (candidate: string, baseline: string, ...more: string[]) =>
    parley(
      ...['gate', 'a.test.yml', '--url', `${url}/${candidate}`, '-w', '20'],
      ...['--baseline-url', `${url}/${baseline}`, ...more],
    );

  it('runs both versions itself, and keeps their reports', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(50));
    const same = await both('both?n=10', 'both-before?n=10');
    expect(same).toMatchObject({ code: 0, out: expect.stringMatching(/✅ The gate passed/) });
    expect(same.err).toMatch(/50 tests, 5 tries each with either version/);
    const worse = await both('both-worse?n=2', 'both-other?n=5', '--keep', 'runs');
    expect(worse.code).toBe(1);
    for (const [version, tries] of [
      ['candidate', 150],
      ['baseline', 200],
    ] as const) {
      const { runs } = JSON.parse(await readFile(join(folder, `runs/${version}.json`), 'utf8'));
      const passed = runs[0].tests.flatMap(({ tries: all }: { tries: { outcome: string }[] }) =>
        all.filter(({ outcome }) => outcome === 'passed'),
      );
      expect([version, passed.length]).toEqual([version, tries]);
    }
  });

  it('blames no version for a model that gets worse meanwhile', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(50));
    const soFar = () => [...asked.values()].reduce((sum, one) => sum + one, 0);
    const inTurn = soFar() + 250;
    await report('main.json', `turn-before?until=${inTurn}`);
    await report('next.json', `turn-after?until=${inTurn}`);
    const blamed = await parley('gate', 'next.json', '--baseline', 'main.json');
    expect(blamed.code).toBe(1);
    const atOnce = soFar() + 250;
    const result = await both(`once-after?until=${atOnce}`, `once-before?until=${atOnce}`);
    expect(result.code).not.toBe(1);
  });

  it('stops after so many minutes, and is undecided then', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(3));
    const paths = ['late?after=60000', 'late-before?after=60000'] as const;
    const stopped = await both(...paths, '--max-minutes', '0.05', '--preset', 'nightly');
    expect(stopped.code).toBe(5);
    expect(stopped.err).toMatch(/3 tests, 10 tries each[\s\S]*stopped after 0\.05 minutes/);
    expect(stopped.out).toMatch(/no worse by 5 points[\s\S]*it is cancelled/);
  });

  it('takes a variable for what makes a version, and refuses the same version twice', async () => {
    const written = suite(50).replace(`url: "${url}/first"`, 'url: "{{bot}}"');
    await writeFile(
      join(folder, 'a.test.yml'),
      written.replace('{ syntax: 2,', `{ syntax: 2, variables: { bot: "${url}/v?n=0" },`),
    );
    const blocked = await parley(
      ...['gate', 'a.test.yml', '-w', '20', '--var', `bot=${url}/v-new?n=1`],
      ...['--baseline-var', `bot=${url}/v-old?n=0`],
    );
    expect(blocked.code).toBe(1);
    const twice = await parley('gate', 'a.test.yml', '--baseline-var', `bot=${url}/v?n=0`);
    expect(twice).toMatchObject({ code: 2, err: expect.stringMatching(/the same address/) });
    const mistyped = await parley('gate', 'a.test.yml', '--baseline-var', `bott=${url}/v-old?n=0`);
    expect(mistyped).toMatchObject({ code: 2, err: expect.stringMatching(/the same address/) });
  });

  it.each([
    [
      'a data row gives it another value',
      'data: { a: { model: x } }, dataRow: a, channel:',
      'model',
    ],
    ['only a description uses it', 'description: "of {{about}}", channel:', 'about'],
  ])('takes no variable for a version where %s', async (_, put, name) => {
    const written = suite(5)
      .replace('channel:', `variables: { ${name}: old }, ${put}`)
      .replace('/first"', '/v-{{model}}"');
    const named = name === 'model' ? written : written.replace('/v-{{model}}"', '/first"');
    await writeFile(join(folder, 'a.test.yml'), named);
    const args = ['--var', `${name}=new`, '--baseline-var', `${name}=old`];
    const twice = await parley('gate', 'a.test.yml', ...args);
    expect(twice).toMatchObject({ code: 2, err: expect.stringMatching(/the same address/) });
  });

  it('takes an address with an empty query for the same one', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(5));
    const twice = await parley(
      ...['gate', 'a.test.yml', '--url', `${url}/first`, '--baseline-url', `${url}/first?`],
    );
    expect(twice).toMatchObject({ code: 2, err: expect.stringMatching(/the same address/) });
  });

  it('knows the replies of a run that was evaluated again', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(5));
    await parley('run', 'a.test.yml', '-r', 'json=c.json');
    await parley('run', 'a.test.yml', '--recorded', 'c.json', '-r', 'json=b.json');
    const same = await parley('gate', 'c.json', '--baseline', 'b.json');
    expect(same.code).toBe(5);
    expect(same.out).toMatch(/compared with itself/);
    const other = suite(5).replace('{ syntax: 2,', '{ syntax: 2, fuzzyThreshold: 0.3,');
    await writeFile(join(folder, 'a.test.yml'), other);
    await parley('run', 'a.test.yml', '--recorded', 'c.json', '-r', 'json=d.json');
    const edited = await parley('gate', 'd.json', '--baseline', 'c.json');
    expect(edited.code).toBe(5);
    expect(edited.out).toMatch(/ask or expect something else/);
  });

  it('says that reports can not be kept where there is a file, before anything runs', async () => {
    await writeFile(join(folder, 'a.test.yml'), suite(1));
    const kept = await both('kept', 'kept-before', '--keep', 'a.test.yml');
    expect(kept).toMatchObject({
      code: 2,
      err: expect.stringMatching(/a\.test\.yml can't be made/),
    });
    expect(asked.has('/kept Topic 1?')).toBe(false);
  });

  it.each([
    [['gate', 'a.json', '--keep', 'runs'], /--keep is for running both versions/],
    [['gate', 'none.test.yml', '--baseline-url', 'http://127.0.0.1:9'], /none\.test\.yml/],
    [['gate', 'a.json', '--preset', 'nightly'], /--preset is for running both versions/],
    [['gate', 'a.json', '--preset', 'daily'], /--preset is "pull-request" or "nightly"/],
    [['gate'], /Name one report/],
    [['gate', 'none.json'], /There is no file "none\.json"/],
    [['gate', 'a.json', '--margin', '200%'], /--margin must be above 0/],
    [['gate', 'a.json', '--rule', 'tool errors at most 5%'], /--rule is such as/],
    [['gate', 'a.json', '--question', 'all'], /--question is "these tests" or/],
    [['gate', '--plan', 'many'], /--plan is a number of tests and of tries/],
  ])('refuses %j', async (args, says) => {
    const { code, err } = await parley(...args);
    expect(code).toBe(2);
    expect(err).toMatch(says);
  });

  it('says what a plan can show', async () => {
    const { code, out } = await parley('gate', '--plan', '50x5');
    expect(code).toBe(0);
    expect(out).toMatch(/250 conversations for a run/);
    expect(out).toMatch(/becomes 10 points worse is blocked 9\d%/);
    expect((await parley('gate', '--plan', '5x1')).out).toMatch(/most gates are undecided/);
  });
});
