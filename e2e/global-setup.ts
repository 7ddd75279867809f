/** Runs before all browser tests: creates a data folder with all tables, of which each server gets a copy. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { preparedFolderVariable } from './server.ts';

const program = fileURLToPath(
  new URL('../apps/server/src/test/print-data-folder.ts', import.meta.url),
);

export default function prepareDataFolder(): void {
  // A program of its own, so that the tests need not load the server's modules.
  const folder = execFileSync(process.execPath, [program], { encoding: 'utf8' });
  process.env[preparedFolderVariable] = folder;
}
