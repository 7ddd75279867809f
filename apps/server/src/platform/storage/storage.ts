/**
 * Stores files that are too large for the database, such as screenshots and traces of runs. A file is written once and never
 * changed. Files are in a folder, or in a bucket (s3-storage.ts) if several machines serve one installation without a shared
 * folder.
 */
import type { Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { newId } from '../security/ids.ts';

export interface Storage {
  /** Stores a file. `key` is a path of plain names, such as `runs/4f…/screenshot-1.jpg`. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns a file; undefined if there is none under the key. */
  get(key: string): Promise<Buffer | undefined>;
  /** Lists the keys of all files, or of those below a path, in no particular order. */
  keys(path?: string): AsyncIterable<string>;
  /** Removes all files below a path, such as `runs/4f…`. */
  removeUnder(path: string): Promise<void>;
  /** Removes these files, many per request. Missing files are ignored. */
  removeFiles(keys: readonly string[]): Promise<void>;
  /** Removes files below a path that were written before a time. */
  removeOlder(path: string, than: Date, options?: RemoveOlderOptions): Promise<void>;
}

export interface RemoveOlderOptions {
  /** Selects the files that may be removed. Called with at most 1,000 keys at a time. */
  among?: (keys: readonly string[]) => Promise<readonly string[]>;
  /** Stops the removal early. */
  signal?: AbortSignal;
}

const keyForm = /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/;

export const isKey = (text: string) => keyForm.test(text);

/** Returns the key, or throws if its form is invalid, so that no path can leave the folder. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`"${key}" is no key of the storage`);
  return key;
}

export function folderStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkedKey(key));

  return {
    async put(key, bytes) {
      const write = () => writeWhole(pathOf(key), bytes);
      // Tries again, because the folder may be removed while it is still empty.
      await write().catch((error) => (isMissing(error) ? write() : Promise.reject(error)));
    },

    get: async (key) => readFile(pathOf(key)).catch(unless('ENOENT')),

    async *keys(path) {
      for await (const file of filesBelow(path === undefined ? folder : pathOf(path)))
        yield relative(folder, file).split(sep).join('/');
    },

    removeUnder: async (path) => rm(pathOf(path), { recursive: true, force: true }),

    async removeFiles(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
      for (const emptied of new Set(keys.map((key) => dirname(pathOf(key)))))
        await removeEmpty(emptied);
    },

    async removeOlder(path, than, options = {}) {
      const { among = async (keys) => keys, signal } = options;
      const keyOf = (file: string) => relative(folder, file).split(sep).join('/');
      const mayGo = async (files: string[]) =>
        (await among(files.map(keyOf).filter(isKey))).map(pathOf);
      await removeOlder(pathOf(path), than, { mayGo, signal });
    },
  };
}

/** Writes a file atomically: concurrent readers see all of it or nothing. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${newId()}`;
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, path);
  } catch (error) {
    // On a full disk, the unfinished file would take up the remaining space.
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Lists files folder by folder. Folders that are removed meanwhile are skipped. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

const filesPerQuestion = 1000;

interface Removal {
  mayGo(files: string[]): Promise<string[]>;
  signal: AbortSignal | undefined;
}

async function removeOlder(folder: string, than: Date, removal: Removal): Promise<void> {
  const old: string[] = [];
  for (const entry of await entriesOf(folder)) {
    if (removal.signal?.aborted) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeOlder(path, than, removal);
    else if (await isOlder(path, than)) old.push(path);
  }
  for (let at = 0; at < old.length && !removal.signal?.aborted; at += filesPerQuestion)
    for (const path of await removal.mayGo(old.slice(at, at + filesPerQuestion)))
      await rm(path, { force: true });
  await removeEmpty(folder);
}

/**
 * Removes a folder if it is empty. Keeps one into which another process has just written, or that is a link or a mount point.
 */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(unless('ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'));
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  // Undefined if another process removed the file meanwhile.
  const status = await stat(path).catch(unless('ENOENT'));
  return status !== undefined && status.mtime < than;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(unless('ENOENT'))) ?? [];
}

/** Ignores errors with these codes. */
function unless(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
