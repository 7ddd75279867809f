import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownNodePackage } from './node-version.mjs';

const scripts = fileURLToPath(new URL('.', import.meta.url));

/** A checkout with an npm that installs one program. Its path contains a space, as many paths do. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley install-'));
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['ensure-install.mjs', 'node-version.mjs'])
    copyFileSync(join(scripts, name), join(folder, 'scripts', name));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, program: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), program);
  chmodSync(join(folder, path), 0o755);
}

/** @param linked true to create the link as npm 11 does; npm 9 and 10 do not */
function install(pinned: string, { linked }: { linked: boolean }) {
  write('pinned', pinned);
  const program = `${ownNodePackage}/bin/node`;
  write(
    'bin/npm',
    `#!/bin/sh
echo "$@" > asked
mkdir -p node_modules/.bin node_modules/${ownNodePackage}/bin
cp pinned node_modules/${program}
${linked ? `ln -s ../${program} node_modules/.bin/node` : ''}
`,
  );
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  return spawnSync(process.execPath, ['scripts/ensure-install.mjs'], { cwd: folder, env }).status;
}

const hasPinned = () => existsSync(join(folder, 'node_modules/.bin/node'));

describe.skipIf(process.platform === 'win32')('the pinned Node', () => {
  it.each([
    ['npm 11, which links it', true],
    ['npm 10, which leaves it without a link', false],
  ])('comes first after an installation by %s', (_, linked) => {
    expect(install('#!/bin/sh\necho v24.0.0\n', { linked })).toBe(0);
    const link = join(folder, 'node_modules/.bin/node');
    expect(spawnSync(link, { encoding: 'utf8' }).stdout).toBe('v24.0.0\n');
  });

  it.each([
    ['was built for another system', '#!/no/such/loader\n'],
    ['ends at once', '#!/bin/sh\nexit 127\n'],
  ])('stands before no other where it %s', (_, program) => {
    expect(install(program, { linked: true })).toBe(0);
    expect(hasPinned()).toBe(false);
  });
});

it.skipIf(process.platform === 'win32')(
  'keeps from newcomers what npm warns of its own Node',
  () => {
    install('#!/bin/sh\n', { linked: true });
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toContain('--loglevel=error');
  },
);
