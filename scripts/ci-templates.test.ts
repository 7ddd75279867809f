/**
 * Tests the GitHub Action and the GitLab component in ci/: their form, and their shell steps, run as the vendors run them.
 * docs/ci.md lists what only the vendors can verify.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { type DemoBot, startDemoBot } from '../examples/demo-bot/src/demo-bot.ts';
import { program } from '../packages/cli/src/testing/program.ts';

vi.setConfig({ testTimeout: 60_000 });
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

interface Step {
  name: string;
  id?: string;
  if?: string;
  uses?: string;
  shell?: string;
  env?: Record<string, string>;
  run?: string;
}

const action = parse(readFileSync('ci/github/action.yml', 'utf8')) as {
  name: string;
  description: string;
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: Step[] };
};
const { steps } = action.runs;

let bot: DemoBot;
/** Another version of the bot, which no longer knows the opening hours. */
const wrongBot = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{ "text": "I am not sure." }');
});
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
/** The user's checkout, with the folders that the vendors add. */
let folder: string;
beforeAll(async () => {
  bot = await startDemoBot();
  await new Promise<void>((listening) => wrongBot.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  wrongBot.close();
  await bot.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-ci-'));
  writeProgram('project/node_modules/.bin/parley', `exec "${process.execPath}" "${program}" "$@"`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (path: string) => join(folder, path);

function write(path: string, body: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), body);
}

function writeProgram(path: string, body: string): void {
  write(path, `#!/usr/bin/env bash\n${body}\n`);
  chmodSync(at(path), 0o755);
}

const suite = (...tests: string[]) =>
  [`configuration: { syntax: 2, channel: { kind: http, url: "${bot.url}" } }`, ...tests].join(
    '\n---\n',
  );
const good = '- test: Hours\n- opening hours: Monday to Friday';
const bad = '- test: Sunday\n- opening hours: on Sunday';

interface Job {
  inputs: Record<string, string>;
  github: Record<string, string>;
  outputs: Record<string, Record<string, string>>;
  environment: Record<string, string>;
}

const newJob = (inputs: Record<string, string> = {}, github: Record<string, string> = {}): Job => ({
  inputs: {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, one]) => [name, one.default])),
    ...inputs,
  },
  github: { run_attempt: '1', event_name: 'push', ...github },
  outputs: {},
  environment: {},
});

/** Looks up one value of an expression, such as `inputs.url` or `steps.run.outputs.report`. */
function contextValue(path: string, { inputs, github, outputs }: Job): string {
  const [context, ...names] = path.split('.');
  if (context === 'inputs') return inputs[names.join('.')] ?? '';
  if (context === 'github') return github[names.join('.')] ?? '';
  if (context === 'steps') return outputs[names[0] ?? '']?.[names[2] ?? ''] ?? '';
  throw new Error(`unknown: ${path}`);
}

const filled = (template: string, job: Job): string =>
  template.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => contextValue(path, job));

/** Evaluates conditions of the form `always() && a == 'b' && c != ''`. */
function isWanted({ if: condition }: Step, job: Job, hasFailed: boolean): boolean {
  const terms = (condition?.slice(4, -3) ?? '').split(' && ').filter(Boolean);
  if (hasFailed && !terms.includes('always()')) return false;
  return terms
    .filter((term) => term !== 'always()')
    .every((term) => {
      const [, path = '', operator, wanted] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(term) ?? [];
      return (contextValue(path, job) === wanted) === (operator === '==');
    });
}

function startStep(step: Step, job: Job) {
  const output = at('output.txt');
  writeFileSync(output, '');
  const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, job)]);
  // Starts `bash` as GitHub does.
  const script = at('step.sh');
  writeFileSync(script, step.run ?? '');
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: at('project'),
    env: {
      ...process.env,
      NO_COLOR: '1',
      RUNNER_TEMP: at('temp'),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: at('summary.md'),
      GITHUB_WORKSPACE: at('project'),
      GITHUB_RUN_ID: '77',
      GITHUB_RUN_ATTEMPT: job.github.run_attempt,
      GITHUB_JOB: 'talk',
      GITHUB_WORKFLOW: 'Conversations',
      GITHUB_REPOSITORY: 'acme/bot',
      ...Object.fromEntries(own),
      ...job.environment,
    },
  });
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.on('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]).then(([code, out, err]) => {
    const lines = readFileSync(output, 'utf8').trim().split('\n').filter(Boolean);
    const pairs = lines.map((line) => line.split(/=(.*)/s).slice(0, 2));
    if (step.id) job.outputs[step.id] = Object.fromEntries(pairs);
    return { code, out, err };
  });
  return { child, ended };
}

/** Runs the steps of the action. @returns what they printed, and the exit code of the first step that failed */
async function runAction(job: Job) {
  let code = 0;
  let printed = '';
  mkdirSync(at('temp'), { recursive: true });
  for (const step of steps) {
    // Skip steps without a script: the vendor provides the cache, but its folder stays in place.
    if (step.run === undefined || !isWanted(step, job, code !== 0)) continue;
    const { code: ended, out, err } = await startStep(step, job).ended;
    printed += out + err;
    if (code === 0) code = ended ?? -1;
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [
      name,
      value
        .slice(4, -3)
        .split(' || ')
        .map((path) => contextValue(path, job))
        .find(Boolean) ?? '',
    ]),
  );
  return { code, printed, outputs };
}

describe('the GitHub Action', () => {
  it('has the form that GitHub asks for', () => {
    expect(action.runs.using).toBe('composite');
    for (const one of Object.values(action.inputs)) {
      expect(Object.keys(one).sort()).toEqual(['default', 'description']);
      expect(typeof one.default).toBe('string');
    }
    for (const one of Object.values(action.outputs))
      expect(Object.keys(one).sort()).toEqual(['description', 'value']);
    for (const { name, run, uses, shell } of steps) {
      expect([name, (run === undefined) !== (uses === undefined)]).toEqual([name, true]);
      expect([name, shell]).toEqual([name, run === undefined ? undefined : 'bash']);
    }
    const read = JSON.stringify(action).matchAll(/\binputs\.([\w-]+)/g);
    expect(new Set([...read].map(([, name]) => name))).toEqual(new Set(Object.keys(action.inputs)));
  });

  it('puts no expression into a script, where an input could be a command', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('is described in docs/ci.md with every input', () => {
    const page = readFileSync('docs/ci.md', 'utf8');
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(page).toContain(`| \`${name}\` |`);
  });

  it('runs suites, and annotates the line in a file that exists from the root of the repository', async () => {
    write('project/bot/tests/a.test.yml', suite(good, bad));
    writeProgram(
      'project/bot/node_modules/.bin/parley',
      `exec "${process.execPath}" "${program}" "$@"`,
    );
    const { code, printed, outputs } = await runAction(newJob({ 'working-directory': 'bot' }));
    expect([code, outputs['exit-code']]).toEqual([1, '1']);
    const annotations = [...printed.matchAll(/^::error file=([^,]+),line=(\d+),title=(\w+)::/gm)];
    expect(annotations.map(([, file, line, title]) => [file, line, title])).toEqual([
      ['bot/tests/a.test.yml', '7', 'Sunday'],
    ]);
    expect(existsSync(at(`project/${annotations[0]?.[1]}`))).toBe(true);
    expect(readFileSync(outputs.junit ?? '', 'utf8')).toContain('failures="1"');
  });

  it('takes names with spaces and signs of the shell as they are', async () => {
    write('project/tests; touch broken/a b.test.yml', suite(good));
    const { code } = await runAction(newJob({ suites: 'tests; touch broken/a b.test.yml\n' }));
    expect([code, existsSync(at('project/broken'))]).toEqual([0, false]);
  });

  it('takes what looks like an option among the suites for a file', async () => {
    const { code, printed } = await runAction(newJob({ suites: '--pass-with-no-tests' }));
    expect([code, printed]).toEqual([
      2,
      expect.stringContaining('There is no file "--pass-with-no-tests"'),
    ]);
  });

  it('divides the tests between jobs', async () => {
    write('project/tests/a.test.yml', suite(good, bad));
    const codes = [];
    for (const shard of ['1/2', '2/2']) codes.push((await runAction(newJob({ shard }))).code);
    expect(codes).toEqual([0, 1]);
  });

  it('leaves out in another attempt what passed, and nothing else', async () => {
    write('project/tests/a.test.yml', suite(good, bad));
    const inputs = { 'only-failed': 'true' };
    expect((await runAction(newJob(inputs))).code).toBe(1);
    const again = await runAction(newJob(inputs, { run_attempt: '2' }));
    expect(again.code).toBe(1);
    expect(again.printed).toContain('Sunday');
    expect(again.printed).not.toContain('Hours');
    // The test was renamed and still fails.
    write('project/tests/a.test.yml', suite(good, bad.replace('Sunday', 'Weekend')));
    expect((await runAction(newJob(inputs, { run_attempt: '3' }))).code).toBe(1);
    write('project/tests/a.test.yml', suite(good, '- test: Sunday\n- opening hours: Friday'));
    const mended = await runAction(newJob(inputs, { run_attempt: '4' }));
    expect([mended.code, mended.printed]).toEqual([0, expect.stringContaining('1 passed')]);
    expect((await runAction(newJob(inputs, { run_attempt: '5' }))).code).toBe(0);
  });

  it('refuses to judge a version by a part of its tests', async () => {
    const { code, printed } = await runAction(
      newJob({ 'only-failed': 'true', baseline: 'a.json' }),
    );
    expect([code, printed]).toEqual([
      2,
      expect.stringContaining('::error title=Parley::A gate compares all'),
    ]);
  });

  it('cancels the run when the job is cancelled', async () => {
    write('project/tests/a.test.yml', suite('- test: Long\n- $PAUSE 30'));
    const job = newJob();
    const [prepare, run] = steps.filter((step) => step.run !== undefined);
    mkdirSync(at('temp'));
    await startStep(prepare as Step, job).ended;
    const { child, ended } = startStep(run as Step, job);
    setTimeout(() => child.kill('SIGTERM'), 2_500);
    const startedAt = Date.now();
    expect((await ended).code).toBe(130);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  });

  describe('with a baseline', () => {
    /** Writes a stand-in for `gh` that knows one pull request and can refuse to write. */
    function writeGh(comments: { id: number; body: string }[], mayWrite = true): void {
      write('comments.json', JSON.stringify(comments));
      writeProgram(
        'bin/gh',
        [
          `echo "$*" >> "${at('gh.log')}"`,
          `if [ "$2" = --paginate ]; then jq -r "$5" "${at('comments.json')}"; exit; fi`,
          mayWrite ? `cp "\${6#body=@}" "${at('comment.md')}"` : 'exit 1',
        ].join('\n'),
      );
    }

    const inputs = {
      baseline: 'main.json',
      options: '--repeat=tries=5',
      'gate-options': '--margin=20%\n',
    };
    const asked = () => readFileSync(at('gh.log'), 'utf8');

    /** Runs the suite as on the main branch, then the changed suite in a pull request. */
    async function judged(
      changed: string,
      comments: { id: number; body: string }[] = [],
      mayWrite = true,
    ) {
      const tests = Array.from({ length: 12 }, (_, index) =>
        good.replace('Hours', `Hours ${index}`),
      );
      write('project/tests/a.test.yml', suite(...tests));
      const main = await runAction(newJob({ options: inputs.options }));
      write('project/main.json', readFileSync(main.outputs.report ?? '', 'utf8'));
      write('project/node_modules/bot.txt', changed);
      writeGh(comments, mayWrite);
      const job = newJob(inputs, { event_name: 'pull_request', 'event.number': '12' });
      job.environment.PATH = `${at('bin')}:${process.env.PATH}`;
      if (changed === 'worse') job.environment.PARLEY_BOT_URL = addressOf(wrongBot);
      return runAction(job);
    }

    it('passes a version that is no worse, and comments with the table', async () => {
      const { code, outputs } = await judged('same');
      expect([code, outputs.verdict, outputs['exit-code']]).toEqual([0, 'passed', '0']);
      const comment = readFileSync(at('comment.md'), 'utf8');
      expect(comment).toMatch(/^<!-- parley gate Conversations talk -->\n/);
      expect(comment).toContain('|');
      expect(asked()).toContain('--method POST repos/acme/bot/issues/12/comments');
      expect(readFileSync(at('summary.md'), 'utf8')).toContain('passed');
    });

    it('replaces its comment of an earlier push, and no other', async () => {
      await judged('same', [
        { id: 1, body: 'Nice!' },
        { id: 2, body: '<!-- parley gate Conversations other -->\n' },
        { id: 3, body: '<!-- parley gate Conversations talk -->\nold' },
      ]);
      expect(asked()).toContain('--method PATCH repos/acme/bot/issues/comments/3');
    });

    it('blocks a version that is worse, and comments all the same', async () => {
      const { code, outputs } = await judged('worse');
      expect([code, outputs.verdict]).toEqual([1, 'blocked']);
      expect(readFileSync(at('comment.md'), 'utf8')).toContain('blocked');
    });

    it('lets the verdict count where it may not comment', async () => {
      const { code, printed } = await judged('same', [], false);
      expect([code, printed]).toEqual([
        0,
        expect.stringContaining('::warning title=Parley::The comment could not'),
      ]);
    });
  });
});

describe('the GitLab component', () => {
  const [header, body] = parseAllDocuments(
    readFileSync('ci/gitlab/templates/parley.yml', 'utf8'),
  ).map((document) => document.toJS());
  const inputs = header.spec.inputs as Record<
    string,
    { default: string | number; description: string }
  >;

  /** Returns the job with inputs filled in, as GitLab does before it parses the YAML. */
  const jobWith = (given: Record<string, string | number>) => {
    const source = readFileSync('ci/gitlab/templates/parley.yml', 'utf8').split(/^---$/m)[1] ?? '';
    const text = source.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) =>
      String(given[name] ?? inputs[name]?.default),
    );
    return Object.values(parse(text))[0] as { script: string[]; parallel: number };
  };

  async function runJob(
    given: Record<string, string | number>,
    environment: Record<string, string> = {},
  ) {
    const child = spawn(
      'bash',
      ['-eo', 'pipefail', '-c', jobWith({ install: 'true', ...given }).script.join('\n')],
      {
        cwd: at('project'),
        env: { ...process.env, NO_COLOR: '1', ...environment },
      },
    );
    const [code, out] = await Promise.all([
      new Promise<number | null>((resolve) => child.on('close', resolve)),
      text(child.stdout),
    ]);
    return { code, out };
  }

  it('uses every input, and describes each', () => {
    expect(Object.keys(body)).toEqual(['$[[ inputs.job-name ]]']);
    const used = JSON.stringify(body).matchAll(/inputs\.([\w-]+)/g);
    expect(new Set([...used].map(([, name]) => name))).toEqual(new Set(Object.keys(inputs)));
    for (const { description } of Object.values(inputs)) expect(description).toMatch(/\.$/);
  });

  it('runs the suites and writes the report that GitLab reads', async () => {
    write('project/tests/a.test.yml', suite(good, bad));
    expect((await runJob({})).code).toBe(1);
    expect(readFileSync(at('project/conversations.xml'), 'utf8')).toContain('failures="1"');
  });

  it('divides the tests between parallel jobs', async () => {
    write('project/tests/a.test.yml', suite(good, bad));
    expect(jobWith({ shards: 2 }).parallel).toBe(2);
    const job = (index: string) =>
      runJob({ shards: 2 }, { CI_NODE_INDEX: index, CI_NODE_TOTAL: '2' });
    expect([(await job('1')).code, (await job('2')).code]).toEqual([0, 1]);
  });
});
