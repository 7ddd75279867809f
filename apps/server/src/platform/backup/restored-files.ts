import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { folderStorage, type Storage } from '../storage/storage.ts';

/** Destination for the files of a backup. */
export interface RestoredFiles {
  /** Called before the first file. */
  begin(): Promise<void>;
  put: Storage['put'];
  /**
   * Called after the rows that refer to the files are committed.
   *
   * @returns the folder with the previous files, if there were any
   */
  finish(): Promise<string | undefined>;
}

/**
 * Collects the files in a new folder that replaces the old one in the end; the old one is moved aside. A failed restore leaves
 * the old folder unchanged.
 */
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
 * Adds the files to the bucket. Existing files can stay: keys are IDs, and files without a row are removed once they are old.
 */
export function intoBucket({ put }: Storage): RestoredFiles {
  return { begin: async () => undefined, put, finish: async () => undefined };
}
