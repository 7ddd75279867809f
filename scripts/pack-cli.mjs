// `npm run pack:cli`: packs the command line as an npm package, a folder of plain JavaScript, so that a CI machine can install
// `parley` alone. Prints the path of the archive.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { copyGuide } from './build-guide.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The browser driver. Only tests of chat widgets need it, and it is larger than everything else together. */
const browserDriver = 'playwright-core';
/** Minimum Node version of undici, which is used to connect to bots. */
const oldestNode = '22.19';
/** Native helpers that `ws` uses if they are installed. */
const optionalNatives = ['bufferutil', 'utf-8-validate'];

/**
 * Writes the program as plain JavaScript, which starts three times as fast as the sources.
 * @param {string} folder
 */
async function bundle(folder) {
  const build = await rolldown({
    input: join(root, 'packages/cli/src/parley.mjs'),
    platform: 'node',
    external: [browserDriver, ...optionalNatives],
    // Node 22 does not support `using`.
    transform: { target: `node${oldestNode}` },
    logLevel: 'warn',
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: 'parley.mjs',
    chunkFileNames: 'parts/[name]-[hash].mjs',
  });
  await build.close();
}

/** Returns the package's manifest. Dependencies are bundled, except for the browser driver. */
function manifest() {
  const engine = readJson('packages/engine/package.json');
  const { version } = readJson('packages/cli/package.json');
  return {
    name: '@parley/cli',
    version,
    description: 'Runs test suites of conversational applications from the command line.',
    license: 'Apache-2.0',
    type: 'module',
    bin: { parley: 'bin/parley.mjs' },
    files: ['bin', 'guide', 'licences.md'],
    engines: { node: `>=${oldestNode}` },
    peerDependencies: { [browserDriver]: engine.dependencies[browserDriver] },
    peerDependenciesMeta: { [browserDriver]: { optional: true } },
  };
}

/**
 * Bundles only the program, without the guide, for tests that start it many times.
 * @param {string} folder in the repository, because the browser driver is resolved from there
 * @returns {Promise<string>} the path of the program
 */
export async function bundleForTests(folder) {
  rmSync(folder, { recursive: true, force: true });
  await bundle(join(folder, 'bin'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(), null, 2));
  return join(folder, 'bin/parley.mjs');
}

/**
 * @param {string} destination an existing folder
 * @returns {Promise<string>} the path of the archive
 */
export async function packCli(destination) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'));
  try {
    await bundle(join(folder, 'bin'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(), null, 2));
    copyGuide(join(folder, 'guide'));
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    copyFileSync(join(root, 'docs/cli.md'), join(folder, 'README.md'));
    copyFileSync(join(root, 'docs/licences.md'), join(folder, 'licences.md'));
    const npm = spawnSync('npm', ['pack', '--silent', '--pack-destination', resolve(destination)], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (npm.status !== 0) throw new Error('npm could not pack the command line; see above.');
    return join(resolve(destination), npm.stdout.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  mkdirSync('dist', { recursive: true });
  console.log(await packCli('dist'));
}
