// Installs the dependencies when the lockfile has changed since the last time, and says so.
// Runs before every npm script, on whatever Node started npm; needs nothing installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = `${root}node_modules/.lock-sha256`;
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  console.log('Installing dependencies (once, and again when they change)…');
  // What builds is a dev dependency, which npm leaves out under NODE_ENV=production.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('The dependencies could not be installed; see the lines above.');
    process.exit(npm.status ?? 1);
  }
  removeUnfitNode();
  writeFileSync(mark, wanted);
}

/** The pinned Node needs glibc: on Alpine it would stand before the one that npm scripts can use. */
function removeUnfitNode() {
  const pinned = `${root}node_modules/.bin/node`;
  if (process.platform === 'win32' || !existsSync(pinned)) return;
  if (spawnSync(pinned, ['--version']).status !== 0) rmSync(pinned);
}
