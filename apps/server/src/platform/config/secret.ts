import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../errors/start-error.ts';
import { newSecret } from '../security/ids.ts';
import { secretLengthMin } from './settings.ts';

/**
 * Returns the secret of this installation: the configured one, or the one in the data folder, which is created if it is
 * missing.
 */
export function readSecret(configured: string | undefined, dataFolder: string): string {
  return findSecret(configured, dataFolder) ?? makeSecret(pathIn(dataFolder));
}

/**
 * Returns the secret without creating one; undefined if there is none. Used by programs for which a new secret would be
 * useless, because it cannot decrypt stored data.
 */
export function findSecret(configured: string | undefined, dataFolder: string): string | undefined {
  if (configured !== undefined) return configured;
  const path = pathIn(dataFolder);
  return existsSync(path) ? readComplete(path) : undefined;
}

function readComplete(path: string): string {
  const kept = readFileSync(path, 'utf8').trim();
  if (kept.length >= secretLengthMin) return kept;
  throw new StartError(
    `${path} does not contain a complete secret. Restore the file from a backup; if nothing was stored ` +
      'yet, remove it and start again.',
  );
}

const pathIn = (dataFolder: string): string => join(dataFolder, 'secret');
const nextPathIn = (dataFolder: string): string => join(dataFolder, 'secret.next');

/** Returns the secret that a rotation introduces. An interrupted rotation is continued with the same one. */
export function readNextSecret(dataFolder: string): string {
  const path = nextPathIn(dataFolder);
  return existsSync(path) ? readComplete(path) : makeSecret(path);
}

/** Returns the secret of an interrupted rotation; undefined if there is none. */
export function findNextSecret(dataFolder: string): string | undefined {
  const path = nextPathIn(dataFolder);
  return existsSync(path) ? readComplete(path) : undefined;
}

/** Replaces the secret in the data folder with the next one, in one step. */
export function adoptNextSecret(dataFolder: string): void {
  renameSync(nextPathIn(dataFolder), pathIn(dataFolder));
}

/**
 * Creates the secret. The file is written atomically, even if the power fails, and only once if two processes start together.
 */
function makeSecret(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
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
