import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const lanes = new URL('./lanes.mjs', import.meta.url);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lanes-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The code of the layers as text. In addition to a layer's usual parameters, it can use `says(run, text)` and `waits(run)`. */
interface Layers {
  first: string;
  beside: string;
  after?: string;
}

/** Starts a program like `npm test`, but with these layers. */
function start({ first, beside, after = 'return good;' }: Layers) {
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { setTimeout as sleep } from 'node:timers/promises';
    import { runRows } from '${lanes}';
    const good = { passed: 1, failed: 0 };
    const node = (run, text, options) => run(process.execPath, ['-e', text], options);
    const says = (run, text) => node(run, \`console.log('\${text}')\`);
    const waits = (run) => node(run,
      'if (!process.env.INNER) require("node:child_process").spawn(process.execPath, ["-e", process._eval],' +
      '{ env: { INNER: "1" }, stdio: "ignore" });' +
      'require("node:fs").appendFileSync("${join(folder, 'pids')}", process.pid + " "); setTimeout(() => {}, 60000)');
    const first = async ({ print, run, untilAlone }) => { ${first} };
    const beside = async ({ print, run, untilAlone }) => { ${beside} };
    const after = async ({ print, run, untilAlone }) => { ${after} };
    process.exitCode = await runRows(
      [[{ name: 'first', run: first }, { name: 'beside', run: beside }], [{ name: 'after', run: after }]],
      { seconds: 60, files: {} },
    );`,
  );
  const child = spawn(process.execPath, [join(folder, 'program.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    output,
    lines: output.trimEnd().split('\n'),
  }));
  return { child, ended };
}

const run = (layers: Layers) => start(layers).ended;

const good = 'return good;';
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('shows what the second lane printed in one piece, after the first one', async () => {
  const { code, output, lines } = await run({
    first: `while (!globalThis.isSaid) await sleep(10); await says(run, 'one'); ${good}`,
    beside: `print('two'); await says(run, 'three'); globalThis.isSaid = true; ${good}`,
    after: `print('four'); ${good}`,
  });
  expect(code, output).toBe(0);
  const said = lines.filter((line) => line !== '' && !/\d+ s {2}/.test(line));
  expect(said).toEqual([
    '── first (beside it beside, shown later) ──',
    'one',
    '── beside ──',
    'two',
    'three',
    '── after ──',
    'four',
    '3 passed, 0 failed',
  ]);
});

const bad = 'return { passed: 4, failed: 1 };';
const breaksOff = "throw new Error('There is no such program');";

it.each([
  ['a test fails in the first lane', bad, good, '6 passed, 1 failed'],
  ['a test fails in the second lane', good, bad, '6 passed, 1 failed'],
  ['the first lane breaks off', breaksOff, good, '2 passed, 1 failed'],
  ['the second lane breaks off', good, breaksOff, '2 passed, 1 failed'],
  [
    'the second lane breaks off before the first ends',
    `await sleep(300); ${good}`,
    breaksOff,
    '2 passed, 1 failed',
  ],
  [
    'a test fails in the second lane long after the first',
    good,
    `await sleep(300); ${bad}`,
    '6 passed, 1 failed',
  ],
])('is red where %s', async (_, first, beside, closing) => {
  const { code, lines } = await run({ first, beside });
  expect(lines.at(-1)).toBe(closing);
  expect(code).toBe(1);
});

it('says in the line of a layer, and above, why it broke off', async () => {
  const { output } = await run({
    first: good,
    beside: "await run('/nowhere/at-all', []); return good;",
  });
  expect(output).toMatch(
    /^beside .* 0 passed, 1 failed \(broke off: .*\/nowhere\/at-all ENOENT\)$/m,
  );
});

it('counts skipped tests and retries of the second lane, and names its files over their budgets', async () => {
  const { code, lines } = await run({
    first: good,
    beside: `return { passed: 2, failed: 0, skipped: 3, retried: ['a.test.ts: waits'],
      files: [{ file: 'a.test.ts', seconds: 61 }] };`,
  });
  expect(lines.slice(-3)).toEqual([
    'passed on a retry: beside: a.test.ts: waits',
    'over its budget of 60 s: beside: a.test.ts took 61 s',
    '4 passed, 0 failed, 3 skipped, 1 on a retry',
  ]);
  expect(code).toBe(0);
});

it('lets the second lane wait for the end of the first', async () => {
  const { output } = await run({
    first: `await sleep(300); print('one'); globalThis.isOver = true; ${good}`,
    beside: `await untilAlone(); print(\`alone: \${globalThis.isOver}\`); ${good}`,
  });
  expect(output).toContain('alone: true');
});

it.each([
  ['waits', 'setTimeout(() => {}, 60_000)'],
  ['is stuck', "process.on('SIGTERM', () => {}); for (;;);"],
])('ends a program after its time that %s, which has no exit code then', async (_, text) => {
  const { output } = await run({
    first: good,
    beside: `const code = await node(run, "${text.replaceAll("'", "\\'")}", { timeout: 200 });
      print(\`code \${code}\`); ${good}`,
  });
  expect(output).toContain('code null');
});

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'ends the programs of both lanes and what they started on %s, and shows what they printed',
  async (signal) => {
    const { child, ended } = start({
      first: `await waits(run); print('went on'); ${good}`,
      beside: `print('said before'); await waits(run); await waits(run); ${good}`,
    });
    const started = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split(' ').map(Number);
    await vi.waitFor(() => expect(started()).toHaveLength(4), 15_000);
    child.kill(signal);
    const { code, output } = await ended;
    expect(started()).toHaveLength(4);
    await vi.waitFor(() => expect(started().filter(isRunning)).toEqual([]), 5000);
    expect(output).toContain('said before');
    expect(output).toContain(`Ended by ${signal}`);
    expect(output).not.toContain('went on');
    expect(code).toBeGreaterThan(128);
  },
);
