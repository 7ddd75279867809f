/**
 * Writes the migrations from the schema (apps/server/src/db/schema).
 *
 * Until the first release the history is one file that is made anew each time: nobody has a database
 * that it would have to move on.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../apps/server', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

const migrations = join(server, 'src/db/migrations');
const before = join(mkdtempSync(join(tmpdir(), 'parley-migrations-')), 'before');
if (existsSync(migrations)) cpSync(migrations, before, { recursive: true });

rmSync(migrations, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [`${root}/node_modules/drizzle-kit/bin.cjs`, 'generate', '--name', 'first'],
  { cwd: server, stdio: 'inherit' },
);

// The same tables under a new date would make every database there is look out of date.
const isSame = existsSync(before) && readFirst(before) === readFirst(migrations);
if (status !== 0 || isSame) {
  rmSync(migrations, { recursive: true, force: true });
  cpSync(before, migrations, { recursive: true });
}
rmSync(join(before, '..'), { recursive: true });
if (isSame) console.log('The tables are as they were: nothing changed.');
process.exit(status ?? 1);

/** @param {string} folder */
function readFirst(folder) {
  const path = join(folder, '0000_first.sql');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
