import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { StartError } from '../errors/start-error.ts';
import { type BackupEnd, type BackupManifest, backupFormat } from './backup-format.ts';

type Content = AsyncIterable<Uint8Array>;

export interface BackupReader {
  manifest?(manifest: BackupManifest): Promise<void>;
  rows?(table: string, rows: string[]): Promise<void>;
  file?(key: string, content: Content): Promise<void>;
}

/** Matches file entries whose keys have the form that storage.ts generates. Other paths are refused. */
const fileForm = /^files\/([\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*)$/;
const tableForm = /^tables\/(\w+)\/\d+\.json$/;

/**
 * Reads a whole backup and passes its entries to the reader, in order.
 * @throws StartError if the file is missing, not a backup, incomplete or of another format
 */
export async function readBackup(path: string, reader: BackupReader): Promise<BackupEnd> {
  const counted: BackupEnd = { rows: {}, files: 0 };
  let manifest: BackupManifest | undefined;
  let end: BackupEnd | undefined;

  async function take(name: string, content: Content): Promise<void> {
    if (name === 'manifest.json') {
      manifest = readManifest(await parse(content));
      for (const table of Object.keys(manifest.tables)) counted.rows[table] = 0;
      return reader.manifest?.(manifest);
    }
    if (manifest === undefined) throw new NotABackupError(path);
    if (name === 'end.json') {
      end = (await parse(content)) as BackupEnd;
      return;
    }
    const table = tableForm.exec(name)?.[1];
    if (table !== undefined && Object.hasOwn(manifest.tables, table)) {
      const rows = (await parse(content)) as string[];
      counted.rows[table] = (counted.rows[table] ?? 0) + rows.length;
      return reader.rows?.(table, rows);
    }
    const key = fileForm.exec(name)?.[1];
    if (key === undefined) throw new NotABackupError(path);
    counted.files += 1;
    await (reader.file ? reader.file(key, content) : buffer(content));
  }

  const archive = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), archive);
  // Awaited below. An error while reading also ends the loop.
  reading.catch(() => undefined);
  try {
    for await (const entry of archive) await take(entry.header.name, entry as unknown as Content);
    await reading;
  } catch (error) {
    throw explained(error, path);
  }
  const isWhole = end !== undefined && JSON.stringify(end) === JSON.stringify(counted);
  if (!isWhole) throw new NotABackupError(path);
  return counted;
}

class NotABackupError extends StartError {
  constructor(path: string, options?: ErrorOptions) {
    super(`${path} is not a Parley backup, or is incomplete. Nothing was restored.`, options);
  }
}

function explained(error: unknown, path: string): unknown {
  if (error instanceof StartError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new StartError(`There is no file ${path}.`, { cause: error });
  if (code === 'EISDIR') return new StartError(`${path} is a folder.`, { cause: error });
  const isBroken = code.startsWith('Z_') || /tar|Unexpected end|Premature/i.test(message);
  return isBroken || error instanceof SyntaxError
    ? new NotABackupError(path, { cause: error })
    : error;
}

async function parse(content: Content): Promise<unknown> {
  return JSON.parse((await buffer(content)).toString('utf8'));
}

function readManifest(value: unknown): BackupManifest {
  const manifest = value as BackupManifest;
  if (manifest.format === backupFormat) return manifest;
  throw new StartError(
    'The backup was made by a newer release of Parley. Restore it with that release.',
  );
}
