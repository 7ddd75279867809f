import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './exit-codes.ts';

/** The text of a file that was named, or found where one was named. */
export function readNamed(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(`There is no file "${path}".`);
    throw new UsageError(`${path} can't be read: ${error.message}`);
  });
}

/** The files of a folder that these patterns mean; a folder may be called like one. */
export async function filesIn(
  folder: string,
  patterns: string[],
  exclude: string[],
): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of glob(patterns, { cwd: folder, exclude })) {
    const path = join(folder, found);
    // What leads nowhere is not left out: reading it says so.
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isDirectory()) paths.push(path);
  }
  return paths;
}
