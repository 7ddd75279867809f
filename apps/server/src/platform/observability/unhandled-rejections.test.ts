import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { jobs } from '../../jobs.ts';
import { createTestDatabase } from '../../test/database-template.ts';
import { lookIntoDatabase } from '../../test/look-into-database.ts';
import type { TestDatabase } from '../../test/postgresql-database.ts';
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts';
import { readConfig } from '../config/config.ts';
import { startPlatform } from '../platform.ts';
import { defineJob } from '../queue/queue.ts';
import { createLog } from './log.ts';

let database: TestDatabase | undefined;
let worker: ServerProcess | undefined;

afterEach(async () => {
  await worker?.end('SIGKILL');
  await database?.drop();
});

/** A harmless job that tests make fail through its payload. */
const job = defineJob('idempotency.delete-old', z.looseObject({}));

async function sendJobs(environment: Record<string, string>, payloads: object[]): Promise<void> {
  const platform = await startPlatform({
    config: readConfig(environment),
    log: createLog('error'),
    jobs,
  });
  for (const payload of payloads) await platform.queue.send(platform.db, job, payload);
  await platform.close();
}

async function statesOf(environment: Record<string, string>) {
  return lookIntoDatabase(environment, async ({ pool }) => {
    const { rows } = await pool.query<{ state: string; reason: string | null }>(
      `select state, output ->> 'message' as reason from pgboss.job
       where name = $1 and data is not null order by created_on`,
      [job.name],
    );
    return rows;
  });
}

describe('a job that leaves a rejection to nobody', () => {
  it('fails under its name, and its worker continues with the next ones', async () => {
    database = await createTestDatabase();
    const { environment } = database;
    const poison = { poison: 'leaves a rejection to nobody' };
    await sendJobs(environment, [poison, {}, poison]);
    const preload = new URL('../../test/poison-jobs.ts', import.meta.url).href;
    worker = await startServerProcess(
      { ...environment, NODE_OPTIONS: `--import ${preload}` },
      'worker',
      { isBuilt: false },
    );
    const { output } = worker;
    const linesOf = (text: string) =>
      output()
        .split('\n')
        .filter((line) => line.includes(text));
    const left = 'left a rejection to nobody';
    await vi.waitFor(() => expect(linesOf(left)).toHaveLength(2), { timeout: 40_000 });
    for (const line of linesOf(left))
      expect(JSON.parse(line)).toMatchObject({
        job: job.name,
        err: { message: 'Nobody waits for it' },
      });
    await worker.end('SIGTERM');
    expect(worker.child.exitCode, output()).toBe(0);
    const failed = { state: 'retry', reason: 'Nobody waits for it' };
    expect(await statesOf(environment)).toEqual([
      failed,
      { state: 'completed', reason: null },
      failed,
    ]);
  }, 120_000);
});
