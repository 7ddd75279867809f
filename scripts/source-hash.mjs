// Hashes the inputs of a build: equal hashes mean equal results.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Lists a file, or the files in a folder, below the root, without tests and generated files. @param {string} path @returns
 * {string[]}
 */
function filesIn(path) {
  if (!existsSync(`${root}${path}`)) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(`${root}${path}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(root.length)}/${entry.name}`)
    .filter((file) => !/\.(test\.tsx?|gen\.ts)$/.test(file))
    .sort();
}

/**
 * @param {string[]} sources files and folders below the root
 * @param {string} [place] location that the result depends on, if any
 * @returns {string} SHA-256, in hexadecimal
 */
export function sourceHash(sources, place = '') {
  const hash = createHash('sha256').update(place);
  for (const file of sources.flatMap(filesIn)) {
    hash.update(file).update(readFileSync(`${root}${file}`));
  }
  return hash.digest('hex');
}
