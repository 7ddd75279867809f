// Changes the product one line at a time, as listed in docs/specification/mutations.tsv, and reports whether the tests that
// name the statement detect the change. Works in a copy of the tree. Verdicts are cached, so an interrupted run can be resumed.
//
//   node scripts/mutate.mjs [ids…] [--layer contract|web|server|e2e] [--changed] [--unseen] [--again]
//
// --changed: only rows for which the product's file or the test file differs from main; --unseen: only rows that are new or
// were edited; --again: also rows with a cached verdict.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { changedFiles } from './changed-files.mjs';
import { statementTests } from './coverage.mjs';
import { judgeMutations } from './judge-mutations.mjs';
import { copyTree } from './mutation-copy.mjs';
import { browserRunner, vitestRunner } from './mutation-tests.mjs';
import { digestOf, isSeen, problemOf, readMutations, writeMutations } from './mutations.mjs';
import { root } from './source-hash.mjs';

/** @typedef {import('./mutations.mjs').Mutation} Mutation */
/** @typedef {import('./judge-mutations.mjs').Verdict} Verdict */

/** Layers, fastest first. */
const layers = ['contract', 'web', 'server', 'e2e'];

/** @param {Mutation} mutation */
function layerOf({ test }) {
  if (test.startsWith('e2e/')) return 'e2e';
  return /^apps\/(web|server)\//.exec(test)?.[1] ?? 'contract';
}

const { values: options, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: {
    layer: { type: 'string' },
    changed: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
if (options.layer !== undefined && !layers.includes(options.layer)) {
  console.error(`Unknown layer ${options.layer}; there are ${layers.join(', ')}.`);
  process.exit(2);
}
// Give way to other programs on this machine. Child processes inherit the priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const knownFile = join(root, 'node_modules/.cache/parley/mutations.json');
/** @type {Record<string, Verdict>} */
const known = options.again ? {} : readKnown();

/** @returns {Record<string, Verdict>} */
function readKnown() {
  try {
    return JSON.parse(readFileSync(knownFile, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Computes the cache key of a verdict, which stays valid until the product's file, the test file or the row changes.
 * @param {Mutation} mutation
 */
function keyOf(mutation) {
  const hash = createHash('sha256').update(digestOf(mutation));
  for (const file of [mutation.file, mutation.test]) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** @returns {Mutation[]} */
function wanted() {
  const changed = options.changed ? new Set(changedFiles()) : undefined;
  return readMutations()
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .filter((mutation) => !options.layer || layerOf(mutation) === options.layer)
    .filter((mutation) => !options.unseen || !isSeen(mutation))
    .filter(({ file, test }) => !changed || changed.has(file) || changed.has(test));
}

/** @type {Record<Verdict['outcome'], number>} */
const counts = { found: 0, survived: 0, 'not applicable': 0 };

/** @param {Mutation} mutation @param {Verdict} verdict */
function tell(mutation, verdict) {
  const { outcome, note } = verdict;
  counts[outcome] += 1;
  const [line = ''] = note.split('\n');
  console.log(
    `${outcome.padEnd(14)} ${mutation.id}  ${mutation.file}  ${mutation.text}\n    ${line}`,
  );
  if (outcome === 'not applicable') return;
  known[keyOf(mutation)] = verdict;
  mkdirSync(dirname(knownFile), { recursive: true });
  writeFileSync(knownFile, JSON.stringify(known));
  if (outcome === 'found' && !isSeen(mutation)) markSeen(mutation);
}

/**
 * Marks a mutation as seen. Reads the table again, because it can have been edited in the meantime. @param {Mutation} mutation
 */
function markSeen(mutation) {
  const digest = digestOf(mutation);
  const rows = readMutations();
  for (const row of rows) if (digestOf(row) === digest) row.seen = digest;
  writeMutations(rows);
}

const names = statementTests();
/** @type {Mutation[]} */
const open = [];
for (const mutation of wanted()) {
  const problem = problemOf(mutation, names);
  const verdict = problem ? undefined : known[keyOf(mutation)];
  if (problem) tell(mutation, { outcome: 'not applicable', note: problem });
  else if (verdict) tell(mutation, verdict);
  else open.push(mutation);
}

if (open.length > 0) {
  const copy = copyTree();
  for (const layer of layers) {
    const mutations = open.filter((mutation) => layerOf(mutation) === layer);
    if (mutations.length === 0) continue;
    const runner = layer === 'e2e' ? browserRunner(copy) : await vitestRunner(copy);
    for (const ofFile of Map.groupBy(mutations, ({ test }) => test).values())
      for await (const verdict of judgeMutations(runner, copy, ofFile)) tell(...verdict);
    await runner.close();
  }
}
console.log(
  `${counts.found} found, ${counts.survived} survived, ${counts['not applicable']} not applicable`,
);
process.exit(counts.survived + counts['not applicable'] === 0 ? 0 : 1);
