import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The project's own files by path from the root: all that .gitignore does not name. Git itself is not
 * asked, for it does not answer in the archive of a release or in a folder of another owner.
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

/** As far as .gitignore goes here: a name anywhere, or with a slash before it one of the root. @param {string} line */
const globOf = (line) => (line.startsWith('/') ? line.slice(1) : `**/${line}`).replace(/\/$/, '');
