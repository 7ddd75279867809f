// What ends npm alone, such as `kill` or a closed terminal, does not reach what npm runs: npm runs it by a
// shell, which on Debian and Ubuntu keeps signals to itself. So a program looks whether npm is still there.
import { readFileSync } from 'node:fs';

const lookEveryMs = 500;

/** Ends this process as a closed terminal would, as soon as npm is gone. Windows is not looked after. */
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

/** The parent, and if that is the shell of npm, the parent of it. A process without one gets another. */
function ancestors() {
  const { ppid } = process;
  return isShell(ppid) ? `${ppid} ${parentOf(ppid)}` : `${ppid}`;
}

/** Told from /proc, which Linux has. Elsewhere, as on macOS, `sh` gives way to what it runs. @param {number} pid */
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
