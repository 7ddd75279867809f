/** Starts a private Parley: the real program with an empty data folder and a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { identity } from '@parley/contract';
import { freePort } from '@parley/server/testing/free-port';
import { ownEnvironment } from '@parley/server/testing/own-environment';
import { makeDataFolder } from '@parley/server/testing/without-disk';
import { buildServer } from '../scripts/build-server.mjs';

export interface ParleyServer {
  url: string;
  /** Folder in which emails are written as .eml files. */
  dataFolder: string;
  /** Returns what the program has printed. */
  output(): string;
  /** Stops the program but keeps its data for the next one. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

/** Variable with the path of a data folder that has all tables, because creating them takes most of a server's start. */
export const preparedFolderVariable = 'PARLEY_TEST_PREPARED_FOLDER';

const startDeadlineMs = 100_000;

/** Option that compiles the embedded database faster but runs it slower, for servers that only a few tests use. */
const forShortLives = ['--liftoff-only'];

/** Starts a server. With `before`, it uses the address and data of one that has been stopped. */
export async function startParley(
  env: Record<string, string> = {},
  before?: Pick<ParleyServer, 'url' | 'dataFolder'>,
  { isForMany = false } = {},
): Promise<ParleyServer> {
  const dataFolder = before?.dataFolder ?? makeDataFolder();
  const prepared = process.env[preparedFolderVariable];
  const isEmbedded = !env.DATABASE_URL;
  if (!before && isEmbedded && prepared) await cp(prepared, dataFolder, { recursive: true });
  const port = before ? Number(new URL(before.url).port) : await freePort();
  const demoBotPort = await freePort();
  const url = `http://localhost:${port}`;
  let output = '';
  const program = fileURLToPath(await buildServer());
  const child = spawn(process.execPath, [...(isForMany ? [] : forShortLives), program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ownEnvironment({
      NODE_ENV: 'production',
      // Use the edition that the specification describes, with trials, quotas and banners.
      PARLEY_EDITION: 'hosted',
      PARLEY_EGRESS_NEW: 'all',
      PORT: String(port),
      PARLEY_DATA_DIR: dataFolder,
      PARLEY_DEMO_BOT_PORT: String(demoBotPort),
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_LOAD_TESTING_FOR: 'load.test',
      ...env,
    }),
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  try {
    await untilReady(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${error instanceof Error ? error.message : error}\n${output}`);
  }
  return {
    url,
    dataFolder,
    output: () => output,
    pause: () => ended(child),
    async stop() {
      await ended(child);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Returns the code that the server printed for signing in by user id. */
export function localCodeOf(server: ParleyServer): string {
  return /#code=([\w-]+)/.exec(server.output())?.[1] ?? '';
}

/** Returns a custom token for any user. */
export async function localTokenFor(server: ParleyServer, userId: string): Promise<string> {
  const answer = await fetch(`${server.url}/internal/v1/login/token/${userId}`, {
    headers: { [identity.localCodeHeader]: localCodeOf(server) },
  });
  return ((await answer.json()) as { authToken: string }).authToken;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready within ${startDeadlineMs / 1000} s.`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(forced);
}
