import { join } from 'node:path';
import type { OperatorService } from '@parley/egress';
import type { Config } from '../config/config.ts';
import { s3Storage } from './s3-storage.ts';
import { folderStorage, type Storage } from './storage.ts';

/** Returns the storage of an installation: its bucket if one is configured, otherwise the data folder. */
export function storageOf(
  { s3, dataFolder }: Config,
  onFailure?: OperatorService['onFailure'],
): Storage {
  return s3 ? s3Storage(s3, onFailure) : folderStorage(filesFolderOf(dataFolder));
}

export const filesFolderOf = (dataFolder: string) => join(dataFolder, 'files');
