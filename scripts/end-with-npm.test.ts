import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const own = new URL('./end-with-npm.mjs', import.meta.url);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley npm-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a program through npm. It writes its process id, and another word when it ends in an orderly way. */
async function startByNpm() {
  const scripts = { start: 'node --no-warnings program.mjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { writeFileSync } from 'node:fs';
    import { endWithNpm } from '${own}';
    endWithNpm();
    for (const signal of ['SIGHUP', 'SIGTERM'])
      process.on(signal, () => {
        writeFileSync('said', 'ended');
        process.exit();
      });
    setTimeout(() => {}, 15_000);
    writeFileSync('said', String(process.pid));`,
  );
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
  const pid = await vi.waitFor(
    () => Number(said()) || Promise.reject(new Error('not yet')),
    10_000,
  );
  return { npm, pid };
}

const said = () => readFileSync(join(folder, 'said'), 'utf8');

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a program that ends with npm', () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'ends in order after %s to npm alone',
    async (signal) => {
      const { npm, pid } = await startByNpm();
      expect(isRunning(pid)).toBe(true);
      npm.kill(signal);
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5000);
      expect(said()).toBe('ended');
    },
  );

  it('goes on while npm does', async () => {
    const { npm, pid } = await startByNpm();
    await new Promise((passed) => setTimeout(passed, 1200));
    expect(isRunning(pid)).toBe(true);
    npm.kill();
  });
});
