// Checks that Node is recent enough for the programs of this repository. They run on Node 24, which is an optional dependency
// for Linux with glibc and for Windows on x64. On these systems, npm can run on an older Node (`engines` in package.json); on
// an even older one, npm would leave out the build tools. On other systems, the machine's own Node has to be recent enough.
import { readFileSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isFitToRun = major >= 24;
const isFitToInstall = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

/** The package that contains Node for this platform; it may not exist. */
export const ownNodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Exits unless this Node version can run our programs. */
export function requireNode24() {
  if (!isFitToRun) refuse('24');
}

/** Exits unless this Node version can install the dependencies. */
export function requireNodeToInstall() {
  if (isFitToRun) return;
  if (!bringsNode()) refuse('24');
  if (!isFitToInstall) refuse('20.19, 22.12');
}

/** @param {string} lowest */
function refuse(lowest) {
  console.error(
    `Parley needs Node ${lowest} or newer and found ${process.version}.\n` +
      'Install Node 24 (https://nodejs.org) and run the command again.',
  );
  process.exit(1);
}

function bringsNode() {
  const packageJson = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return ownNodePackage in JSON.parse(packageJson).optionalDependencies && !isMusl();
}

/** @returns true on musl-based systems such as Alpine, where a Node built for glibc does not start */
function isMusl() {
  if (process.platform !== 'linux') return false;
  const { header } = /** @type {any} */ (process.report.getReport());
  return header.glibcVersionRuntime === undefined;
}
