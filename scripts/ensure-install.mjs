// Installs the dependencies if the lockfile has changed since the last installation, and says so. Runs before every npm
// script, on whatever Node started npm, and needs no installed package.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ownNodePackage, requireNodeToInstall } from './node-version.mjs';

requireNodeToInstall();

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = `${root}node_modules/.lock-sha256`;
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  console.log('Installing dependencies (once, and again when they change)…');
  // Build tools are dev dependencies, which npm leaves out under NODE_ENV=production. npm's warnings concern the Node that runs
  // npm, which runs none of the packages.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('The dependencies could not be installed; see the lines above.');
    process.exit(npm.status ?? 1);
  }
  linkOwnNode();
  writeFileSync(mark, wanted);
}

/**
 * Makes npm scripts use the Node that is installed as a dependency. npm 9 and 10 remove its link together with the packages for
 * other systems, because those claim the same name; npm 11 creates a link even where the program does not start, for example on
 * Alpine.
 */
function linkOwnNode() {
  const isWindows = process.platform === 'win32';
  const program = `${ownNodePackage}/bin/node${isWindows ? '.exe' : ''}`;
  const link = `${root}node_modules/.bin/node${isWindows ? '.cmd' : ''}`;
  const starts = spawnSync(`${root}node_modules/${program}`, ['--version']).status === 0;
  if (!starts) rmSync(link, { force: true });
  else if (existsSync(link)) return;
  else if (isWindows) writeFileSync(link, `@"%~dp0\\..\\${program.replaceAll('/', '\\')}" %*\r\n`);
  else symlinkSync(`../${program}`, link);
}
