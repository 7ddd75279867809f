import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The project's own files by path from the root: all files that .gitignore does not exclude. Git itself is not used, because it
 * fails in an unpacked release archive and in a folder of another owner.
 * @param {RegExp} pattern
 */
export function filesOf(pattern) {
  const named = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const entries = globSync(['**/*', '.*', '.*/**', '*/**/.*', '*/**/.*/**'], {
    cwd: root,
    exclude: ['.git', ...named.map(globOf)],
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    .filter((file) => pattern.test(file))
    .sort();
}

/**
 * Converts a line of .gitignore, as far as its syntax is used here: a name at any depth, or with a leading slash one in the
 * root.
 * @param {string} line
 */
const globOf = (line) => (line.startsWith('/') ? line.slice(1) : `**/${line}`).replace(/\/$/, '');
