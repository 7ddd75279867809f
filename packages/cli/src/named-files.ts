import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './exit-codes.ts';

/**
 * Reads a file that the user named or that was found in a named folder.
 *
 * @throws UsageError if it cannot be read
 */
export function readNamed(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(`There is no file "${path}".`);
    throw new UsageError(`${path} can't be read: ${error.message}`);
  });
}

/** Finds the files in a folder that match the patterns. Folders that match are left out. */
export async function filesIn(
  folder: string,
  patterns: string[],
  exclude: string[],
): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of glob(patterns, { cwd: folder, exclude })) {
    const path = join(folder, found);
    // Keep broken links: reading them reports the error.
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isDirectory()) paths.push(path);
  }
  return paths;
}
