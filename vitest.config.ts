import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Replaces a module, or the page's location, and so must be the first to load what it tests. */
const replacement = /\bvi\.(mock|doMock|resetModules)\(|stubGlobal\('location'/;

/** Mutants are tested with modules that are loaded anew for each file. */
const isEachAlone = process.env.TEST_ISOLATION === 'file';

/** Files that a layer need not repeat; `--exclude` says nothing to projects that leave out some themselves. */
const leftOut: string[] = JSON.parse(process.env.TEST_FILES_LEFT_OUT ?? '[]');

/**
 * A layer as two projects: files that share the modules of their worker, which takes a third less time,
 * and those that replace something, each with modules of its own. `--project 'server*'` names both.
 */
function projectsOf(
  name: string,
  include: string[],
  { shared = { isolate: false }, ...test }: Layer,
): TestProjectInlineConfiguration[] {
  const exclude = ['**/node_modules/**', '**/dist/**', ...leftOut];
  const replacing = globSync(include, { cwd: root, exclude }).filter((path) =>
    replacement.test(readFileSync(`${root}${path}`, 'utf8')),
  );
  const resolve = { alias: { '#': `${root}apps/web/src` } };
  const alone = { resolve, test: { ...test, name: `${name} alone`, include: replacing } };
  if (isEachAlone) return [{ resolve, test: { ...test, name, include, exclude } }];
  return [
    { resolve, test: { ...test, ...shared, name, include, exclude: [...exclude, ...replacing] } },
    alone,
  ];
}

type Options = NonNullable<TestProjectInlineConfiguration['test']>;
type Layer = Options & { shared?: Pick<Options, 'isolate' | 'pool'> };

/** One runner for everything that needs no browser. */
export default defineConfig({
  test: {
    // One more than the cores of CI: tests of phone lines wait, as callers do.
    maxWorkers: 3,
    // As in the browser tests: the line of a test that passed only when tried again says so.
    retry: process.env.CI === 'true' ? 2 : 0,
    projects: [
      ...projectsOf(
        'packages',
        ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'scripts/*.test.ts'],
        { testTimeout: 20_000 },
      ),
      ...projectsOf('server', ['apps/server/src/**/*.test.ts'], {
        testTimeout: 30_000,
        hookTimeout: 120_000,
      }),
      ...projectsOf('web', ['apps/web/src/**/*.test.{ts,tsx}'], {
        environment: 'jsdom',
        testTimeout: 20_000,
        // Stores of a page are its modules' own: each file gets new ones, but the page's classes are made once.
        shared: { pool: 'vmForks' },
      }),
    ],
  },
});
