import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packCli } from './pack-cli.mjs';

const execute = promisify(execFile);

let bot: DemoBot;
let folder: string;
let program: string;
beforeAll(async () => {
  bot = await startDemoBot();
  // Outside the repository, so that its node_modules cannot be found.
  folder = await mkdtemp(join(tmpdir(), 'parley-packed-'));
  const archive = await packCli(folder);
  await execute('tar', ['-xzf', archive, '-C', folder]);
  program = join(folder, 'package/bin/parley.mjs');
}, 180_000);
afterAll(async () => {
  await bot.close();
  await rm(folder, { recursive: true });
});

const parley = (...args: string[]) =>
  execute(process.execPath, [program, ...args], { cwd: folder, env: { NO_COLOR: '1' } });

interface Ended {
  code?: number;
  stdout: string;
  stderr: string;
}

/** Runs the program on a simulated older Node, on which all files of the program except the first would fail to load. */
function parleyOn(version: string, ...args: string[]): Promise<Ended> {
  const asModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const isTooOld = version < '22.19';
  const older = asModule(`
    import { registerHooks } from 'node:module';
    Object.defineProperty(process.versions, 'node', { value: '${version}' });
    if (${isTooOld}) registerHooks({
      load(url, context, next) {
        if (url.includes('/parts/')) throw new SyntaxError('Not for this Node');
        return next(url, context);
      },
    });
  `);
  return execute(process.execPath, ['--import', older, program, ...args], {
    cwd: folder,
    env: { NO_COLOR: '1' },
  });
}

describe('the packed command line', () => {
  it('runs a suite with nothing else installed', async () => {
    await mkdir(join(folder, 'tests'));
    const suite = [
      `configuration: { channel: { kind: http, url: "${bot.url}" } }`,
      '- test: Hours\n- opening hours: Monday to Friday',
    ];
    await writeFile(join(folder, 'tests/bank.yml'), suite.join('\n---\n'));
    const { stdout } = await parley('run');
    expect(stdout).toContain('1 passed');
  });

  it('says its version', async () => {
    const { stdout } = await parley('--version');
    const { version } = JSON.parse(await readFile('packages/cli/package.json', 'utf8'));
    expect(stdout).toBe(`${version}\n`);
  });

  it('says which Node it needs on an older one, with the exit code of a wrong command', async () => {
    const ended = await parleyOn('22.18.0', 'run').catch((error: Ended) => error);
    expect(ended).toMatchObject({
      stdout: '',
      stderr: 'parley needs Node 22.19 or newer and found 22.18.0.\n',
      code: 2,
    });
    expect((await parleyOn('22.19.0', '--version')).stderr).toBe('');
  });

  it('does not end as if a test had failed where a part of it is missing', async () => {
    const parts = join(folder, 'package/bin/parts');
    await rename(parts, `${parts}-away`);
    const ended = await parley('run').catch((error: Ended) => error);
    await rename(`${parts}-away`, parts);
    expect(ended).toMatchObject({ code: 4 });
  });

  it('declares nothing as Node 22 does not know it', async () => {
    const files = await readdir(join(folder, 'package/bin'), { recursive: true });
    const programs = files.filter((file) => file.endsWith('.mjs'));
    expect(programs.length).toBeGreaterThan(1);
    for (const file of programs) {
      const text = await readFile(join(folder, 'package/bin', file), 'utf8');
      expect(text).not.toMatch(/^\s*(await )?using /m);
    }
  });

  it('says what a test of a chat widget needs beside it', async () => {
    const suite = [
      'configuration: { channel: { kind: browser, url: "http://127.0.0.1:9/", input: "#say", reply: ".reply" } }',
      '- test: Hours\n- opening hours: Monday to Friday',
    ];
    await writeFile(join(folder, 'widget.yml'), suite.join('\n---\n'));
    const failed = await parley('run', 'widget.yml').catch((error: { stdout: string }) => error);
    expect(failed.stdout).toContain('playwright-core');
  });
});
