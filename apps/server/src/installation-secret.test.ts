import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identity } from '@parley/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { jobs } from './jobs.ts';
import { readConfig } from './platform/config/config.ts';
import { StartError } from './platform/errors/start-error.ts';
import { createLog } from './platform/observability/log.ts';
import { startPlatform } from './platform/platform.ts';
import { callApi } from './test/call-api.ts';
import { createTestDatabase } from './test/database-template.ts';
import { freePort } from './test/free-port.ts';
import { runProgram } from './test/run-program.ts';
import { startServerProcess } from './test/server-process.ts';

const [ours, theirs] = ['o'.repeat(40), 't'.repeat(40)];

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function newEnvironment(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  return { ...database.environment, PORT: String(await freePort()) };
}

/** Starts the platform as a server process would, and closes it. */
async function start(environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment);
  const platform = await startPlatform({ config, log: createLog('silent'), jobs });
  await platform.close();
}

async function signUp(url: string): Promise<number> {
  const email = `${Math.random().toString(36).slice(2)}@example.org`;
  const body = { email, password: 'Correct-Horse-7' };
  return (await callApi(url, identity.signUp, { body })).status;
}

describe('the secret of an installation', { timeout: 120_000 }, () => {
  it('is that of the first process; one with another secret is refused and told what to do', async () => {
    const environment = await newEnvironment();
    await start({ ...environment, PARLEY_SECRET: ours });
    await expect(start({ ...environment, PARLEY_SECRET: theirs })).rejects.toThrow(
      /^The secret in PARLEY_SECRET does not belong to this database.* Set PARLEY_SECRET .* accept-secret/,
    );
    await start({ ...environment, PARLEY_SECRET: ours });
  });

  it('is not generated again if its file is missing', async () => {
    const environment = await newEnvironment();
    const secret = join(environment.PARLEY_DATA_DIR ?? '', 'secret');
    await start(environment);
    rmSync(secret);
    await expect(start(environment)).rejects.toThrow(StartError);
    expect(existsSync(secret)).toBe(false);
  });

  it('ends a program that has another one, with a status and a sentence', async () => {
    const environment = await newEnvironment();
    await start({ ...environment, PARLEY_SECRET: ours });
    for (const [program, args] of [
      ['main', ['worker']],
      ['backup', [join(environment.PARLEY_DATA_DIR ?? '', 'parley.backup')]],
    ] as const) {
      const { code, output } = await runProgram(program, args, {
        ...environment,
        PARLEY_SECRET: theirs,
      });
      expect(code, output).toBe(1);
      expect(output).toMatch(/does not belong to this database|is not the installation's secret/);
      expect(output).not.toContain(theirs);
    }
  });

  it('is changed by a command, after which people sign in', async () => {
    const before = { ...(await newEnvironment()), PARLEY_SECRET: ours };
    const after = { ...before, PARLEY_SECRET: theirs };
    const first = await startServerProcess(before);
    cleanUps.push(() => first.end('SIGTERM'));
    expect(await signUp(first.url)).toBe(201);
    const early = await runProgram('operator', ['accept-secret'], after);
    expect(early.code, early.output).toBe(1);
    await first.end('SIGTERM');

    const { code, output } = await runProgram('operator', ['accept-secret'], after);
    expect(code, output).toBe(0);
    expect(output).toMatch(/Everyone has to sign in again/);
    await expect(start(before)).rejects.toThrow(StartError);
    const second = await startServerProcess(after);
    cleanUps.push(() => second.end('SIGTERM'));
    expect(await signUp(second.url)).toBe(201);
  });

  it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'is that of one process where several start at once for the first time',
    async () => {
      const environment = await newEnvironment();
      const folders = [1, 2, 3].map(() => mkdtempSync(join(tmpdir(), 'parley-test-')));
      cleanUps.push(() => {
        for (const folder of folders) rmSync(folder, { recursive: true });
      });
      const starts = await Promise.allSettled(
        folders.map((PARLEY_DATA_DIR) => start({ ...environment, PARLEY_DATA_DIR })),
      );
      const refused = starts.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(2);
    },
  );
});
