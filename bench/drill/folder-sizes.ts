import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface FolderSizes {
  /** Size of the embedded database in bytes, without its write-ahead log. */
  rows: number;
  log: number;
  /** Size of all other data in bytes, such as files of runs and emails. */
  files: number;
}

export function readFolderSizes(dataFolder: string): FolderSizes {
  const database = join(dataFolder, 'database');
  const log = sizeOf(join(database, 'pg_wal'));
  const all = sizeOf(dataFolder);
  const whole = sizeOf(database);
  return { rows: whole - log, log, files: all - whole };
}

/** Returns the size of a folder in bytes. Files that disappear in the meantime count as 0. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
