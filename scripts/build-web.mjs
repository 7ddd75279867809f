// Builds the dashboard, unless its sources have not changed since the last build.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { root, sourceHash } from './source-hash.mjs';

const mark = `${root}apps/web/dist/.source-sha256`;
const sources = [
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build',
  'apps/web/public',
  'apps/web/src',
  'packages/contract/src',
  'packages/statistics/src',
  'packages/suite/src',
  'package-lock.json',
];

/** Builds the dashboard if necessary. Exits the process if the build fails. */
export function buildWeb() {
  const wanted = sourceHash(sources);
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
