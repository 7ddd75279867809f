import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const longFunction = (name: string) => `export function ${name}() {\n${'  work();\n'.repeat(89)}}`;

/** Runs the check on a tree with these files. @returns its error output; empty if there are no problems */
function problemsOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-imports-'));
  folders.push(folder);
  cpSync('scripts', join(folder, 'scripts'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const rules = {
    workspaces: {
      'packages/suite': [],
      'apps/server': ['packages/suite'],
      'apps/web': [],
      scripts: ['packages/suite'],
    },
    serverModules: ['suites', 'runs'],
    webFeatures: ['suites', 'runs'],
    webFolders: { features: ['ui'], ui: [] },
    rooms: {
      bases: {
        'apps/server/src/platform': { errors: ['api-error'], queue: ['queue'], 'platform.ts': [] },
      },
    },
    testSupport: { 'apps/server': ['scripts'] },
    longFunctions: { 'apps/server/src/a.ts#listed': 'It runs in a page.' },
    tables: {
      owners: { runs: 'runs', suites: 'suites' },
      readers: { runs: { suites: ['suites'] } },
    },
  };
  const sockets = {
    modules: ['undici', 'net', 'stripe'],
    withoutSockets: ['net isIP'],
    files: {},
  };
  const all = {
    '.gitignore': 'node_modules\n/scripts/*.*\n',
    'imports.json': JSON.stringify(rules),
    'sockets.json': JSON.stringify(sockets),
    'packages/suite/package.json': '{"name":"@parley/suite"}',
    'apps/server/package.json': '{"name":"@parley/server"}',
    'apps/web/package.json': '{"name":"@parley/web"}',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(process.execPath, ['scripts/check-imports.mjs'], options);
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

const modules = 'apps/server/src/modules';

/** Two tables, and a module that may use the table of another. */
const tables = {
  'apps/server/src/db/schema/suites.ts': 'export const suites = pgTable();',
  'apps/server/src/db/schema/runs.ts': 'export const runs = pgTable();',
  [`${modules}/runs/read-suites.ts`]: "import { suites } from '../../db/schema/suites.ts';",
};
const features = 'apps/web/src/features';
const platform = 'apps/server/src/platform';

/** All public files of the rooms, each with an importer. */
const rooms = {
  [`${platform}/errors/api-error.ts`]: '',
  [`${platform}/queue/queue.ts`]: "import '../errors/api-error.ts';",
  [`${platform}/platform.ts`]: "import './queue/queue.ts';",
};

it.each([
  [
    'a package that imports what lies above it',
    { 'packages/suite/src/a.ts': "import '@parley/server';" },
    'packages/suite/src/a.ts:1: apps/server/: packages/suite may not import apps/server',
  ],
  [
    'a module that uses the table of another',
    {
      ...tables,
      [`${modules}/suites/count-runs.ts`]: "import { runs } from '../../db/schema/runs.ts';",
    },
    `${modules}/suites/count-runs.ts:1: suites may not use the table runs of runs`,
  ],
  [
    'a module that may use a table and no longer does',
    { 'apps/server/src/db/schema/suites.ts': 'export const suites = pgTable();' },
    'imports.json: runs no longer uses the table suites of suites',
  ],
  [
    'a platform that knows a module',
    { 'apps/server/src/platform/a.ts': "import '../modules/runs/runs.ts';" },
    'the platform knows no module',
  ],
  [
    'a module that is entered past its door',
    { [`${modules}/runs/a.ts`]: "import '../suites/inner.ts';" },
    'enter suites through suites.ts',
  ],
  [
    'a module that imports one to its right',
    { [`${modules}/suites/a.ts`]: "\nexport { x } from '../runs/runs.ts';" },
    `${modules}/suites/a.ts:2: ${modules}/runs/runs.ts: suites may not import runs`,
  ],
  [
    'a web folder that imports one above it',
    { 'apps/web/src/ui/a.ts': "import '#/features/runs/b.ts';" },
    'apps/web/src/ui/a.ts:1: apps/web/src/features/runs/b.ts: ui/ may not import features/',
  ],
  [
    'a web feature that imports one to its right',
    { [`${features}/suites/a.ts`]: "import '#/features/runs/b.ts';" },
    `${features}/suites/a.ts:1: ${features}/runs/b.ts: suites may not import runs`,
  ],
  [
    'a web feature that imports one that has no place in the order',
    { [`${features}/runs/a.tsx`]: "import('../history/b.tsx');" },
    'runs may not import history (webFeatures in imports.json)',
  ],
  [
    'a room that is entered past its public files',
    { [`${platform}/queue/inner.ts`]: '', [`${platform}/other.ts`]: "import './queue/inner.ts';" },
    `${platform}/other.ts:1: ${platform}/queue/inner.ts: inner is not public in the room queue`,
  ],
  [
    'a module that enters a room past its public files',
    { [`${modules}/runs/a.ts`]: "import '../../platform/errors/inner.ts';" },
    'inner is not public in the room errors',
  ],
  [
    'a room that imports one below it',
    { [`${platform}/errors/inner.ts`]: "import '../queue/queue.ts';" },
    'errors may not import queue (order in imports.json)',
  ],
  [
    'a room that imports a file that stands above it',
    { [`${platform}/queue/inner.ts`]: "import '../platform.ts';" },
    'queue may not import platform.ts (order in imports.json)',
  ],
  [
    'a room that imports a file without a place in the order',
    { [`${platform}/queue/inner.ts`]: "import '../other.ts';" },
    'queue may not import other.ts (order in imports.json)',
  ],
  [
    'a room that nobody has listed',
    { [`${platform}/platform.ts`]: "import './mail/mail.ts';" },
    `${platform}/mail is no room in imports.json`,
  ],
  [
    'a public file that nobody imports',
    { [`${platform}/platform.ts`]: '' },
    `imports.json: nobody imports queue of the room ${platform}/queue`,
  ],
  [
    'files that import one another',
    {
      'packages/suite/src/a.ts': "import type { B } from './b.ts';",
      'packages/suite/src/b.ts': "await import('./a.ts');",
    },
    'These import one another; move what both need to a file of its own:\n  packages/suite/src/a.ts\n  packages/suite/src/b.ts',
  ],
  [
    'a script that imports what it may not',
    { 'scripts/planted/a.mjs': "import '../../apps/web/src/a.ts';" },
    'scripts/planted/a.mjs:1: apps/web/src/a.ts: scripts may not import apps/web',
  ],
  [
    'product code that imports a script',
    { 'apps/server/src/a.ts': "import '../../../scripts/files.mjs';" },
    'apps/server/src/a.ts:1: scripts/files.mjs: apps/server may not import scripts',
  ],
  [
    'a connection past the egress by a module of Node',
    { 'packages/suite/src/a.ts': "import { connect, isIP } from 'node:net';" },
    'packages/suite/src/a.ts:1: net: connections leave through packages/egress',
  ],
  [
    'a connection past the egress by a package',
    { 'packages/suite/src/a.ts': "\nawait import('undici');" },
    'packages/suite/src/a.ts:2: undici: connections leave through packages/egress',
  ],
  [
    'a connection past the egress by a package that is loaded late',
    { 'apps/server/src/a.ts': "const s = lazyPackage<typeof Stripe>('stripe');" },
    'apps/server/src/a.ts:1: stripe: connections leave through packages/egress',
  ],
  [
    'a connection past the egress by the global fetch',
    { 'apps/server/src/a.ts': "const a = 1;\nawait fetch('https://example.com');" },
    'apps/server/src/a.ts:2: fetch: connections leave through packages/egress',
  ],
  [
    'a global fetch that is handed on',
    { 'apps/server/src/a.ts': 'export const ask = globalThis.fetch;' },
    'apps/server/src/a.ts:1: fetch: connections leave through packages/egress',
  ],
  [
    'a function that is too long',
    { 'apps/server/src/a.ts': longFunction('unlisted') },
    'apps/server/src/a.ts:1: unlisted has 91 lines of its own',
  ],
  [
    'a reason for a function that is not long',
    { 'apps/server/src/a.ts': 'export {};' },
    'imports.json: apps/server/src/a.ts#listed is no longer long',
  ],
  [
    'a permission for what is gone',
    {
      'packages/suite/src/a.ts': 'export {};',
      'sockets.json': JSON.stringify({
        modules: ['net'],
        withoutSockets: [],
        files: { 'packages/suite/src/a.ts': { uses: ['net'], why: '' } },
      }),
    },
    'sockets.json: packages/suite/src/a.ts does not use net\nsockets.json: packages/suite/src/a.ts has no reason',
  ],
])('the check of imports finds %s', (_, files, problem) => {
  expect(problemsOf({ ...rooms, ...files })).toContain(problem);
});

it('the check of imports says nothing of a tree in order', () => {
  const said = problemsOf({
    ...rooms,
    ...tables,
    [`${platform}/other.ts`]: "import './queue/queue.ts';",
    [`${platform}/queue/inner.ts`]: "import '../errors/api-error.ts';\nimport './queue.ts';",
    [`${platform}/errors/api-error.test.ts`]: "import '../queue/inner.ts';",
    'apps/server/src/test/app.ts': "import '../platform/queue/inner.ts';",
    [`${modules}/runs/runs.ts`]:
      "import { a } from '../suites/suites.ts';\nimport '@parley/suite';",
    [`${modules}/suites/suites.ts`]: "// import '../runs/runs.ts';",
    [`${modules}/suites/suites.test.ts`]: "import '../runs/inner.ts';",
    [`${features}/runs/a.tsx`]: "import '../suites/a.ts';\nimport './b.ts';\nimport '#/ui/a.ts';",
    [`${features}/suites/a.test.ts`]: "import '../runs/b.ts';",
    'apps/server/src/a.ts': longFunction('listed'),
    'apps/server/src/test/a.ts': "import { x } from '../../../../scripts/files.mjs';\nfetch(x);",
    'packages/suite/src/a.ts':
      "import { isIP } from 'node:net';\nimport type { Agent } from 'undici';\nthing.fetch();",
    'packages/suite/src/dialer/a.ts': "import { fetch } from 'undici';\nfetch('a');",
    'sockets.json': JSON.stringify({
      modules: ['undici', 'net'],
      withoutSockets: ['net isIP'],
      files: { 'packages/suite/src/dialer/': { uses: ['undici'], why: 'It dials.' } },
    }),
  });
  expect(said).toBe('');
});
