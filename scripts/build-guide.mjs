// Builds the guide from docs/ as files for any static host: node scripts/build-guide.mjs [--base /path/] [--output folder].
// Without options, it builds what Parley serves at /guide, unless the sources have not changed since the last build.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { setPriority, constants as system } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root, sourceHash } from './source-hash.mjs';

/** Folder of the guide that Parley serves. */
export const guideFolder = `${root}apps/guide/dist`;
const mark = '.source-sha256';

/** Compression level: saving the last 5% would take half of the build's time. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Minimum size in bytes for compression; a smaller answer fits into one packet anyway. */
const compressedFrom = 1024;

const sources = () => [
  ...globSync(['docs/*.md', 'apps/guide/.vitepress/**/*.*'], { cwd: root }).sort(),
  'docs/images',
  'apps/guide/package.json',
  'scripts/build-guide.mjs',
  'package-lock.json',
];

/** Builds the guide that Parley serves, if necessary. Throws with the output of VitePress if the build fails. */
export function buildGuide() {
  const wanted = sourceHash(sources());
  const isBuilt = () =>
    existsSync(join(guideFolder, mark)) && readFileSync(join(guideFolder, mark), 'utf8') === wanted;
  if (isBuilt()) return;
  const unfinished = `${root}.cache/guide-${randomUUID()}`;
  try {
    build('/guide/', unfinished);
    compressFiles(unfinished);
    writeFileSync(join(unfinished, mark), wanted);
    // Another process may have built it in the meantime.
    if (isBuilt()) return;
    replaceFolder(unfinished, guideFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @param {string} base @param {string} output */
function build(base, output) {
  mkdirSync(`${root}.cache`, { recursive: true });
  removeUnfinished();
  const vitepress = spawnSync(
    process.execPath,
    [`${root}node_modules/vitepress/bin/vitepress.js`, 'build', `${root}apps/guide`],
    {
      env: { ...process.env, NODE_ENV: 'production', GUIDE_BASE: base, GUIDE_OUTPUT: output },
      encoding: 'utf8',
    },
  );
  if (vitepress.status !== 0 || !existsSync(output))
    throw new Error(`The guide could not be built.\n${vitepress.stdout}${vitepress.stderr}`);
}

/** Removes what interrupted builds left behind. */
function removeUnfinished() {
  for (const path of globSync(`${root}.cache/guide-*`)) {
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { recursive: true });
  }
}

/**
 * Replaces a folder. A running server serves the old files until the new ones are complete.
 * @param {string} from @param {string} to
 */
function replaceFolder(from, to) {
  const old = `${from}-old`;
  if (existsSync(to)) renameSync(to, old);
  renameSync(from, to);
  rmSync(old, { recursive: true, force: true });
}

/** Writes x.br and x.gz next to each text file, so that no server compresses at request time. @param {string} folder */
function compressFiles(folder) {
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (!/\.(html|js|css|json)$/.test(name)) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length < compressedFrom) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content, brotli));
    writeFileSync(`${path}.gz`, gzipSync(content));
  }
}

/**
 * Copies the guide without its compressed files, as the command line carries it.
 * @param {string} folder
 */
export function copyGuide(folder) {
  buildGuide();
  cpSync(guideFolder, folder, {
    recursive: true,
    filter: (path) => !/\.(br|gz)$|\.source-sha256$/.test(path),
  });
}

if (import.meta.main) {
  // Nothing waits for it, and the server that started it may be busy.
  setPriority(system.priority.PRIORITY_BELOW_NORMAL);
  const { values } = parseArgs({
    options: { base: { type: 'string' }, output: { type: 'string' } },
  });
  if (values.base === undefined && values.output === undefined) buildGuide();
  else build(values.base ?? '/', resolve(values.output ?? 'dist/guide'));
}
