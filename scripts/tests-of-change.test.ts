import { expect, it } from 'vitest';
import { parseModule, readModules, testFinder } from './tests-of-change.mjs';

const files: Record<string, string> = {
  'packages/suite/src/index.ts': "export { parse } from './parse.ts';\nexport * from './print.ts';",
  'packages/suite/src/parse.ts': 'export const parse = 1;',
  'packages/suite/src/print.ts': 'export const print = 1;',
  'packages/suite/src/match/match.test.ts': "import { parse } from '../parse.ts';",
  'apps/server/src/api.ts':
    "import './modules/suites/suites.routes.ts';\nimport './modules/runs/runs.routes.ts';",
  'apps/server/src/test/test-app.ts': "import '../api.ts';",
  'apps/server/src/modules/suites/suites.routes.ts':
    "import { parse } from '@parley/suite';\nimport { find } from './queries/suites.queries.ts';",
  'apps/server/src/modules/suites/queries/suites.queries.ts': 'export const find = 1;',
  'apps/server/src/modules/suites/suites.test.ts': "import '../../test/test-app.ts';",
  'apps/server/src/modules/runs/runs.routes.ts': "import { print } from '@parley/suite';",
  'apps/server/src/modules/runs/runs.test.ts': "import '../../test/test-app.ts';",
  'apps/server/src/modules/runs/find.test.ts':
    "import { find } from '../suites/queries/suites.queries.ts';",
  'apps/web/src/features/runs/run.test.tsx': "import { print } from '@parley/suite';",
};

const find = testFinder(Object.entries(files).map(([file, text]) => parseModule(file, text)));

it.each([
  [
    'what imports a name of a package',
    'packages/suite/src/print.ts',
    ['packages/suite/src/match/match.test.ts', 'apps/web/src/features/runs/run.test.tsx'],
  ],
  [
    'what lies in the folder, which is tested through the server',
    'apps/server/src/modules/suites/suites.routes.ts',
    ['apps/server/src/modules/suites/suites.test.ts'],
  ],
  [
    'what imports the file, and nothing by way of the whole server',
    'apps/server/src/modules/suites/queries/suites.queries.ts',
    ['apps/server/src/modules/runs/find.test.ts'],
  ],
  [
    'a test itself',
    'apps/server/src/modules/runs/runs.test.ts',
    ['apps/server/src/modules/runs/runs.test.ts'],
  ],
])('a change concerns %s', (_, changed, tests) => {
  expect(find([changed]).tests).toEqual(tests);
});

it('tells of changes that concern everything', () => {
  const { beyond } = find(['package-lock.json', 'apps/server/src/modules/runs/runs.routes.ts']);
  expect(beyond).toEqual(['package-lock.json']);
});

it('finds for every product file the test beside it', () => {
  const all = readModules();
  const findHere = testFinder(all);
  const known = new Set(all.map(({ file }) => file));
  const pairs = [...known]
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => [file, file.replace(/\.(tsx?)$/, '.test.$1')] as const)
    .filter(([, beside]) => known.has(beside));
  expect(pairs.length).toBeGreaterThan(100);
  const missed = pairs.filter(([file, beside]) => !findHere([file]).tests.includes(beside));
  expect(missed).toEqual([]);
});
