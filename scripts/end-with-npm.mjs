// A signal that ends only npm, for example from `kill` or a closed terminal, does not reach the program that npm runs: npm
// uses a shell, which does not pass signals on under Debian and Ubuntu. Programs therefore check whether npm is still running.
import { readFileSync } from 'node:fs';

const lookEveryMs = 500;

/** Ends this process with SIGHUP, as a closed terminal would, soon after npm has exited. Does nothing on Windows. */
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

/**
 * Returns the id of the parent process; if that is npm's shell, also the id of the shell's parent. The value changes when one
 * of them exits.
 */
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
