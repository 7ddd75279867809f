import { spawnSync } from 'node:child_process';

/**
 * The project's own files by path from the root: tracked, or new and not ignored.
 * @param {RegExp} pattern
 */
export function filesOf(pattern) {
  const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(git.stdout.split('\n'))].filter((file) => pattern.test(file)).sort();
}
