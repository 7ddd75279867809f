// Creates a copy of the tree in which scripts/mutate.mjs can make changes: the project's own files in their current state,
// with links to the installed packages of the original.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { filesOf } from './files.mjs';
import { root } from './source-hash.mjs';

/** Folders whose generated contents are kept because they speed up the next run. */
const keptFolders = /(^|\/)(node_modules|dist|\.cache)(\/|$)/;

/** @returns {string} the folder of the copy, which is kept for the next run */
export function copyTree() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const copy = join(tmpdir(), `parley-mutations-${name}`);
  mkdirSync(copy, { recursive: true });
  holdAlone(`${copy}.lock`);
  const files = filesOf(/./);
  for (const file of files) copyFile(join(root, file), join(copy, file));
  removeOthers(copy, new Set(files));
  linkPackages(copy);
  return copy;
}

/**
 * Locks the copy until the process ends, however it ends. Two concurrent runs would undo each other's changes.
 * @param {string} file
 */
function holdAlone(file) {
  lock = new DatabaseSync(file);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    console.error('Another run of scripts/mutate.mjs is at work in this tree.');
    process.exit(2);
  }
}

/** @type {DatabaseSync | undefined} */
let lock;

/** @param {string} from @param {string} to */
function copyFile(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** @param {string} copy @param {Set<string>} files */
function removeOthers(copy, files) {
  const entries = readdirSync(copy, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name).slice(copy.length + 1);
    if (entry.isFile() && !keptFolders.test(file) && !files.has(file)) rmSync(join(copy, file));
  }
}

/** Links third-party packages to where they are installed, and the project's packages to the copy. @param {string} copy */
function linkPackages(copy) {
  const own = '@parley';
  for (const folder of ['node_modules', 'apps/server/node_modules']) {
    const installed = join(root, folder);
    if (!existsSync(installed)) continue;
    mkdirSync(join(copy, folder), { recursive: true });
    for (const name of readdirSync(installed)) {
      if (name !== own && name !== '.cache') link(join(copy, folder, name), join(installed, name));
    }
  }
  const packages = join(root, 'node_modules', own);
  mkdirSync(join(copy, 'node_modules', own), { recursive: true });
  for (const name of readdirSync(packages))
    link(join(copy, 'node_modules', own, name), readlinkSync(join(packages, name)));
}

/** @param {string} path @param {string} target */
function link(path, target) {
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  symlinkSync(target, path);
}
