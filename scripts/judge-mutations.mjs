// Determines which mutations of one test file its tests detect.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate } from './mutations.mjs';

/** @typedef {import('./mutations.mjs').Mutation} Mutation */
/** @typedef {import('./mutation-tests.mjs').Runner} Runner */
/** @typedef {{ outcome: 'found' | 'survived' | 'not applicable', note: string }} Verdict */

/**
 * One change of the product; it may break several statements.
 * @typedef {Mutation[]} Change
 */

/**
 * The result of a test run with some of the changes made.
 * @typedef {{ changes: Set<Change>, failed: string[], isWhole: boolean }} Run
 */

/** Minimum number of changes to test together; fewer are tested one by one. */
const togetherMin = 6;

/**
 * @param {Runner} runner @param {string} copy
 * @param {Mutation[]} mutations all of one test file
 * @returns {AsyncGenerator<[Mutation, Verdict]>}
 */
export async function* judgeMutations(runner, copy, mutations) {
  const [{ test } = { test: '' }] = mutations;
  const ids = idsOf(mutations);
  const before = await runner.run(test, ids);
  const proper = mutations.filter(({ id }) => {
    const isNamedIn = naming(id);
    return !before.broken && before.passed.some(isNamedIn) && !before.failed.some(isNamedIn);
  });
  for (const mutation of mutations.filter((one) => !proper.includes(one))) {
    const isFailing = before.failed.some(naming(mutation.id));
    const why = before.broken ?? (isFailing ? 'the test fails as it is' : 'no test ran');
    yield [mutation, { outcome: 'not applicable', note: why }];
  }

  /** @param {Mutation} mutation */
  const sameChange = ({ file, text, replacement }) => [file, text, replacement].join('\t');
  const changes = [...Map.groupBy(proper, sameChange).values()];
  const runs =
    runner.isForMany && changes.length >= togetherMin
      ? await runTogether(runner, copy, { test, ids, changes })
      : [];
  for (const change of changes) {
    const titles = titlesShownBy(change, runs);
    for (const mutation of change) {
      const title = titles?.find(naming(mutation.id));
      if (title) yield [mutation, { outcome: 'found', note: title }];
      else yield [mutation, await judgeAlone(runner, copy, mutation)];
    }
  }
}

/** @param {Mutation[]} mutations */
const idsOf = (mutations) => [...new Set(mutations.map(({ id }) => id))];

/** @param {string} id @returns {(title: string) => boolean} */
const naming = (id) => (title) => title.includes(id);

/**
 * Tests several changes together, because starting the tests takes longer than running them. The changes are arranged in a
 * square; those of each row and each column are made together. Any two of them meet at most once, and each is made twice.
 * @param {Runner} runner @param {string} copy
 * @param {{ test: string, ids: string[], changes: Change[] }} wanted
 * @returns {Promise<Run[]>}
 */
async function runTogether(runner, copy, { test, ids, changes }) {
  const side = Math.ceil(Math.sqrt(changes.length));
  const rows = Map.groupBy(changes, (change) => Math.floor(changes.indexOf(change) / side));
  const columns = Map.groupBy(changes, (change) => changes.indexOf(change) % side);
  /** @type {Run[]} */
  const runs = [];
  for (const group of [...rows.values(), ...columns.values()]) {
    const { made, undo } = makeChanges(runner, copy, group);
    try {
      const { failed, broken } = await runner.run(test, ids);
      runs.push({ changes: new Set(made), failed, isWhole: !broken });
    } finally {
      undo();
    }
  }
  return runs;
}

/**
 * Finds the tests that certainly failed because of a change: they failed in every run with it, and none of the other changes
 * in these runs makes them fail without it. Undefined if that is uncertain.
 * @param {Change} change @param {Run[]} runs
 * @returns {string[] | undefined}
 */
function titlesShownBy(change, runs) {
  const isAbout = (/** @type {string} */ title) => change.some(({ id }) => title.includes(id));
  const withIt = runs.filter(({ changes }) => changes.has(change));
  const failsEachTime = withIt.every(
    ({ failed, isWhole }) => isWhole && change.every(({ id }) => failed.some(naming(id))),
  );
  if (withIt.length < 2 || !failsEachTime) return undefined;
  const others = withIt.flatMap(({ changes }) => [...changes].filter((other) => other !== change));
  const isInnocent = (/** @type {Change} */ other) =>
    runs.some(
      ({ changes, failed, isWhole }) =>
        changes.has(other) && !changes.has(change) && isWhole && !failed.some(isAbout),
    );
  return others.every(isInnocent) ? withIt.flatMap(({ failed }) => failed) : undefined;
}

/** @param {Runner} runner @param {string} copy @param {Mutation} mutation @returns {Promise<Verdict>} */
async function judgeAlone(runner, copy, mutation) {
  const { undo } = makeChanges(runner, copy, [[mutation]]);
  try {
    const { passed, failed, broken } = await runner.run(mutation.test, [mutation.id]);
    if (failed[0]) return { outcome: 'found', note: failed[0] };
    if (broken) return { outcome: 'not applicable', note: broken };
    return { outcome: 'survived', note: passed.join('; ') };
  } finally {
    undo();
  }
}

/**
 * Makes as many of the changes as can be combined, since two of them can affect the same line.
 * @param {Runner} runner @param {string} copy @param {Change[]} changes
 */
function makeChanges(runner, copy, changes) {
  /** @type {Map<string, string>} */
  const sources = new Map();
  const made = changes.filter((change) => {
    const [mutation] = change;
    if (!mutation) return false;
    const path = join(copy, mutation.file);
    const source = readFileSync(path, 'utf8');
    const changed = mutate(source, mutation);
    if (changed === undefined) return false;
    if (!sources.has(mutation.file)) sources.set(mutation.file, source);
    writeFileSync(path, changed);
    runner.changed(mutation.file);
    return true;
  });
  const undo = () => {
    for (const [file, source] of sources) {
      writeFileSync(join(copy, file), source);
      runner.changed(file);
    }
  };
  return { made, undo };
}
