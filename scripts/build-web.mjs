// Builds the dashboard unless the sources are those of the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = `${root}apps/web/dist/.source-sha256`;
const sources = [
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build',
  'apps/web/public',
  'apps/web/src',
  'packages/contract/src',
  'packages/suite/src',
  'package-lock.json',
];

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!existsSync(`${root}${path}`)) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(`${root}${path}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(root.length)}/${entry.name}`)
    .filter((file) => !/\.(test\.tsx?|gen\.ts)$/.test(file))
    .sort();
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    hash.update(file).update(readFileSync(`${root}${file}`));
  }
  return hash.digest('hex');
}

/** Exits the process when the build fails. */
export function buildWeb() {
  const wanted = sourceHash();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  console.log('Building the dashboard…');
  const vite = spawnSync(
    process.execPath,
    [`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'warn'],
    { cwd: `${root}apps/web`, stdio: 'inherit' },
  );
  if (vite.status !== 0) process.exit(vite.status ?? 1);
  writeFileSync(mark, wanted);
}

if (import.meta.main) buildWeb();
