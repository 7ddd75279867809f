/**
 * Keeps databases of tests in memory, so that tests do not wait for the disk. Test results do not depend on it, and a test file
 * commits hundreds of times. A separate test checks that commits are flushed to the disk (embedded-database.test.ts). Drills
 * and benchmarks use the disk.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const isWithoutDisk =
  process.env.VITEST !== undefined || process.env.TEST_WORKER_INDEX !== undefined;

/** Folder whose files Linux keeps in memory. In a container, it often has only 64 MB. */
const inMemory = '/dev/shm';
const freeBytesNeeded = 2 * 2 ** 30;

const folderName = /^parley-test-(\d+)-/;

/** Creates a folder for a test's database. */
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

/** Removes folders of processes that were killed, which would use up memory forever. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = folderName.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}
