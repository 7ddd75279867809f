// Starts programs that end together with this process, however it ends.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Time in milliseconds that a program has to end in an orderly way. */
const endMs = 5000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

let isEnding = false;

/**
 * @typedef {object} ProgramOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeout] milliseconds after which it is ended
 * @property {string} [file] file to which its output is appended, instead of the terminal
 */

/**
 * @param {string} program @param {string[]} args @param {ProgramOptions} [options]
 * @returns {Promise<number | null>} the exit code; null if it was killed
 */
export function runProgram(program, args, { file, timeout, ...options } = {}) {
  const output = file === undefined ? undefined : openSync(file, 'a');
  const stdio = output === undefined ? 'inherit' : ['ignore', output, output];
  const { child, exited } = start(program, args, {
    ...options,
    stdio: /** @type {'inherit'} */ (stdio),
  });
  if (output !== undefined) closeSync(output);
  if (timeout !== undefined) endAfter(child, timeout);
  return exited;
}

/**
 * Ends a program after a time limit, and kills it if it does not respond.
 * @param {import('node:child_process').ChildProcess} child @param {number} ms
 */
function endAfter(child, ms) {
  const timer = setTimeout(() => void endAll([child], 'SIGTERM'), ms);
  child.once('exit', () => clearTimeout(timer));
}

/**
 * Asks programs to end in an orderly way, then kills those that remain, including everything they started.
 * @param {import('node:child_process').ChildProcess[]} children @param {NodeJS.Signals} signal
 */
async function endAll(children, signal) {
  const pids = children.flatMap(({ pid }) => pid ?? []);
  const withTheirs = withDescendants(pids);
  for (const child of children) child.kill(signal);
  const deadline = Date.now() + endMs;
  while (pids.some(isRunning) && Date.now() < deadline) await sleep(50);
  for (const pid of withTheirs.filter(isRunning)) process.kill(pid, 'SIGKILL');
}

/**
 * Finds the descendants of processes from /proc on Linux; elsewhere, only the processes themselves.
 * @param {number[]} pids
 * @returns {number[]} the given ones first
 */
function withDescendants(pids) {
  const found = new Set(pids);
  const parents = (process.platform === 'linux' ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  for (const known of found)
    for (const { pid, parent } of parents) if (parent === known) found.add(pid);
  return [...found];
}

/** @param {string} pid @returns {number | undefined} undefined if the process has exited in the meantime */
function parentOf(pid) {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {string} program @param {string[]} args */
export async function readProgram(program, args) {
  const { child, exited } = start(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [status, ...texts] = await Promise.all([
    exited,
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ]);
  return { status, output: texts.join('') };
}

/** @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} options */
function start(program, args, options) {
  const child = spawn(program, args, { cwd: root, ...options });
  running.add(child);
  /** @type {Promise<number | null>} never settles once everything is ending, so that nothing more is started */
  const exited = new Promise((resolve, reject) => {
    child.once('exit', (status) => {
      running.delete(child);
      if (!isEnding) resolve(status);
    });
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
  });
  return { child, exited };
}

/**
 * Makes Ctrl-C, a closed terminal or a CI timeout end all programs in an orderly way before this process ends.
 * @param {() => void} atLast called once all programs have ended
 */
export function endTogether(atLast) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.once(signal, async () => {
      isEnding = true;
      await endAll([...running], signal);
      atLast();
      console.log(`\nEnded by ${signal}, before everything had run.`);
      process.exit(128 + constants.signals[signal]);
    });
}
