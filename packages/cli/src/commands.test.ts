/** What every command of `parley` has in common: help, `--json`, exit codes, and completion. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commands } from './commands.ts';
import { type CommandOptions, optionsOf } from './completion.ts';
import { exitCodes } from './exit-codes.ts';
import { program } from './testing/program.ts';

vi.setConfig({ testTimeout: 60_000 });

let bot: DemoBot;
let answers = 0;
/** A bot that does not know the opening hours in every tenth reply. */
const moody = createServer((_, response) => {
  answers += 1;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ text: answers % 10 === 5 ? 'No idea' : 'Monday' }));
});
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const listening = (server: Server) => once(server.listen(0, '127.0.0.1'), 'listening');
let folder: string;
beforeAll(async () => {
  bot = await startDemoBot();
  await listening(moody);
  folder = mkdtempSync(join(tmpdir(), 'parley-commands-'));
  const configuration = `configuration: { syntax: 2, channel: { kind: http, url: "${bot.url}" } }\n---\n`;
  write('good.test.yml', `${configuration}- test: Hours\n- opening hours: Monday to Friday\n`);
  write('bad.test.yml', `${configuration}- test: "<b>Sunday</b>"\n- opening hours: on Sunday\n`);
  write('away.test.yml', '- test: A\n- hello: hi\n');
  write(
    'must.test.yml',
    `${configuration}- test: A\n- tags: [must]\n- opening hours: Monday to Friday\n`,
  );
  write('broken.test.yml', 'configuration: { syntax: 3 }\n---\n- test: A\n- hello: hi\n');
  write('weak.test.yml', `${configuration}- test: A\n- hello\n`);
  const uneven = `configuration: { syntax: 2, concurrency: 1, channel: { kind: http, url: "${addressOf(moody)}" } }`;
  write(
    'uneven.test.yml',
    `${uneven}\n---\n- test: A\n- repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 20 }\n- hours: Monday\n`,
  );
  write('convo/a.convo.txt', 'Hours\n\n#me\nopening hours\n\n#bot\nMonday to Friday\n');
  write('rules.yml', 'gate: { rules: [pass rate: { atLeast: 90% }] }\n');
  write('must.yml', 'gate: { rules: [must] }\n');
  for (const name of ['good', 'bad', 'must'])
    await parley('run', `${name}.test.yml`, '-r', `json=${name}.json`);
});
afterAll(async () => {
  moody.close();
  await bot.close();
  rmSync(folder, { recursive: true });
});

function write(path: string, body: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), body);
}

function start(args: string[], environment: Record<string, string> = {}) {
  const { PARLEY_URL: _, PARLEY_API_KEY: __, ...inherited } = process.env;
  return spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...inherited, NO_COLOR: '1', ...environment },
  });
}

async function parley(...args: string[]) {
  const child = start(args);
  child.stdin.end();
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

const names = [...Object.keys(commands), 'completion'];

/** Returns the help text that a command prints. */
const helpOf = async (name: string) => (await parley(name, '--help')).out;

describe('every command', () => {
  it.each(names)('explains itself: %s', async (name) => {
    const { code, out } = await parley(name, '--help');
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^parley ${name}`))]);
    expect((await parley('--help')).out).toContain(`  parley ${name} `);
  });

  it.each(names)('refuses an option that it does not have: %s', async (name) => {
    const words = name === 'otel' || name === 'ears' ? [name, 'check'] : [name];
    const { code, out } = await parley(...words, '--no-such-option');
    expect([code, out]).toEqual([exitCodes.usage, '']);
  });
});

/** Commands with `--json` and a part of what they print. Commands that serve until Ctrl-C are tested below. */
const printing: [command: string, code: number, printed: object][] = [
  ['run good.test.yml', 0, { runs: [{ name: 'good.test.yml', status: 'passed' }] }],
  ['gate good.json --rules rules.yml', 5, { verdict: 'undecided' }],
  [
    'lint good.test.yml broken.test.yml',
    3,
    { files: [{ problems: [{ severity: 'error' }] }, { problems: [] }] },
  ],
  ['import convo', 0, { tests: 1, losses: [], suite: expect.stringContaining('- test: Hours') }],
  [
    'export good.test.yml --to rasa',
    0,
    { text: expect.stringContaining('test_cases'), losses: [] },
  ],
  [
    'export good.test.yml --to botscript --output scripts',
    0,
    { files: [expect.stringContaining('scripts')] },
  ],
  ['open bad.json', 0, { file: expect.stringContaining('run.html') }],
  ['schema', 0, { title: 'Parley test suite' }],
  ['init fresh', 0, { files: [join('fresh', 'tests', 'welcome.test.yml')] }],
  ['completion', 0, { commands: expect.any(Array) }],
  ['ears check', 4, { works: false, reason: expect.any(String) }],
  ['otel check good.test.yml --wait 1 --otlp-port 4399', 4, { findings: expect.any(Array) }],
];

describe('--json', () => {
  it.each(printing)('prints one document: parley %s', async (command, code, printed) => {
    const flag = command.startsWith('gate') ? ['--json', '-'] : ['--json'];
    // A recognizer that is unavailable on any machine.
    const child = start([...command.split(' '), ...flag], {
      PARLEY_STT: 'openai',
      PARLEY_STT_URL: 'http://127.0.0.1:1/',
    });
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [ended, out] = await Promise.all([closed, text(child.stdout)]);
    expect(JSON.parse(out)).toMatchObject(printed);
    expect(ended).toBe(code);
  });

  it('is an option of every command but mcp, whose output belongs to its protocol', async () => {
    const without = [];
    for (const name of names) {
      if (!(await helpOf(name)).includes('--json')) without.push(name);
    }
    // `watch` has the options of `run`.
    expect(without).toEqual(['watch', 'mcp']);
  });
});

/** The meaning of each exit code, by command. CI scripts rely on these, so no row may change. */
const ends: [code: keyof typeof exitCodes, command: string][] = [
  ['passed', 'run good.test.yml'],
  ['failed', 'run bad.test.yml'],
  ['failed', 'run good.test.yml bad.test.yml'],
  ['usage', 'run no-such.test.yml'],
  ['usage', 'run good.test.yml --grep nothing'],
  ['usage', 'run good.test.yml -r json=no/such/folder.json'],
  ['usage', 'run good.test.yml --only-failed no-such.json'],
  ['invalidSuite', 'run broken.test.yml'],
  ['error', 'run away.test.yml'],
  ['error', 'run good.test.yml --shard 2/2'],
  ['passed', 'run good.test.yml --shard 2/2 --pass-with-no-tests'],
  ['error', 'run weak.test.yml --strict'],
  ['undecided', 'run uneven.test.yml'],
  ['passed', 'run uneven.test.yml --undecided warn'],
  ['failed', 'run uneven.test.yml --undecided fail'],
  ['passed', 'gate must.json --rules must.yml'],
  ['failed', 'gate bad.json --baseline good.json --at-least 99%'],
  ['undecided', 'gate good.json --rules rules.yml'],
  ['usage', 'gate no-such.json'],
  ['error', 'gate good.json --rules rules.yml --markdown no/such/folder.md --undecided pass'],
  ['passed', 'lint good.test.yml'],
  ['invalidSuite', 'lint broken.test.yml'],
  ['usage', 'lint no-such.test.yml'],
  ['passed', 'import convo'],
  ['usage', 'import no-such-folder'],
  ['passed', 'export good.test.yml --to rasa'],
  ['invalidSuite', 'export broken.test.yml --to rasa'],
  ['usage', 'export good.test.yml'],
  ['passed', 'open bad.json --output bad.html --force'],
  ['usage', 'open no-such.json'],
  ['usage', 'open rules.yml'],
  ['passed', 'schema testing.json'],
  ['usage', 'schema no-such-schema'],
  ['usage', 'init .'],
  ['usage', 'completion tcsh'],
  ['usage', 'watch no-such-folder'],
  ['usage', 'otel check no-such.test.yml'],
  ['invalidSuite', 'otel check broken.test.yml'],
  ['usage', 'ears calibrate no-such-folder --out a.json'],
  ['usage', 'judge'],
  ['usage', 'deploy'],
  ['usage', 'deploy --config no-such.yml'],
  ['usage', 'pull'],
  ['usage', 'mcp files'],
  ['usage', 'docs files'],
  ['usage', 'no-such-command'],
];

describe('exit codes', () => {
  it('are the documented numbers', () => {
    expect(exitCodes).toEqual({
      passed: 0,
      failed: 1,
      usage: 2,
      invalidSuite: 3,
      error: 4,
      undecided: 5,
      cancelled: 130,
    });
    const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
    const table = page.split('## Exit codes')[1] ?? '';
    for (const code of Object.values(exitCodes))
      expect(table).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
  });

  it.each(ends)('%s: parley %s', async (code, command) => {
    if (command === 'init .') write('tests/welcome.test.yml', '- test: A\n- hi\n');
    const { code: ended, err } = await parley(...command.split(' '));
    rmSync(join(folder, 'tests'), { recursive: true, force: true });
    expect([ended, err]).toEqual([exitCodes[code], expect.any(String)]);
  });

  it('says that a run was cancelled', async () => {
    const silent = createServer(() => {});
    await listening(silent);
    const child = start(['run', 'good.test.yml', '--url', addressOf(silent)]);
    await new Promise((resolve) => silent.once('request', resolve));
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(exitCodes.cancelled);
    silent.closeAllConnections();
    silent.close();
  });
});

describe('parley completion', () => {
  it('knows the options of each command from its help, and what they take', () => {
    const { about, options } = optionsOf(
      'run',
      'parley run [files]: runs suites.\n\n  -g, --grep <pattern>    only these, by name\n  --env <file or name>  an environment\n  --undecided <fail|pass>  what then\n  --changed leave-out  less\n  --strict   more\n',
    );
    expect(about).toBe('runs suites');
    expect(options.map(({ name, value, short, about }) => [name, value, short, about])).toEqual([
      ['grep', 'pattern', 'g', 'only these'],
      ['env', 'file or name', undefined, 'an environment'],
      ['undecided', 'fail|pass', undefined, 'what then'],
      ['changed', 'leave-out', undefined, 'less'],
      ['strict', undefined, undefined, 'more'],
      ['help', undefined, 'h', 'show help'],
    ]);
  });

  it('lists only options that the commands take', async () => {
    const { commands: all } = JSON.parse((await parley('completion', '--json')).out) as {
      commands: CommandOptions[];
    };
    expect(all.map(({ name }) => name)).toEqual(names);
    const taken = all.flatMap(({ name, options }) =>
      options.map((option) => ({ command: name, ...option })),
    );
    expect(taken.length).toBeGreaterThan(80);
    for (const { name, options } of all.filter(({ name }) => !['otel', 'ears'].includes(name))) {
      // Give each option a value, then add `--help`, which overrides all others.
      const words = options.flatMap((option) => [
        `--${option.name}`,
        ...(option.value === undefined ? [] : ['1']),
      ]);
      const { code, err } = await parley(name, ...words);
      expect([name, code, err]).toEqual([name, 0, '']);
    }
  });

  it('completes in bash', async () => {
    write('completion.bash', (await parley('completion', 'bash')).out);
    const completed = (...words: string[]) => {
      const script = [
        'source completion.bash',
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
        `COMP_CWORD=${words.length - 1}`,
        '_parley',
        'printf "%s\\n" "${' + 'COMPREPLY[@]}"',
      ].join('\n');
      const { stdout } = spawnSync('bash', ['--norc', '-c', script], {
        cwd: folder,
        encoding: 'utf8',
      });
      return stdout.trim().split('\n');
    };
    expect(completed('parley', 'l')).toEqual(['lint']);
    expect(completed('parley', 'run', '--gr')).toEqual(['--grep']);
    expect(completed('parley', 'gate', '--work')).toEqual(['--workers']);
    expect(completed('parley', 'run', '--undecided', '')).toEqual(['fail', 'pass', 'warn']);
    expect(completed('parley', 'otel', '')).toEqual(['check']);
    expect(completed('parley', 'run', 'goo')).toEqual(['good.json', 'good.test.yml']);
  });

  it.each(['zsh', 'fish'])(
    'prints a script for %s that the shell accepts, if it is installed',
    async (shell) => {
      const { code, out } = await parley('completion', shell);
      expect([code, out]).toEqual([0, expect.stringContaining('only-failed')]);
      write(`completion.${shell}`, out);
      const { status, error, stderr } = spawnSync(shell, ['-n', `completion.${shell}`], {
        cwd: folder,
        encoding: 'utf8',
      });
      if (!error) expect([status, stderr]).toEqual([0, '']);
    },
  );
});

describe('parley open', () => {
  it('writes one page that needs nothing else, on which words of a bot are text', async () => {
    const { out } = await parley('open', 'bad.json', '--output', 'bad.html', '--force');
    expect(out).toBe('Wrote bad.html.\n');
    const page = readFileSync(join(folder, 'bad.html'), 'utf8');
    expect(page).toContain('&lt;b&gt;Sunday&lt;/b&gt;');
    expect(page).not.toContain('<b>Sunday');
    expect(page).toContain('Expected prompt contains');
    expect(page).toContain('Monday to Friday');
    expect(page).not.toMatch(/<script|<link|<img|\bsrc=|https?:|url\(|@import/);
    expect(page).toContain("default-src 'none'");
    expect((await parley('open', 'bad.json', '--output', 'bad.html')).code).toBe(exitCodes.usage);
  });

  it('is what the reporter html writes', async () => {
    await parley('run', 'bad.test.yml', '-r', 'html=direct.html');
    const steady = (path: string) =>
      readFileSync(join(folder, path), 'utf8').replaceAll(/\d{4}-[\d\-T:.]+Z|[\d.]+ m?s\b/g, '…');
    await parley('open', 'bad.json', '--output', 'opened.html', '--force');
    expect(steady('direct.html')).toBe(steady('opened.html'));
  });
});

describe('parley watch', () => {
  it('runs suites again when one has changed, and ends with Ctrl-C', async () => {
    write('watched/a.test.yml', readFileSync(join(folder, 'good.test.yml'), 'utf8'));
    const child = start(['watch', 'watched', '-r', 'list', '-r', 'json=watched/out.json']);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => (printed += bytes));
    const has = (words: string | RegExp) =>
      vi.waitFor(() => expect(printed).toMatch(words), { timeout: 20_000 });
    await has('1 passed');
    await has('Waiting for changes');
    printed = '';
    write('watched/notes.md', 'Not a suite.');
    await new Promise((waited) => setTimeout(waited, 700));
    expect(printed).toBe('');
    write('watched/a.test.yml', readFileSync(join(folder, 'bad.test.yml'), 'utf8'));
    await has('a.test.yml has changed');
    await has('1 failed');
    await has('Waiting for changes');
    printed = '';
    write('watched/a.test.yml', readFileSync(join(folder, 'broken.test.yml'), 'utf8'));
    await has('must be 1 or 2');
    await has('Waiting for changes');
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(exitCodes.cancelled);
  });
});
