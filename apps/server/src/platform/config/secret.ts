import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../errors/start-error.ts';
import { newSecret } from '../security/ids.ts';
import { secretLengthMin } from './settings.ts';

/**
 * Returns the secret of this installation: the configured one, or the one in the data folder, which is created if it is
 * missing.
 */
export function readSecret(configured: string | undefined, dataFolder: string): string {
  return findSecret(configured, dataFolder) ?? makeSecret(dataFolder);
}

/**
 * Returns the secret without creating one; undefined if there is none. Used by programs for which a new secret would be
 * useless, because it cannot decrypt stored data.
 */
export function findSecret(configured: string | undefined, dataFolder: string): string | undefined {
  if (configured !== undefined) return configured;
  const path = pathIn(dataFolder);
  if (!existsSync(path)) return undefined;
  const kept = readFileSync(path, 'utf8').trim();
  if (kept.length >= secretLengthMin) return kept;
  throw new StartError(
    `${path} does not contain a complete secret. Restore the file from a backup; if nothing was stored ` +
      'yet, remove it and start again.',
  );
}

const pathIn = (dataFolder: string): string => join(dataFolder, 'secret');

/**
 * Creates the secret. The file is written atomically, even if the power fails, and only once if two processes start together.
 */
function makeSecret(dataFolder: string): string {
  const path = pathIn(dataFolder);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, newSecret(), { mode: 0o600, flush: true });
    placeOnce(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readFileSync(path, 'utf8');
}

function placeOnce(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path);
  } catch {
    // Another process created it, or the file system has no hard links.
    if (!existsSync(path)) renameSync(unfinished, path);
  }
}
