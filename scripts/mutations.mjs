// docs/specification/mutations.tsv: for each statement, a change of the product that makes its tests fail. scripts/mutate.mjs
// writes `seen`, a digest of the row, so that a row that was edited later counts as unseen.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-hash.mjs';

export const mutationsFile = 'docs/specification/mutations.tsv';

/** @param {string} file */
const placeOf = (file) => join(root, file);

const columns = ['id', 'file', 'text', 'replacement', 'test', 'seen'];

/** Stands for a line break including the next line's indentation, for texts that are not unique within one line. */
const lineEnd = ' ⏎ ';

/**
 * @typedef {object} Mutation
 * @property {string} id ID of the statement that the mutation breaks
 * @property {string} file path of the product file to change
 * @property {string} text text to replace, which occurs exactly once in the file
 * @property {string} replacement replacement that makes the statement false
 * @property {string} test path of the test file; its tests that name the statement must fail
 * @property {string} seen digest of the row as it was when the failure was observed, or a dash
 */

/** @param {string} text @returns {Mutation[]} */
export function parseMutations(text) {
  const [head = '', ...rows] = text.trimEnd().split('\n');
  if (head !== columns.join('\t')) throw new Error(`${mutationsFile}: unknown columns`);
  return rows.map((row, index) => {
    const cells = row.split('\t');
    if (cells.length !== columns.length)
      throw new Error(`${mutationsFile}:${index + 2}: ${cells.length} columns`);
    const [id = '', file = '', text = '', replacement = '', test = '', seen = ''] = cells;
    return { id, file, text, replacement, test, seen };
  });
}

/** @returns {Mutation[]} */
export function readMutations() {
  return parseMutations(readFileSync(placeOf(mutationsFile), 'utf8'));
}

/**
 * Writes the rows in the order of the ledger, so that people who add rows rarely cause a conflict.
 * @param {Mutation[]} mutations
 */
export function writeMutations(mutations) {
  const rows = mutations.map(({ id, file, text, replacement, test, seen }) =>
    [id, file, text, replacement, test, seen].join('\t'),
  );
  // Write atomically, because another process can read the file at any moment.
  const place = placeOf(mutationsFile);
  writeFileSync(`${place}.new`, [columns.join('\t'), ...rows.sort(), ''].join('\n'));
  renameSync(`${place}.new`, place);
}

/** @param {Mutation} mutation */
export function digestOf({ id, file, text, replacement, test }) {
  const row = [id, file, text, replacement, test].join('\t');
  return createHash('sha256').update(row).digest('hex').slice(0, 8);
}

/** @param {Mutation} mutation */
export function isSeen(mutation) {
  return mutation.seen === digestOf(mutation);
}

/** Escapes a text for a regular expression. @param {string} text */
export const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Applies the change to the product's file.
 * @param {string} source @param {Mutation} mutation
 * @returns {string | undefined} undefined unless the text occurs exactly once
 */
export function mutate(source, { text, replacement }) {
  const pattern = new RegExp(text.split(lineEnd).map(escaped).join('\\s*\\n\\s*'), 'g');
  const [found, another] = source.matchAll(pattern);
  if (!found || another) return undefined;
  const changed = replacement.split(lineEnd).join('\n');
  return source.slice(0, found.index) + changed + source.slice(found.index + found[0].length);
}

/**
 * Explains why a row cannot be used; undefined if it can.
 * @param {Mutation} mutation
 * @param {(test: string, id: string) => boolean} names returns true if a test in a file names a statement
 */
export function problemOf(mutation, names) {
  const { id, file, text, replacement, test } = mutation;
  if (!existsSync(placeOf(file))) return `${file} is gone`;
  if (!names(test, id)) return `no test in ${test} names it`;
  if (text === replacement) return 'nothing is changed';
  if (mutate(readFileSync(placeOf(file), 'utf8'), mutation) === undefined)
    return `“${text}” is not found once in ${file}`;
  return undefined;
}
