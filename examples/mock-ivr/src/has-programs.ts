import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns true if all of these programs are installed */
export function hasPrograms(...names: string[]): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.every((name) => folders.some((folder) => canRun(join(folder, name))));
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
