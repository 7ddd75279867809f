/**
 * Generates the next migration from the changes to the schema (apps/server/src/db/schema). Existing databases run it when they
 * upgrade, so make sure that it only adds things: remove an unused column one release later.
 *
 *   node scripts/new-migration.mjs NAME
 *
 * Append your own statements, such as updates of stored data, to the generated file, whose name is printed. If another branch
 * has added a migration in the meantime, keep that branch's version of the migrations folder, delete your migration, and run
 * this again: databases identify migrations by their timestamps in the journal.
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
