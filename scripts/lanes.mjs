// Runs the layers of `npm test`. The layers of a row run at the same time. The first one uses the terminal; the output of the
// others goes to files, which are shown when the row has ended. A layer always has an outcome, however it ends, and the
// summary includes it.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endTogether, runProgram } from './programs.mjs';
import { summaryOf } from './test-summary.mjs';

/** @typedef {import('./test-summary.mjs').Outcome} Outcome */

/**
 * The means with which a layer prints and runs its programs.
 * @typedef {object} Place
 * @property {(text: string) => void} print prints a line
 * @property {typeof runProgram} run
 * @property {boolean} isShared true if other layers run at the same time
 * @property {() => Promise<unknown>} untilAlone resolves once the first layer of the row has ended, for that layer itself
 * immediately
 */

/** @typedef {{ name: string, run: (place: Place) => Outcome | Promise<Outcome> }} Layer */

/**
 * Runs all layers and prints the summary.
 * @param {Layer[][]} rows
 * @param {import('./test-summary.mjs').Budgets} budgets
 * @returns {Promise<number>} the exit code
 */
export async function runRows(rows, budgets) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-lanes-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  /** @type {string[]} files with output that has not been shown yet */
  const files = [];
  const show = () => {
    for (const file of files.splice(0)) process.stdout.write(readFileSync(file));
  };
  endTogether(show);
  const outcomes = [];
  for (const [first, ...others] of rows) {
    if (first === undefined) continue;
    const beside = others.map(({ name }) => name).join(', ');
    console.log(`\n── ${first.name}${beside && ` (beside it ${beside}, shown later)`} ──`);
    const isShared = others.length > 0;
    const ofFirst = outcomeOf(first, {
      isShared,
      print: console.log,
      run: runProgram,
      untilAlone: async () => {},
    });
    const ofOthers = others.map((layer) => {
      const file = join(folder, layer.name);
      const print = (/** @type {string} */ text) => appendFileSync(file, `${text}\n`);
      print(`\n── ${layer.name} ──`);
      files.push(file);
      return outcomeOf(layer, {
        isShared,
        print,
        run: (program, args, options) => runProgram(program, args, { ...options, file }),
        untilAlone: () => ofFirst,
      });
    });
    outcomes.push(await ofFirst, ...(await Promise.all(ofOthers)));
    show();
  }
  const { lines, isGood } = summaryOf(outcomes, budgets);
  console.log(['', ...lines].join('\n'));
  return isGood ? 0 : 1;
}

/** Runs a layer; if it throws, it has failed. @param {Layer} layer @param {Place} place */
async function outcomeOf({ name, run }, place) {
  const startedAt = performance.now();
  /** @type {Outcome} */
  let outcome;
  try {
    outcome = await run(place);
  } catch (error) {
    place.print(error instanceof Error ? `${error.stack}` : String(error));
    outcome = { passed: 0, failed: 1, note: `broke off: ${error}` };
  }
  return { name, seconds: (performance.now() - startedAt) / 1000, ...outcome };
}
