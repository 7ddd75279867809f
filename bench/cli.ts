/**
 * What a run from the command line costs from its start to its end: 200 conversations of one turn over
 * HTTP, read from a file. Seconds of CPU of the program and of nothing else; the median counts.
 *
 *   npm run bench -- cli [--rounds N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startDemoBot } from '@parley/demo-bot';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const conversations = 200;

const program = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url));
const bot = await startDemoBot();
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const tests = Array.from(
  { length: conversations },
  (_, index) => `- test: Conversation ${index + 1}\n- opening hours: Monday to Friday\n`,
);
const head = `configuration: { channel: { kind: http, url: "${bot.url}" } }\n`;
writeFileSync(join(folder, 'a.test.yml'), [head, ...tests].join('---\n'));

// The first run fills the cache of compiled code, as the first run on any machine does.
const first = await measure(['run', 'a.test.yml']);
const whole: number[] = [];
const start: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  whole.push(await measure(['run', 'a.test.yml']));
  start.push(await measure(['--version']));
}
await bot.close();
rmSync(folder, { recursive: true });

const ours = median(whole);
const goal = 0.8;
console.log('\n                                          CPU s   (median)');
console.log(`parley run, ${conversations} conversations         ${ours.toFixed(2).padStart(13)}`);
console.log(`the same, for the first time            ${first.toFixed(2).padStart(7)}`);
console.log(`parley --version                        ${median(start).toFixed(2).padStart(7)}`);
console.log(
  JSON.stringify({
    bench: 'cli',
    unit: `s CPU for the start and ${conversations} conversations`,
    ours,
    oursFirst: first,
    rounds,
    // Measured on the machine of this project.
    peers: { 'botium-core': 2.6, 'skill-testing-ml': 2.1 },
    goal,
    ok: ours <= goal,
  }),
);

/** The program tells its own CPU time when it ends. */
async function measure(args: string[]): Promise<number> {
  const told =
    'process.on("exit",()=>{const{user,system}=process.cpuUsage();require("node:fs").writeSync(3,String(user+system))})';
  const teller = join(folder, 'tell.cjs');
  writeFileSync(teller, told);
  const child = spawn(process.execPath, ['--require', teller, program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let text = '';
  child.stdio[3]?.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}.`);
  return Number(text) / 1e6;
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
