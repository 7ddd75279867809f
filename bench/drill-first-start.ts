/**
 * R20. In each round, a server with the embedded database is killed with SIGKILL at a random point of its first start in a new
 * folder, and the next start in that folder must succeed. While a server is running, a second one must be refused, with an
 * error that names the process ID of the first. The drill kill-writers covers acknowledged writes.
 *
 *   npm run drill -- first-start [--quick] [--rounds N] [--seed N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@parley/server/testing/free-port';
import { ownEnvironment } from '@parley/server/testing/own-environment';
import { runProgram } from '@parley/server/testing/run-program';
import { startServerProcess } from '@parley/server/testing/server-process';
import { runDrill } from './drill/drill.ts';

const program = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

await runDrill('first-start', 'R20', async (drill) => {
  const kills = drill.rounds({ full: 100, quick: 2 });
  const first = await startOn(newFolder());
  const firstStartMs = first.startMs;
  await first.end('SIGTERM');
  let unusable = 0;
  let admitted = 0;
  let withoutNumber = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const folder = newFolder();
    await killStart(folder, drill.random.between(0, firstStartMs));
    const server = await startOn(folder).catch((error) => console.error(String(error)));
    if (server === undefined) {
      unusable += 1;
      continue;
    }
    // Only sometimes, because it takes as long as a start.
    if (kill % 10 === 0) {
      const second = await runProgram('main', [], await settingsOf(folder));
      if (second.code === 0) admitted += 1;
      if (!second.output.includes(`(process ${server.child.pid})`)) withoutNumber += 1;
    }
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true });
  }
  drill.note('first start ms', Math.round(firstStartMs));
  drill.atLeast('first starts killed', kills, 1);
  drill.exactly('folders that did not open afterwards', unusable, 0);
  drill.exactly('second servers let in', admitted, 0);
  drill.exactly('refusals that do not name the process', withoutNumber, 0);

  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'parley-first-'));
    drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
});

async function settingsOf(folder: string): Promise<Record<string, string>> {
  return { PARLEY_DATA_DIR: folder, PORT: String(await freePort()), DATABASE_URL: '' };
}

async function startOn(folder: string) {
  return startServerProcess(await settingsOf(folder));
}

async function killStart(folder: string, afterMs: number): Promise<void> {
  const env = ownEnvironment({ ...(await settingsOf(folder)), PARLEY_DEMO_BOT: 'off' });
  const child = spawn(process.execPath, [program], { stdio: 'ignore', env });
  const gone = once(child, 'exit');
  await sleep(afterMs);
  child.kill('SIGKILL');
  await gone;
}
