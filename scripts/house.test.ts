import { describe, expect, it } from 'vitest';
import {
  duplicatedLines,
  foreignTables,
  longFunctions,
  looseDocblocks,
  roomOf,
  roomsOf,
} from './house.mjs';
import { importCycles, parseSource } from './source-tree.mjs';

const modules = 'apps/server/src/modules';

const treeOf = (files: Record<string, string>) =>
  Object.entries(files).map(([file, text]) => parseSource(file, text));

describe('import cycles', () => {
  it.each([
    ['an import', "import { b } from './b.ts';"],
    ['an import of a type', "import type { B } from './b.ts';"],
    ['an export of another file', "export * from './b.ts';"],
    ['an import at run time', "await import('./b.ts');"],
  ])('are found through %s', (_, text) => {
    const files = treeOf({
      'apps/a.ts': text,
      'apps/b.ts': "import './c.ts';",
      'apps/c.ts': "import './a.ts';",
      'apps/d.ts': "import './a.ts';",
    });
    expect(importCycles(files)).toEqual([['apps/a.ts', 'apps/b.ts', 'apps/c.ts']]);
  });

  it('are none where two ways lead to the same file', () => {
    const files = treeOf({
      'apps/a.ts': "import './b.ts';\nimport './c.ts';",
      'apps/b.ts': "import './d.ts';",
      'apps/c.ts': "import './d.ts';",
      'apps/d.ts': '// import { a } from "./a.ts";',
    });
    expect(importCycles(files)).toEqual([]);
  });
});

describe('a room', () => {
  it.each([
    [`${modules}/runs/claim-runs.ts`, `${modules}/runs`],
    ['apps/server/src/platform/database/embedded/stream.ts', 'apps/server/src/platform'],
    ['apps/web/src/features/suites/editor/text.tsx', 'apps/web/src/features/suites'],
    ['packages/suite/src/format/parse/parse.ts', 'packages/suite'],
  ])('of %s is %s', (file, room) => {
    expect(roomOf(file)).toBe(room);
  });

  it('counts its files and the imports across its border', () => {
    const rooms = roomsOf(
      treeOf({
        [`${modules}/runs/a.ts`]: "import './b.ts';\nimport { s } from '../suites/suites.ts';",
        [`${modules}/runs/b.ts`]: '',
        [`${modules}/runs/inner/c.ts`]: "import { x } from '@parley/suite';",
        [`${modules}/suites/suites.ts`]: '',
        'packages/suite/src/index.ts': '',
      }),
    );
    expect(rooms).toEqual([
      { room: `${modules}/runs`, files: 3, flat: 2, inward: 0, outward: 2 },
      { room: `${modules}/suites`, files: 1, flat: 1, inward: 1, outward: 0 },
      { room: 'packages/suite', files: 1, flat: 1, inward: 1, outward: 0 },
    ]);
  });
});

it('a table is foreign where another module owns it, however it is imported', () => {
  const schema = 'apps/server/src/db/schema';
  const files = treeOf({
    [`${schema}/runs.ts`]: "export const runs = pgTable('runs', {});",
    [`${schema}/index.ts`]: "export * from './runs.ts';",
    [`${modules}/runs/own.ts`]: "import { runs } from '../../db/schema/runs.ts';",
    [`${modules}/history/type.ts`]: "import type { runs } from '../../db/schema/runs.ts';",
    [`${modules}/history/one.ts`]: "import { runs } from '../../db/schema/runs.ts';",
    [`${modules}/history/two.ts`]: "import { runs as all } from '../../db/schema/index.ts';",
  });
  const found = foreignTables(files, { runs: 'runs' });
  expect(found.map(({ file, table, owner }) => `${file} ${table} ${owner}`)).toEqual([
    `${modules}/history/one.ts runs runs`,
    `${modules}/history/two.ts runs runs`,
  ]);
});

it('a function is long by its own lines, without those of functions in it', () => {
  const lines = (count: number) => Array(count).fill('  work();').join('\n');
  const nested = `const inner = () => {\n${lines(60)}\n};`;
  const files = treeOf({
    'apps/a.ts': [
      `function long() {\n${lines(79)}\n}`,
      `function short() {\n${lines(40)}\n${nested}\n}`,
      `const named = () => {\n${lines(90)}\n};`,
    ].join('\n'),
  });
  expect(longFunctions(files)).toEqual([
    { file: 'apps/a.ts', name: 'named', line: 186, lines: 92 },
    { file: 'apps/a.ts', name: 'long', line: 1, lines: 81 },
  ]);
});

it('a docblock is loose by its first word, and no other comment is one', () => {
  const files = treeOf({
    'apps/a.ts': [
      '/** Of a run. */',
      '/**\n * Whether it ended.\n */',
      '/** Offers nothing. */',
      '/** Reads for whoever asks. */',
      '/* Of no docblock. */',
      '// Of a line.',
    ].join('\n'),
  });
  expect(looseDocblocks(files)).toEqual(['apps/a.ts:1', 'apps/a.ts:2']);
});

it('lines are duplicated in runs of six, whatever stands between them', () => {
  const six = ['one();', 'two();', 'three();', 'four();', 'five();', 'six();'];
  const files = treeOf({
    'apps/a.ts': ["import './b.ts';", ...six, 'seven();'].join('\n'),
    'apps/b.ts': ['zero();', ...six.flatMap((line) => [`  ${line}`, '', '// why'])].join('\n'),
    'apps/c.ts': six.slice(1).join('\n'),
  });
  expect(duplicatedLines(files)).toBe(12);
});
