import { writeFile } from 'node:fs/promises';
import { UsageError } from './exit-codes.ts';

/**
 * Writes a file that does not exist yet, or any file if `mayOverwrite`.
 *
 * @throws UsageError if the file exists or cannot be written
 */
export async function writeNew(path: string, text: string, mayOverwrite: boolean): Promise<void> {
  await writeFile(path, text, { flag: mayOverwrite ? 'w' : 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST')
        throw new UsageError(`${path} already exists; overwrite it with --force.`);
      throw new UsageError(`${path} can't be written: ${error.message}`);
    },
  );
}
