/** Starts the server in a separate process, as `npm start` does, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../../../scripts/build-server.mjs';
import type { Role } from '../role.ts';
import { ownEnvironment } from './own-environment.ts';
import { programOptions } from './program-options.ts';

/** Heap limit that `npm start` and the deployments set. */
const heapOption = '--max-old-space-size=2000';

const source = fileURLToPath(new URL('../main.ts', import.meta.url));

const startTimeoutMs = 90_000;

export interface ServerProcess {
  /** URL of the server; useless for a worker, which serves none. */
  url: string;
  child: ChildProcess;
  /** Milliseconds from the start of the process until the server was ready. */
  startMs: number;
  /** Returns everything that the process has printed. */
  output(): string;
  isRunning(): boolean;
  /** Sends a signal and resolves when the process is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts the server. `environment` has to contain PARLEY_DATA_DIR, and PORT unless the role is `worker`. Preloaded modules that
 * replace parts of a library require `isBuilt: false`.
 */
export async function startServerProcess(
  environment: Record<string, string>,
  role: Role = 'all',
  { isBuilt = true } = {},
): Promise<ServerProcess> {
  const program = isBuilt ? fileURLToPath(await buildServer()) : source;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [heapOption, ...programOptions, program, role], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ownEnvironment({
      NODE_ENV: 'production',
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_DEMO_BOT: 'off',
      ...environment,
    }),
  });
  // A failed test must not leave a server behind.
  const killIt = () => child.kill('SIGKILL');
  process.once('exit', killIt);
  child.once('exit', () => process.off('exit', killIt));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const url = `http://127.0.0.1:${environment.PORT}`;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const isReady = role === 'worker' ? async () => output.includes('The worker waits') : serves(url);
  await untilReady(child, isReady, () => output);
  return {
    url,
    child,
    startMs: performance.now() - startedAt,
    output: () => output,
    isRunning,
    async end(signal) {
      if (!isRunning()) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

function serves(url: string): () => Promise<boolean> {
  return () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
}

async function untilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output()}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not serve in time:\n${output()}`);
    }
    await sleep(25);
  }
}
