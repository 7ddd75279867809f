// Determines which tests prove which statement of the specification. A test names the rows that it proves at the start of its
// title: `it('[A-105, A-106] clears the password …')`. A table of tests names them row by row, in a first column of ids:
// `it.each([['A-342', …]])('[%s] says …')`.
import { readFileSync } from 'node:fs';
import { filesOf } from './files.mjs';
import { inCell } from './markdown.mjs';
import { isSeen, problemOf, readMutations } from './mutations.mjs';

/** Matches the title of a test, a group of tests or a row of a table of tests. */
const titlePattern = /(['"`])(\[[AS]-\d{3}[^\n]*?)\1/g;
/** Matches the ids of one row of a table. Titles that rows share contain `%s` or `$id` in place of the ids. */
const rowPattern = /(['"`])([AS]-\d{3}(?:, [AS]-\d{3})*)\1/g;
const sharedTitlePattern = /(['"`])(\[[^\n\]]*(?:%s|\$id)[^\n\]]*\])\s*([^\n]*?)\1/g;
const idPattern = /\b[AS]-\d{3}\b/g;
/** Maximum number of statements that one title can prove; with more, it is unclear which assertion proves which. */
const idsOfTitleMax = 4;

/** @param {string} text @returns {Set<string>} */
function idsIn(text) {
  return new Set(text.match(idPattern) ?? []);
}

/** @param {string} text @returns {{ ids: Set<string>, title: string }[]} */
function titlesIn(text) {
  const single = [...text.matchAll(titlePattern)].map(([, , title = '']) => {
    const head = /^\[[^\]]*\]/.exec(title)?.[0] ?? '';
    return { ids: idsIn(head), title: title.slice(head.length).trim() };
  });
  const shared = [...text.matchAll(sharedTitlePattern)].map(
    ({ index, 2: head = '', 3: title = '' }) => {
      return { ids: idsIn(head), title, index };
    },
  );
  const rows = [...text.matchAll(rowPattern)].flatMap(({ index, 2: ids = '' }) => {
    const titles = titlesOfRow(text, index, shared);
    return titles.map(({ title }) => ({ ids: idsIn(ids), title }));
  });
  return [...single, ...shared, ...rows];
}

/**
 * Finds the titles of a table row. A named table is used by every `each` with its name, an unnamed one by the `each` that
 * contains it.
 * @param {string} text @param {number} row @param {{ title: string, index: number }[]} shared
 */
function titlesOfRow(text, row, shared) {
  const below = shared.filter(({ index }) => index > row);
  const name = [...text.slice(0, row).matchAll(/\bconst (\w+) = \[/g)].at(-1)?.[1];
  const named = below.filter(({ index }) =>
    text.slice(0, index).trimEnd().endsWith(`.each(${name})(`),
  );
  return named.length > 0 ? named : below.slice(0, 1);
}

/** @typedef {{ file: string, title: string }} ProvingTest */

/** @returns {Map<string, ProvingTest[]>} tests by the id of a statement that they name */
function testsById() {
  /** @type {Map<string, ProvingTest[]>} */
  const tests = new Map();
  for (const file of filesOf(/\.(test\.tsx?|spec\.ts)$/)) {
    for (const { ids, title } of titlesIn(readFileSync(file, 'utf8'))) {
      if (ids.size > idsOfTitleMax)
        throw new Error(
          `${file}: “${title}” names ${ids.size} statements; ${idsOfTitleMax} are the most.`,
        );
      for (const id of ids) {
        const ofId = tests.get(id) ?? [];
        if (!ofId.some((one) => one.file === file && one.title === title))
          ofId.push({ file, title });
        tests.set(id, ofId);
      }
    }
  }
  return tests;
}

/** @returns {(test: string, id: string) => boolean} true if a test in the file names the statement */
export function statementTests(tests = testsById()) {
  return (test, id) => tests.get(id)?.some(({ file }) => file === test) ?? false;
}

/** Formats a text as code in a table cell. @param {string} text */
function code(text) {
  const fence = text.includes('`') ? '`` ' : '`';
  return `${fence}${inCell(text)}${[...fence].reverse().join('')}`;
}

/** @returns {string} the page docs/specification/coverage.md */
export function coverage() {
  const rows = readFileSync('docs/specification/ledger.tsv', 'utf8').trimEnd().split('\n').slice(1);
  const tests = testsById();
  const mutations = readMutations();
  const names = statementTests(tests);
  const problems = mutations.flatMap((mutation) => {
    const problem = problemOf(mutation, names);
    return problem ? [`${mutation.id}: ${problem}`] : [];
  });
  if (problems.length > 0)
    throw new Error(
      `docs/specification/mutations.tsv is out of date. Write what breaks the statement now, and see the test fail by “node scripts/mutate.mjs <id>”.\n${problems.join('\n')}`,
    );
  const seen = Map.groupBy(mutations.filter(isSeen), ({ id }) => id);
  const covered = rows.filter((row) => tests.has(row.split('\t')[0] ?? '')).length;
  const lines = rows.map((row) => {
    const [id = '', , , requirement = ''] = row.split('\t');
    const proofs = (tests.get(id) ?? []).map(
      ({ file, title }) => `<br>✓ ${file}: ${inCell(title)}`,
    );
    const failures = (seen.get(id) ?? []).map(
      ({ file, text, replacement, test }) =>
        `<br>✗ in ${test} when in ${file} ${code(text)} becomes ${code(replacement)}`,
    );
    return `| ${id} | ${inCell(requirement)}${proofs.join('')}${failures.join('')} |`;
  });
  return [
    '# The specification and its tests',
    '',
    'Made from test titles and `mutations.tsv` by `node scripts/generate.mjs`; do not edit.',
    '',
    `${covered} of ${rows.length} statements are named by a test (✓). Of ${seen.size} it is written down by which change of the product a test that names them was seen to fail (✗); \`node scripts/mutate.mjs\` shows it again.`,
    '',
    '| id | statement, tests and what they notice |',
    '| --- | --- |',
    ...lines,
    '',
  ].join('\n');
}
