/**
 * One process per data folder. Two would both seem to work and silently overwrite each other's rows.
 * The lock is SQLite's: the kernel releases it when the process ends, however it ends.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../errors/start-error.ts';

export class FolderInUseError extends StartError {
  override name = 'FolderInUseError';
}

/** Locks the folder and returns a function that unlocks it. A missing folder is created, for its owner only. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pidFile = join(folder, 'server.pid');
  const lock = new DatabaseSync(join(folder, 'server.lock'));
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive');
  } catch (cause) {
    lock.close();
    throw new FolderInUseError(
      `The data folder ${folder} is in use by another Parley server${holder(pidFile)}. ` +
        'Stop that server, or choose another folder with PARLEY_DATA_DIR.',
      { cause },
    );
  }
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  return () => {
    rmSync(pidFile, { force: true });
    lock.close();
  };
}

/** Finds the holder for the error message only; the lock itself never trusts the file. */
function holder(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
