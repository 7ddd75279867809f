/**
 * Allows one process per data folder. Two would both seem to work and silently overwrite each other's rows. SQLite provides the
 * lock: the kernel releases it when the process ends, for whatever reason.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../errors/start-error.ts';

export class FolderInUseError extends StartError {
  override name = 'FolderInUseError';
}

/**
 * Locks the folder, creating it for its owner only if it is missing.
 *
 * @returns a function that unlocks it
 * @throws FolderInUseError if another process has locked it
 */
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

/** Finds the process for the error message. The lock does not depend on this file. */
function holder(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
