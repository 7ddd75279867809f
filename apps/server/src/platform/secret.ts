import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from './ids.ts';

/** The secret of this installation: the configured one, or one made once and kept in the data folder. */
export function readSecret(configured: string | undefined, dataFolder: string): string {
  if (configured !== undefined) return configured;
  const path = join(dataFolder, 'secret');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(path, newSecret(), { mode: 0o600, flag: 'wx' });
  return readFileSync(path, 'utf8');
}
