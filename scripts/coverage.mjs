// Which statement of the specification is proven by which test. A test names the rows that it
// proves at the start of its title: `it('[A-105, A-106] clears the password …')`. A table of tests
// names them row by row, in a first column of ids: `it.each([['A-342', …]])('[%s] says …')`.
import { readFileSync } from 'node:fs';
import { filesOf } from './files.mjs';

/** A title of a test, a group of tests or a row of a table of tests. */
const titlePattern = /(['"`])(\[[AS]-\d{3}[^\n]*?)\1/g;
/** The ids of one row of a table, and a title that rows share: its ids have a `%s` or `$id` among them. */
const rowPattern = /(['"`])([AS]-\d{3}(?:, [AS]-\d{3})*)\1/g;
const sharedTitlePattern = /(['"`])(\[[^\n\]]*(?:%s|\$id)[^\n\]]*\])\s*([^\n]*?)\1/g;
const idPattern = /\b[AS]-\d{3}\b/g;
const rangePattern = /\b([AS])-(\d{3})\s*(?:to|–|\.\.)\s*[AS]-(\d{3})\b/g;

/** @param {string} text */
function idsIn(text) {
  const ids = new Set(text.match(idPattern) ?? []);
  for (const [, letter, first, last] of text.matchAll(rangePattern)) {
    for (let number = Number(first); number <= Number(last); number++) {
      ids.add(`${letter}-${String(number).padStart(3, '0')}`);
    }
  }
  return ids;
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
 * A table with a name is used by every `each` of that name, one without by the `each` around it.
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

/** @returns {Map<string, string[]>} test titles with their file, by id */
function testsById() {
  const tests = new Map();
  for (const file of filesOf(/\.(test\.tsx?|spec\.ts)$/)) {
    for (const { ids, title } of titlesIn(readFileSync(file, 'utf8'))) {
      for (const id of ids) {
        const known = tests.get(id) ?? [];
        const line = `${file}: ${title}`;
        if (!known.includes(line)) tests.set(id, [...known, line]);
      }
    }
  }
  return tests;
}

/** @returns {string} the page docs/specification/coverage.md */
export function coverage() {
  const rows = readFileSync('docs/specification/ledger.tsv', 'utf8').trimEnd().split('\n').slice(1);
  const tests = testsById();
  const covered = rows.filter((row) => tests.has(row.split('\t')[0] ?? '')).length;
  const lines = rows.map((row) => {
    const [id = '', , , requirement = ''] = row.split('\t');
    const titles = tests.get(id) ?? [];
    const proof = titles.map((title) => `<br>✓ ${title.replaceAll('|', '\\|')}`).join('');
    return `| ${id} | ${requirement.replaceAll('|', '\\|')}${proof} |`;
  });
  return [
    '# The specification and its tests',
    '',
    'Made from test titles by `node scripts/generate.mjs`; do not edit.',
    '',
    `${covered} of ${rows.length} statements are named by a test.`,
    '',
    '| id | statement and tests |',
    '| --- | --- |',
    ...lines,
    '',
  ].join('\n');
}
