/**
 * Runs the suites in examples/suites against the example bots that their READMEs tell the reader to start. The widget and phone
 * suites are only compared with their tutorials, which have a test of their own.
 */
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoBot, startDemoBot } from '../examples/demo-bot/src/demo-bot.ts';
import { type OrderAgent, startOrderAgent } from '../examples/order-agent/src/order-agent.ts';
import { program } from '../packages/cli/src/testing/program.ts';
import { publicApi } from '../packages/contract/src/index.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const source = 'examples/suites';

let bot: DemoBot;
let agent: OrderAgent;
let wrongAgent: OrderAgent;
/** Folder with copies of the suites, adapted to the addresses of these bots. */
let folder: string;

beforeAll(async () => {
  bot = await startDemoBot();
  agent = await startOrderAgent();
  wrongAgent = await startOrderAgent({ refundsTwice: true });
  folder = mkdtempSync(join(tmpdir(), 'parley-examples-'));
  cpSync(source, folder, { recursive: true });
  for (const file of globSync(`${folder}/*/*.test.yml`)) {
    const suite = readFileSync(file, 'utf8')
      .replaceAll(/127\.0\.0\.1:(4010|3001)/g, new URL(bot.url).host)
      .replaceAll('127.0.0.1:4030', new URL(agent.url).host);
    writeFileSync(file, suite);
  }
});

afterAll(async () => {
  await Promise.all([bot.close(), agent.close(), wrongAgent.close()]);
  rmSync(folder, { recursive: true });
});

async function parley(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const [code, output] = await Promise.all([closed, text(child.stdout)]);
  return { code, output };
}

/** Returns the first suite shown in a tutorial; scripts/docs-commands.test.ts runs it. */
const firstSuiteOf = (tutorial: string) =>
  /^```yaml.*\n([\s\S]*?)^```/m.exec(readFileSync(`docs/${tutorial}.md`, 'utf8'))?.[1];

describe('the examples', () => {
  it('pass on the bots that they are for', async () => {
    const ran = await parley('run', 'http', 'websocket', 'agent', 'monitor', 'load', '--strict');
    expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('8 passed') });
  });

  it('fail on an agent that refunds twice', async () => {
    const { code, output } = await parley('run', 'agent', '--url', wrongAgent.url);
    expect(code).toBe(1);
    expect(output).toContain('refund_order was called twice.');
  });

  it('block the version that refunds twice', async () => {
    const versions = ['--url', wrongAgent.url, '--baseline-url', agent.url];
    const { code, output } = await parley('gate', 'gate', ...versions);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(/blocked/) });
  });

  it('show the suites of the tutorials, which are run there', () => {
    for (const [file, tutorial] of [
      ['widget/widget', 'widget-tutorial'],
      ['phone/bank', 'phone-tutorial'],
    ] as const)
      expect(readFileSync(`${source}/${file}.test.yml`, 'utf8')).toBe(firstSuiteOf(tutorial));
  });

  it('turn a monitor on with a body that the API takes', () => {
    const body = JSON.parse(readFileSync(`${source}/monitor/monitor.json`, 'utf8'));
    expect(publicApi.writeMonitor.body?.safeParse(body)).toMatchObject({ success: true });
  });

  it('each have a page that the first one names, with commands that there are', () => {
    const first = readFileSync(`${source}/README.md`, 'utf8');
    const folders = globSync(`${source}/*/`).map((path) => path.split(/[\\/]/).at(-1));
    expect(folders).toHaveLength(8);
    for (const name of folders) {
      expect(first).toContain(`](${name}/README.md)`);
      const page = readFileSync(`${source}/${name}/README.md`, 'utf8');
      const files = page.match(/(?<= )(?:examples|packages)\/[\w./-]+/g) ?? [];
      expect(files.filter((file) => globSync(file).length === 0)).toEqual([]);
      expect(page).toMatch(/```sh\n/);
    }
  });
});
