import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesOf } from './files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A separate repository with the current files, committed. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'parley-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Release test');
  git('config', 'user.email', 'release@parley.example');
  const packed = spawnSync('tar', ['-c', '-T', '-', '--ignore-failed-read'], {
    cwd: root,
    input: filesOf(/./).join('\n'),
    maxBuffer: 1 << 28,
  }).stdout;
  spawnSync('tar', ['-x'], { cwd: copy, input: packed });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(
    join(copy, 'CHANGELOG.md'),
    '# Changelog\n\n## 9.9.0 (unreleased)\n\n- Calls.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
  );
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'All');
  git('tag', 'start');
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true }), 60_000);
beforeEach(() => {
  git('reset', '--quiet', '--hard', 'start');
  git('tag', '--delete', 'v9.9.0');
});

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: copy, encoding: 'utf8' }).stdout.trim();

const release = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/release.mjs', ...args], { cwd: copy, encoding: 'utf8' });

describe('npm run release', () => {
  it('only says what it would do unless told to do it', () => {
    const { status, stdout } = release('9.9.0');
    expect(stdout).toContain('- Calls.');
    expect(stdout).toContain('Nothing was changed');
    expect(status).toBe(0);
    expect(git('status', '--porcelain', '--untracked-files=no')).toBe('');
    expect(git('tag')).toBe('start');
  });

  it('writes the version, dates the changelog, tags and packs', () => {
    const { status, stdout, stderr } = release('9.9.0', '--yes');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(git('log', '-1', '--format=%s')).toBe('Release 9.9.0');
    expect(git('tag', '--list', '--format=%(contents)')).toContain('- Calls.');
    expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(/## 9\.9\.0 \(\d{4}-/);
    const server = JSON.parse(readFileSync(join(copy, 'apps/server/package.json'), 'utf8'));
    expect(server.version).toBe('9.9.0');
    expect(server.dependencies['@parley/engine']).toBe('9.9.0');
    expect(server.dependencies.pg).not.toBe('9.9.0');
    expect(readFileSync(join(copy, 'docs/cli.md'), 'utf8')).toContain('./parley-cli-9.9.0.tgz`');
    // Without the leading `./`, npm mistakes a folder and file for a GitHub repository.
    expect(stdout).toContain('npm publish ./dist/parley-cli-9.9.0.tgz ');
    const sums = readFileSync(join(copy, 'dist/SHA256SUMS'), 'utf8');
    expect(sums).toContain('parley-9.9.0.tar.gz');
    expect(sums).toContain('parley-cli-9.9.0.tgz');
    expect(existsSync(join(copy, 'dist/parley-cli-9.9.0.tgz'))).toBe(true);
  }, 60_000);

  it.each([
    ['no version', [], 'Name the version'],
    ['what is no version', ['next'], 'Name the version'],
    ['a version without notes', ['9.9.1'], 'CHANGELOG.md has no section'],
    ['a version that is out', ['0.1.0'], 'CHANGELOG.md has no section'],
  ])('refuses %s', (_, args, message) => {
    const { status, stderr } = release(...args, '--yes');
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });

  it('refuses changes that nobody committed', () => {
    writeFileSync(join(copy, 'README.md'), 'changed');
    expect(release('9.9.0', '--yes').stderr).toContain('not committed');
  });
});
