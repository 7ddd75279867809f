import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Prints once which programs are not installed, so that it is clear why tests that need them are skipped.
 *
 * @returns true if all of these programs are installed
 */
export function hasPrograms(...names: string[]): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = names.filter((name) => !folders.some((folder) => canRun(join(folder, name))));
  if (missing.length > 0)
    console.log(`Not run: tests that need ${missing.join(', ')}, which is not installed.`);
  return missing.length === 0;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
