/**
 * Writes what changed in the schema (apps/server/src/db/schema) as the next migration. Databases out
 * there move on by it, so it only adds: a column that is no longer used goes a release later.
 *
 *   node scripts/new-migration.mjs NAME
 *
 * Statements of your own, such as an update of what is stored, go to the end of the file that it names.
 * If another branch brought a migration meanwhile, take its folder as it is, without yours, and run
 * this again: the time in the journal is what a database knows a migration by.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../apps/server', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

const [name] = process.argv.slice(2);
if (!/^[a-z][a-z0-9-]*$/.test(name ?? '')) {
  console.error('Name the migration: node scripts/new-migration.mjs NAME (lower case, hyphens).');
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  [
    `${root}node_modules/drizzle-kit/bin.cjs`,
    'generate',
    '--name',
    String(name).replaceAll('-', '_'),
  ],
  { cwd: server, stdio: 'inherit' },
);
process.exit(status ?? 1);
