import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { folderStorage, type Storage } from '../storage/storage.ts';

/** Destination of the files of a backup. */
export interface RestoredFiles {
  /** Before the first file. */
  begin(): Promise<void>;
  put: Storage['put'];
  /**
   * Called once the rows that name the files are committed. Reports where it moved the previous
   * files.
   */
  finish(): Promise<string | undefined>;
}

/** Takes the place of the folder at the end, which is put aside: a restore that fails leaves it as it was. */
export function intoFolder(folder: string): RestoredFiles {
  const unfinished = `${folder}.restoring`;
  return {
    async begin() {
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true, mode: 0o700 });
    },
    put: folderStorage(unfinished).put,
    async finish() {
      const aside = existsSync(folder) ? `${folder}.before-restore-${Date.now()}` : undefined;
      if (aside) await rename(folder, aside);
      await rename(unfinished, folder);
      return aside;
    },
  };
}

/**
 * Adds the files to the bucket: its keys are ids, and files that no row names are removed by age.
 */
export function intoBucket({ put }: Storage): RestoredFiles {
  return { begin: async () => undefined, put, finish: async () => undefined };
}
