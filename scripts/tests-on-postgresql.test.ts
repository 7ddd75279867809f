import { expect, it } from 'vitest';
import { readTestsOnPostgresql, testsOnPostgresql } from './tests-on-postgresql.mjs';

const server = 'apps/server/src/';

/** A server with two tests that open a database, one that does not, and queries in a folder. */
const texts: Record<string, string> = {
  'test/test-app.ts': "import './database-template.ts';",
  'test/database-template.ts': "import './postgresql-database.ts';",
  'test/postgresql-database.ts': '',
  'modules/runs/runs.queries.ts': '',
  'modules/runs/runs.test.ts': "import '../../test/test-app.ts';",
  'modules/runs/audio.test.ts': "import '../../test/test-app.ts';",
  'modules/runs/mask.test.ts': "import './mask.ts';",
};

const choose = (listed: string[], changed: Record<string, string> = {}) =>
  testsOnPostgresql(
    Object.entries({ ...texts, ...changed }).map(([file, text]) => ({ file: server + file, text })),
    { 'Audio, in real time': listed },
  );

it('runs a test that opens a database on both, unless it is listed, and others once', () => {
  const { both, once, problems } = choose(['modules/runs/audio.test.ts']);
  expect(both).toEqual([`${server}modules/runs/runs.test.ts`]);
  expect(once).toEqual([
    `${server}modules/runs/audio.test.ts`,
    `${server}modules/runs/mask.test.ts`,
  ]);
  expect(problems).toEqual([]);
});

it('runs a new test on both', () => {
  const added = { 'modules/mail/mail.test.ts': "import '../../test/test-app.ts';" };
  expect(choose([], added).both).toContain(`${server}modules/mail/mail.test.ts`);
});

it('runs a test on both that asks which server there is', () => {
  const added = { 'server.test.ts': 'it.skipIf(process.env.PARLEY_TEST_DATABASE_URL)' };
  expect(choose([], added).both).toContain(`${server}server.test.ts`);
});

it.each([
  ['of both alike', 'it', true],
  [
    'for a PostgreSQL server beside those of both',
    'it.runIf(process.env.PARLEY_TEST_DATABASE_URL)',
    true,
  ],
  ['that the embedded database lacks', 'it.skipIf(!process.env.PARLEY_TEST_DATABASE_URL)', true],
  ['for the embedded database', 'it.skipIf(process.env.PARLEY_TEST_DATABASE_URL)', false],
  [
    'that ask which there is',
    'const isServer = Boolean(process.env.PARLEY_TEST_DATABASE_URL);',
    false,
  ],
])('knows tests %s', (_, text, isAlike) => {
  const file = 'modules/runs/runs.test.ts';
  const { alike } = choose([], { [file]: `import '../../test/test-app.ts';\n${text}` });
  expect(alike.includes(server + file)).toBe(isAlike);
});

it('calls every endpoint on both', () => {
  const { both, alike } = readTestsOnPostgresql();
  const everyEndpoint = both.filter((file) => /\/long-(runs|suites)\.test\.ts$/.test(file));
  expect(everyEndpoint).toHaveLength(2);
  expect(alike.filter((file) => everyEndpoint.includes(file))).toEqual([]);
});

const audio = 'modules/runs/audio.test.ts';
const withText = (text: string) => ({ [audio]: `import '../../test/test-app.ts';\n${text}` });

it.each<[string, string[], Record<string, string>, string]>([
  ['of a file that is gone', ['gone.test.ts'], {}, 'is no file of the server'],
  ['that does nothing', ['modules/runs/mask.test.ts'], {}, 'opens no database'],
  [
    'of tests for a PostgreSQL server',
    [audio],
    withText('it.runIf(process.env.PARLEY_TEST_DATABASE_URL)'),
    'has tests for a PostgreSQL server',
  ],
  [
    'of tests of what waits for a lock',
    [audio],
    withText('await untilWaiting(db)'),
    'about what happens at once: untilWaiting',
  ],
  [
    'of tests of what several do at once',
    [audio],
    withText("it('takes one of twenty codes at once', …)"),
    'about what happens at once',
  ],
  [
    'of the last test beside queries',
    [audio, 'modules/runs/runs.test.ts'],
    {},
    'modules/runs has queries, and none of its tests runs on a PostgreSQL server',
  ],
])('refuses an entry %s', (_, listed, changed, problem) => {
  expect(choose(listed, changed).problems.join('\n')).toContain(problem);
});

it('takes "at once" for a matter of several only where it names them', () => {
  expect(choose([audio], withText("it('ends at once', …)")).problems).toEqual([]);
});

it('finds nothing to refuse here, and runs on both what a real server decides', {
  timeout: 60_000,
}, () => {
  const { both, problems } = readTestsOnPostgresql();
  expect(problems).toEqual([]);
  expect(both).toEqual(
    expect.arrayContaining(
      [
        'backup.test.ts',
        'modules/runs/work/claim-runs.test.ts',
        'platform/database/migrations.test.ts',
        'platform/database/row-security.test.ts',
        'platform/leased-work/leased-work.test.ts',
        'platform/queue/clean-up.test.ts',
        'test/deadlocked-deletions.test.ts',
        'test/tenant-matrix.test.ts',
      ].map((file) => server + file),
    ),
  );
});
