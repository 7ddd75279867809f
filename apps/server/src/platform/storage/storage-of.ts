import { join } from 'node:path';
import type { OperatorService } from '@parley/egress';
import type { Config } from '../config/config.ts';
import { s3Storage } from './s3-storage.ts';
import { folderStorage, type Storage } from './storage.ts';

/** Storage of an installation with these settings. */
export function storageOf(
  { s3, dataFolder }: Config,
  onFailure?: OperatorService['onFailure'],
): Storage {
  return s3 ? s3Storage(s3, onFailure) : folderStorage(filesFolderOf(dataFolder));
}

export const filesFolderOf = (dataFolder: string) => join(dataFolder, 'files');
