/**
 * Tests wait for no disk. What they show does not depend on one, and a file of them commits hundreds of times. That
 * a commit is forced to the disk has a test of its own (embedded-database.test.ts). Drills and benches use the disk.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const isWithoutDisk =
  process.env.VITEST !== undefined || process.env.TEST_WORKER_INDEX !== undefined;

/** Linux has its files in memory. A container often has no more than 64 MB of it. */
const inMemory = '/dev/shm';
const freeBytesNeeded = 2 * 2 ** 30;

const folderName = /^parley-test-(\d+)-/;

/** A new folder for a database of a test. */
export function makeDataFolder(): string {
  return mkdtempSync(join(dataFolders(), `parley-test-${process.pid}-`));
}

let chosen: string | undefined;

function dataFolders(): string {
  chosen ??= isWithoutDisk && hasRoom(inMemory) ? inMemory : tmpdir();
  return chosen;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  removeLeft(folder);
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= freeBytesNeeded;
}

/** Those of processes that were killed would take up memory for good. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = folderName.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}
