import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** An unpacked release archive, which is not a git repository. */
let folder: string;
let filesOf: (pattern: RegExp) => string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
  for (const path of [
    ...['.ci/run.mjs', 'apps/web/src/data/data.ts', 'vitest.config.ts', 'README.md'],
    ...['data/upload.ts', 'node_modules/zod/zod.ts', 'apps/web/node_modules/react/react.ts'],
    ...['apps/web/dist/index.mjs', '.cache/server/main.mjs', '.git/hooks/commit.mjs'],
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  mkdirSync(join(folder, 'scripts'));
  for (const path of ['.gitignore', 'scripts/files.mjs'])
    copyFileSync(join(root, path), join(folder, path));
  ({ filesOf } = await import(join(folder, 'scripts/files.mjs')));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the own files of the project', () => {
  it('are found where there is no git, without what .gitignore names', () => {
    expect(filesOf(/\.(ts|mjs)$/)).toEqual([
      '.ci/run.mjs',
      'apps/web/src/data/data.ts',
      'scripts/files.mjs',
      'vitest.config.ts',
    ]);
  });

  it('are told apart by their path', () => {
    expect(filesOf(/^apps\//)).toEqual(['apps/web/src/data/data.ts']);
    expect(filesOf(/\.rs$/)).toEqual([]);
  });
});
