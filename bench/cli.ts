/**
 * Measures a complete run of the command line: 200 conversations of five turns over HTTP, read from a file. The result is the
 * median CPU time, in seconds, of the program and its child processes. Other test runners hold the same conversations
 * alternately for comparison.
 *
 *   npm run bench -- cli [--rounds N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { replyTo, turns } from './engine/conversations.ts';
import { installRunners } from './engine/peers.ts';
import { testingJson } from './engine/testing-json.ts';
import { median } from './lib/median.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const conversations = 200;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const parley = here('../packages/cli/src/main.ts');
const bot = spawn(process.execPath, [here('engine/echo-bot.ts'), '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = await once(createInterface(bot.stdout), 'line');
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const runners = await installRunners();
writeSuites();

interface Row {
  name: string;
  args: string[];
  /** Text that the output must contain on success, instead of exit code 0. */
  says?: string;
  seconds: number[];
}
const row = (name: string, ...args: string[]): Row => ({ name, args, seconds: [] });
/** Creates a row for a runner that exits with 1 if its vendor's service does not accept the results. */
const jest = (name: string, ...args: string[]): Row => ({
  ...row(name, ...args),
  says: `${conversations} passed`,
});
const installed = (path: string) => join(runners ?? '', 'node_modules', path);
const ours = row('parley run', parley, 'run', 'suite.yml');
const start = row('parley --version', parley, '--version');
const botium = row(
  'botium-core',
  here('engine/peer-botium.ts'),
  runners ?? '',
  'http',
  String(port),
  String(conversations),
  '20',
);
const skillTesting = jest(
  'skill-testing-ml',
  installed('skill-testing-ml/dist/bin/SkillTester.js'),
);
const bespoken = jest('bespoken-tools', installed('.bin/bst'), 'test');
const rows = [ours, start, ...(runners ? [botium, skillTesting, bespoken] : [])];

// The first run fills the cache of compiled code, as on any machine.
let first = Number.NaN;
try {
  first = await measure(ours);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of rows) one.seconds.push(await measure(one));
  }
} finally {
  bot.kill();
  rmSync(folder, { recursive: true });
}

const goal = 0.8;
console.log(`\n${conversations} conversations of ${turns.length} turns           CPU s   (median)`);
for (const { name, seconds } of rows) print(name, median(seconds));
print('parley run, for the first time', first);
const peersMeasured = [botium, skillTesting, bespoken].map(({ name, seconds }) => [
  name,
  // null if it could not be installed.
  median(seconds),
]);
console.log(
  JSON.stringify({
    bench: 'cli',
    unit: `s CPU for the start and ${conversations} conversations`,
    ours: median(ours.seconds),
    oursFirst: first,
    rounds,
    peers: Object.fromEntries(peersMeasured),
    goal,
    ok: median(ours.seconds) <= goal,
  }),
);

/** Writes the same conversations as a Parley suite and as a Bespoken suite, whose runners find it by file name. */
function writeSuites() {
  const tests = Array.from(
    { length: conversations },
    (_, index) =>
      `- test: Conversation ${index + 1}\n${turns.map((text) => `- ${text}: "${replyTo(text)}"\n`).join('')}`,
  );
  const channel = `{ channel: { kind: http, url: "http://127.0.0.1:${port}/" } }`;
  const suite = (configuration: string) =>
    [`---\nconfiguration: ${configuration}\n`, ...tests].join('---\n');
  writeFileSync(join(folder, 'suite.yml'), suite(channel));
  writeFileSync(join(folder, 'testing.json'), JSON.stringify(testingJson));
  writeFileSync(join(folder, 'b.e2e.yml'), suite('{ locale: en-US }'));
}

/** Measures a program in CPU seconds. Each of its processes reports its own CPU time on exit. */
async function measure({ args, says }: Row): Promise<number> {
  const told = join(folder, 'told.txt');
  const heard = join(folder, 'heard.txt');
  const teller = join(folder, 'tell.cjs');
  writeFileSync(told, '');
  writeFileSync(
    teller,
    `process.on("exit",()=>{const{user,system}=process.cpuUsage();require("node:fs").appendFileSync(${JSON.stringify(told)},user+system+"\\n")})`,
  );
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // Use a file, because a program that exits on its own does not wait for a pipe.
    stdio: ['ignore', 'ignore', openSync(heard, 'w')],
    env: {
      ...process.env,
      NODE_OPTIONS: `--require ${teller}`,
      VIRTUAL_DEVICE_BASE_URL: `http://127.0.0.1:${port}`,
    },
  });
  const [code] = await once(child, 'close');
  const said = readFileSync(heard, 'utf8');
  const isWell = says === undefined ? code === 0 : said.includes(says);
  if (!isWell) throw new Error(`${args.join(' ')} ended with ${code}: ${said.slice(-2_000)}`);
  const times = readFileSync(told, 'utf8').trim().split('\n').map(Number);
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

function print(name: string, seconds: number): void {
  console.log(`${name.padEnd(40)}${seconds.toFixed(2).padStart(7)}`);
}
