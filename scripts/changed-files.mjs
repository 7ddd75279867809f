// Finds what a branch has changed.
import { execFileSync } from 'node:child_process';
import { root } from './source-hash.mjs';

/**
 * Lists changed files, committed or not, by path from the root.
 * @param {string} [since] a revision; by default, the point where the branch left main
 */
export function changedFiles(since) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const base = since ?? git('merge-base', 'main', 'HEAD');
  const lists = [git('diff', '--name-only', base), git('ls-files', '-o', '--exclude-standard')];
  return lists.flatMap((list) => list.split('\n')).filter(Boolean);
}
