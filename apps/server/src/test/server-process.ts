/** The server as a program of its own, as `npm start` starts it, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../../../scripts/build-server.mjs';
import type { Role } from '../role.ts';
import { ownEnvironment } from './own-environment.ts';
import { programOptions } from './program-options.ts';

/** As `npm start` and the deployments do. */
const heapOption = '--max-old-space-size=2000';

const source = fileURLToPath(new URL('../main.ts', import.meta.url));

const startTimeoutMs = 90_000;

export interface ServerProcess {
  /** Where it serves; a worker serves nobody. */
  url: string;
  child: ChildProcess;
  /** From the start of the program until it served. */
  startMs: number;
  /** What it printed. */
  output(): string;
  isRunning(): boolean;
  /** Returns when the process is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * `environment` names PARLEY_DATA_DIR at least, and PORT unless the role is `worker`. A preload that puts
 * something in the place of a library's reaches the program only where it is not `isBuilt`.
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
  // A test that fails leaves no server behind.
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
