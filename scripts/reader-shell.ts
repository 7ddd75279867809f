/** Simulates the shell of a reader of the documents, with the machine's programs rather than those of the tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Place {
  folder: string;
  environment?: Record<string, string>;
}

export interface Serving {
  output(): string;
  stop(): Promise<void>;
}

const startMs = 150_000;

// Separate process groups don't receive the signals that end the tests early, so running commands are ended on exit.
for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, () => process.exit(1));

/** PATH without the folders that npm adds while it runs the tests, which a reader does not have. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** Runs a command and resolves to its output. Throws if the command fails. */
export async function type(command: string, place: Place): Promise<string> {
  const { child, output } = begin(command, place);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${output()}`);
  return output();
}

/** Starts a command that keeps running, and resolves once it has printed `sign`. */
export async function serve(command: string, place: Place, sign: RegExp): Promise<Serving> {
  const { child, output } = begin(command, place);
  const closed = once(child, 'close');
  const stop = async () => {
    kill(child.pid);
    await closed;
  };
  const deadline = Date.now() + startMs;
  while (!sign.test(output())) {
    const isOver = child.exitCode !== null || Date.now() > deadline;
    if (isOver) await stop();
    if (isOver) throw new Error(`${command}\nnever printed ${sign}:\n${output()}`);
    await sleep(50);
  }
  return { output, stop };
}

function begin(command: string, { folder, environment }: Place) {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', command], {
    cwd: folder,
    // Use a separate process group, so that whatever the shell starts is stopped with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      HOME: process.env.HOME,
      PATH: machinePath,
      NO_COLOR: '1',
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      ...environment,
    },
  });
  const killIt = () => kill(child.pid);
  process.once('exit', killIt);
  child.once('close', () => process.off('exit', killIt));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return { child, output: () => output };
}

function kill(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
