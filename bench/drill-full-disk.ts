/**
 * R8. The disk with the data folder fills up under a server with the embedded database. Reads still work. Writes are answered
 * with 503 or 507, never with a success that is lost. Once there is space again, the server recovers without a restart.
 * Requires root, to mount a small file system.
 *
 *   npm run drill -- full-disk [--quick] [--rounds N] [--seed N]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projects } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { startCluster } from './drill/cluster.ts';
import { runDrill } from './drill/drill.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

const diskMb = 300;
const writesWhileFull = 20;
/** Maximum number of writes until one is refused. Space already reserved for the write-ahead log is used up first. */
const writesUntilRefusedMax = 3000;
const comeBackMsMax = 10_000;

let written = 0;

const disk = mountDisk();
await runDrill('full-disk', 'R8', async (drill) => {
  const rounds = drill.rounds({ full: 10, quick: 1 });
  drill.defer(async () => {
    execFileSync('umount', ['--lazy', disk]);
    rmdirSync(disk);
  });
  process.env.TMPDIR = disk;
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'embedded',
    roles: ['all'],
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [server] = cluster.members;
  if (server === undefined || tenant === undefined) throw new Error('Nothing was started');
  const person = await signIn(server.url, tenant);
  const acknowledged = new Set<string>();
  const statuses: Record<string, number> = {};
  let unread = 0;
  let slowestReturnMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < 20; index += 1) await write(person, acknowledged);
    const filler = fill();
    for (let index = 0, refused = 0; refused < writesWhileFull; index += 1) {
      const status = await write(person, acknowledged);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 400) refused += 1;
      if (index > writesUntilRefusedMax) break;
    }
    const { status } = await person.call(projects.listProjects, {});
    if (status !== 200) unread += 1;
    rmSync(filler);
    const begun = performance.now();
    await until(comeBackMsMax * 6, async () => (await write(person, acknowledged)) < 400);
    slowestReturnMs = Math.max(slowestReturnMs, performance.now() - begun);
  }
  const isRunning = server.process().isRunning();
  await server.restart('SIGKILL');
  const kept = await cluster.members[0]
    ?.process()
    .end('SIGTERM')
    .then(() => cluster.query<{ name: string }>('select name from projects'));
  const names = new Set(kept?.map(({ name }) => name));
  const strange = Object.entries(statuses).filter(
    ([status]) => !['200', '201', '503', '507'].includes(status),
  );

  drill.note('answers while the disk was full', statuses);
  drill.atLeast('writes refused', (statuses[503] ?? 0) + (statuses[507] ?? 0), writesWhileFull);
  drill.exactly('other answers to writes', strange.length, 0);
  drill.exactly('reads refused', unread, 0);
  drill.withinMs('back after there was room, at most', slowestReturnMs, comeBackMsMax);
  drill.exactly('servers that ended', isRunning ? 0 : 1, 0);
  drill.atLeast('writes acknowledged', acknowledged.size, rounds * 20);
  drill.exactly('lost', [...acknowledged].filter((name) => !names.has(name)).length, 0);
});

/** @returns the status; 0 if there was no response */
async function write(person: Person, acknowledged: Set<string>): Promise<number> {
  const name = `Project ${++written}`;
  const body = { name, description: 'x'.repeat(1500) };
  const { status } = await person
    .call(projects.createProject, { body })
    .catch(() => ({ status: 0 }));
  if (status > 0 && status < 400) acknowledged.add(name);
  return status;
}

/** Fills up the disk and returns the path of the file that takes the space. */
function fill(): string {
  const path = join(disk, 'filler');
  for (const bytes of [1_048_576, 4096]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return path;
}

function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
    return folder;
  } catch {
    rmdirSync(folder);
    console.log('No file system can be mounted here (needs root): left out.');
    console.log(JSON.stringify({ leftOut: 'no root' }));
    process.exit(0);
  }
}
