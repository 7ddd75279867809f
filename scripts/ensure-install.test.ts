import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./ensure-install.mjs', import.meta.url));

/** A checkout with an npm that installs one program. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-install-'));
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(script, join(folder, 'scripts/ensure-install.mjs'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, program: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), program);
  chmodSync(join(folder, path), 0o755);
}

function install(pinned: string): number | null {
  write('node', pinned);
  write('bin/npm', '#!/bin/sh\nmkdir -p node_modules/.bin && cp node node_modules/.bin/\n');
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  return spawnSync(process.execPath, ['scripts/ensure-install.mjs'], { cwd: folder, env }).status;
}

const hasPinned = () => existsSync(join(folder, 'node_modules/.bin/node'));

describe.skipIf(process.platform === 'win32')('the pinned Node', () => {
  it('stays where it runs', () => {
    expect(install('#!/bin/sh\necho v24.0.0\n')).toBe(0);
    expect(hasPinned()).toBe(true);
  });

  it.each([
    ['was built for another system', '#!/no/such/loader\n'],
    ['ends at once', '#!/bin/sh\nexit 127\n'],
  ])('stands before no other where it %s', (_, program) => {
    expect(install(program)).toBe(0);
    expect(hasPinned()).toBe(false);
  });
});
