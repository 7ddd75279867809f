// Determines which test files of the server run on a PostgreSQL server: all that open a database, except those that
// apps/server/src/test/embedded-only.json lists with a reason.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesOf } from './files.mjs';
import { parseModule } from './tests-of-change.mjs';

/** @typedef {{ file: string, text: string }} Source */
/** @typedef {Record<string, string[]>} Exceptions server test files that run only on the embedded database, by the reason */

const server = 'apps/server/src/';

/** A test that opens a database imports this file, or reads the variable with the server's address. */
const opensDatabase = `${server}test/postgresql-database.ts`;
const serverVariable = 'PARLEY_TEST_DATABASE_URL';

/** Matches helpers that make one session wait for another. */
const serverHelpers = /\b(untilWaiting|listenToQueries|startChaosProxy|startPgbouncer)\b/;

/** Matches tests that run only on a PostgreSQL server, and say nothing about the embedded database. */
const onServerOnly = /\b(?:runIf\(|skipIf\(!)process\.env\.PARLEY_TEST_DATABASE_URL\)/g;

/** Tests that call every endpoint as users do, which must also work on the embedded database. */
const everyEndpoint = ['test/long-runs.test.ts', 'test/long-suites.test.ts'].map(
  (file) => server + file,
);

/** Titles of tests with concurrent actions. In "ends at once", the words mean "immediately", so it does not count. */
const concurrentTitle =
  /\b(?:it|describe)\b[^\n]*(?:\b(?:both|two|several|many|twenty|hundred|each other|everybody)\b[^\n]* at once\b|\bat the same time\b|\bconcurrent|\bdeadlock|\blease)/;

/**
 * @param {readonly Source[]} sources of the server
 * @param {Exceptions} exceptions
 * @returns {{ both: string[], alike: string[], once: string[], problems: string[] }} `both`: the test files for a
 * PostgreSQL server; `alike`: those of them that show nothing more on the embedded database; `once`: the others
 */
export function testsOnPostgresql(sources, exceptions) {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const tests = [...texts.keys()].filter((file) => file.endsWith('.test.ts'));
  const listed = new Set(
    Object.values(exceptions)
      .flat()
      .map((file) => server + file),
  );
  const importsOf = importReader(texts);
  const opening = tests.filter((file) => opens(file, texts, importsOf));
  const both = opening.filter((file) => !listed.has(file));
  return {
    both,
    alike: both.filter((file) => isAlike(file, texts.get(file) ?? '')),
    once: tests.filter((file) => !both.includes(file)),
    problems: [
      ...[...listed].flatMap((file) => problemsOf(file, texts.get(file), opening.includes(file))),
      ...withoutTest([...texts.keys()], opening, both),
    ],
  };
}

/** @param {string} file @param {string} text */
const isAlike = (file, text) =>
  !everyEndpoint.includes(file) && !text.replaceAll(onServerOnly, '').includes(serverVariable);

/** @param {string} file @param {string | undefined} text @param {boolean} isOpening @returns {string[]} */
function problemsOf(file, text, isOpening) {
  if (text === undefined) return [`${file} is no file of the server`];
  if (!isOpening) return [`${file} opens no database, so it runs once without being listed`];
  if (text.includes(serverVariable))
    return [`${file} has tests for a PostgreSQL server (${serverVariable})`];
  const [found] = serverHelpers.exec(text) ?? concurrentTitle.exec(text) ?? [];
  return found === undefined
    ? []
    : [`${file} is about what happens at once: ${found.trim().slice(-60)}`];
}

/**
 * Finds folders with queries whose tests all run only on the embedded database.
 * @param {string[]} files @param {string[]} opening @param {string[]} both
 */
function withoutTest(files, opening, both) {
  const folders = new Set(files.filter((file) => file.endsWith('.queries.ts')).map(dirname));
  return [...folders]
    .filter((folder) => {
      const isHere = (/** @type {string} */ file) => dirname(file) === folder;
      return opening.some(isHere) && !both.some(isHere);
    })
    .map((folder) => `${folder} has queries, and none of its tests runs on a PostgreSQL server`);
}

/** @param {string} test @param {Map<string, string>} texts @param {(file: string) => string[]} importsOf */
function opens(test, texts, importsOf) {
  if (texts.get(test)?.includes(serverVariable)) return true;
  const reached = new Set([test]);
  for (const file of reached) {
    if (file === opensDatabase) return true;
    for (const target of importsOf(file)) reached.add(target);
  }
  return false;
}

/** @param {Map<string, string>} texts @returns {(file: string) => string[]} reads each file once */
function importReader(texts) {
  /** @type {Map<string, string[]>} */
  const known = new Map();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const targets = parseModule(file, texts.get(file) ?? '')
      .uses.filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => normalize(join(dirname(file), specifier)))
      .filter((target) => texts.has(target));
    known.set(file, targets);
    return targets;
  };
}

/** Reads the files and exceptions of the current tree. */
export function readTestsOnPostgresql() {
  const sources = filesOf(/^apps\/server\/src\/.*\.ts$/).map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }));
  const list = JSON.parse(readFileSync(`${server}test/embedded-only.json`, 'utf8'));
  return testsOnPostgresql(sources, list.files);
}

if (import.meta.main) {
  const { both, alike, once, problems } = readTestsOnPostgresql();
  const counts = `${both.length} on a PostgreSQL server, ${alike.length} of them alike; ${once.length} others`;
  console.log([counts, ...problems].join('\n'));
  if (problems.length > 0) process.exit(1);
}
