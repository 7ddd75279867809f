import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { program } from './testing/program.ts';

const execute = promisify(execFile);
const page = fileURLToPath(new URL('../../../docs/moving.md', import.meta.url));

let bot: DemoBot;
let folder: string;
/** Writes the files that docs/moving.md shows into the folder. */
beforeAll(async () => {
  bot = await startDemoBot();
  folder = await mkdtemp(join(tmpdir(), 'parley-moving-'));
  const text = await readFile(page, 'utf8');
  for (const [, name = '', content = ''] of text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```/gm)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
});
afterAll(async () => {
  await bot.close();
  await rm(folder, { recursive: true });
});

const parley = (...args: string[]) =>
  execute(process.execPath, [program, ...args], { cwd: folder });

/** Runs a suite against the demo bot. */
async function run(file: string) {
  const text = await readFile(join(folder, file), 'utf8');
  const channel = `channel: { kind: http, url: "${bot.url}" }`;
  const reached = text.includes('configuration:')
    ? text.replace(/^configuration:.*$/m, (line) => `${line}\n  ${channel}`)
    : `configuration: { ${channel} }\n---\n${text}`;
  await writeFile(join(folder, `reached-${file}`), reached);
  return parley('run', `reached-${file}`);
}

it('runs a file of Bespoken once it knows how the bot is reached', async () => {
  await parley('lint', 'bespoken.e2e.yml');
  expect((await run('bespoken.e2e.yml')).stdout).toContain('1 passed');
});

it.each(['convo', 'rasa'])('runs what was imported from the folder %s', async (from) => {
  const file = `${from}.test.yml`;
  const { stderr } = await parley('import', from, '--output', file);
  expect(stderr).toContain('1 test with 2 interactions imported');
  expect((await run(file)).stdout).toContain('1 passed');
});

it('writes an imported suite in both other formats again', async () => {
  await parley('import', 'rasa', '--output', 'back.test.yml');
  await parley('export', 'back.test.yml', '--to', 'botscript', '--output', 'back');
  await parley('export', 'back.test.yml', '--to', 'rasa', '--output', 'back.yml');
  expect(await readFile(join(folder, 'back.yml'), 'utf8')).toContain('test_cases');
});
