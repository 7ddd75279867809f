/**
 * Writes the changes of the schema (apps/server/src/db/schema) as the next migration. Existing databases upgrade with it, so it
 * only adds: a column that is no longer used is removed one release later.
 *
 *   node scripts/new-migration.mjs NAME
 *
 * Add your own statements, such as an update of stored data, at the end of the file that it names. If another branch has added
 * a migration in the meantime, keep its folder as it is, delete yours, and run this again: databases identify a migration by
 * the time in the journal.
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
