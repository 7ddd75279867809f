import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const watchdog = new URL('./watchdog.ts', import.meta.url).href;

/**
 * Runs a program under a watchdog that lets it block for at most 2 s.
 *
 * @returns how it ended and what it printed
 */
async function runWatched(act: string) {
  const source = `import { startWatchdog } from '${watchdog}';
    const watchdog = startWatchdog(2000);
    setTimeout(async () => { ${act} }, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, said };
}

describe('the watchdog', { timeout: 90_000 }, () => {
  it('ends a process that never yields, and says so', async () => {
    const { signal, said } = await runWatched('for (;;);');
    expect(signal).toBe('SIGKILL');
    expect(said).toContain('stood still');
  });

  it('leaves a process alone that only waits, and does not keep it from ending', async () => {
    const waits = 'await new Promise((done) => setTimeout(done, 5000));';
    expect(await runWatched(waits)).toMatchObject({ code: 0, signal: null });
    expect(await runWatched('await watchdog.close();')).toMatchObject({ code: 0 });
  });
});
