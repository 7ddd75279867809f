// What ends npm alone, such as `kill` or a closed terminal, does not reach what npm runs: npm runs it by a
// shell, which on Debian and Ubuntu keeps signals to itself. So a program looks whether npm is still there.
import { readFileSync } from 'node:fs';

const lookEveryMs = 500;

/** Ends this process as a closed terminal would, as soon as npm has exited. Does nothing on Windows. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const runBy = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === runBy) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGHUP');
  }, lookEveryMs);
  timer.unref();
}

/** The parent process; if that is npm's shell, also the parent of the shell. They change when a parent exits. */
function ancestors() {
  const { ppid } = process;
  return isShell(ppid) ? `${ppid} ${parentOf(ppid)}` : `${ppid}`;
}

/**
 * Detects a shell from /proc on Linux. Elsewhere, for example on macOS, `sh` is replaced by the program that it runs.
 * @param {number} pid
 */
const isShell = (pid) => read(`/proc/${pid}/cmdline`).split('\0')[1] === '-c';

/** @param {number} pid */
const parentOf = (pid) => /^PPid:\t(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1];

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
