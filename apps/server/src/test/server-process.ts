/** The server as a program of its own, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

const startTimeoutMs = 90_000;

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** From the start of the program until it served. */
  startMs: number;
  /** What it printed. */
  output(): string;
  /** Returns when the process is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** `environment` names PORT and PARLEY_DATA_DIR at least. */
export async function startServerProcess(
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_DEMO_BOT: 'off',
      ...environment,
    },
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
  await untilReady(url, child, () => output);
  return {
    url,
    child,
    startMs: performance.now() - startedAt,
    output: () => output,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output()}`);
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not serve in time:\n${output()}`);
    }
    await sleep(25);
  }
}
