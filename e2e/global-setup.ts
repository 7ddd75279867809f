/** Runs before all browser tests: creates a data folder with all tables. Each server gets a copy of it. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { preparedFolderVariable } from './server.ts';

const program = fileURLToPath(
  new URL('../apps/server/src/test/print-data-folder.ts', import.meta.url),
);

export default function prepareDataFolder(): void {
  // Use a separate process, so that the tests need not load the server's modules.
  const folder = execFileSync(process.execPath, [program], { encoding: 'utf8' });
  process.env[preparedFolderVariable] = folder;
}
