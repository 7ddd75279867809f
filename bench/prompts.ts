/**
 * Measures fixed prompts that are recognized by their sound: how often a prompt with another word, or a damaged one, is taken
 * for the recording, and how often the recording itself fails.
 *
 *   npm run bench -- prompts               texts and voices that were not used to choose thresholds
 *   npm run bench -- prompts --quick       a few of them, in seconds
 *   npm run bench -- prompts --calibrate   texts and voices that were used to choose thresholds
 *
 * Synthetic voices speak words that tests can confuse. Recordings of a person are used if the Debian package
 * asterisk-core-sounds-en-wav is installed.
 */

import { failDb, judgeSound, passDb, type SoundVerdict } from '@parley/engine/sound';
import { exactUpperBound } from '@parley/statistics/compare';
import { voices } from './ears/corpus.ts';
import { calibrationTexts, heldOutTexts } from './ears/texts.ts';
import { type Case, humanCases, spokenCases } from './prompts/cases.ts';
import { type Connection, connections } from './prompts/connections.ts';

const isQuick = process.argv.includes('--quick');
const isCalibrating = process.argv.includes('--calibrate');
/** No voice and no text is in both splits. */
const calibrationVoices = ['rms', 'slt'] as const;
const heldOutVoices = voices.filter((voice) => voice !== 'rms' && voice !== 'slt');

interface Row {
  true: number;
  passed: number;
  falseRejects: number;
  undecided: number;
  lies: number;
  falseAccepts: number;
  liesUndecided: number;
  /**
   * Sharpest difference of a true prompt, in decibels. Below: the largest mean difference of a true prompt, and the least sharp
   * difference of a wrong one.
   */
  trueMost: number;
  trueMostMean: number;
  lieLeast: number;
}

const newRow = (): Row => ({
  ...{ true: 0, passed: 0, falseRejects: 0, undecided: 0 },
  ...{
    lies: 0,
    falseAccepts: 0,
    liesUndecided: 0,
    trueMost: 0,
    trueMostMean: 0,
    lieLeast: Infinity,
  },
});

async function casesToJudge(): Promise<{ cases: Case[]; human: number }> {
  // The others were used while the thresholds were chosen.
  const heldOut = heldOutTexts.slice(3).filter((_, at) => at % 2 === 1);
  const texts = isCalibrating ? calibrationTexts.slice(0, 12) : heldOut;
  const spoken = await spokenCases(
    isQuick ? texts.slice(0, 3) : texts,
    isCalibrating ? calibrationVoices : heldOutVoices,
  );
  const human = isCalibrating ? undefined : humanCases();
  if (!isCalibrating && !human)
    console.log('Recordings of a person: not run (apt-get install asterisk-core-sounds-en-wav).');
  const ofPerson = isQuick ? (human ?? []).slice(0, 2) : (human ?? []);
  return { cases: [...spoken, ...ofPerson], human: ofPerson.length };
}

/**
 * Returns the wrong prompts to try on a kind of connection. A damaged recording is the same on every line, but another word
 * can be harder to distinguish on some.
 */
function liesOn(kind: Connection['kind'], lies: Case['lies']): Case['lies'] {
  const words = lies.filter(({ isWord }) => isWord);
  return { codec: lies, noise: words, line: words.slice(0, 1) }[kind];
}

const toFloats = (samples: Int16Array) => Float32Array.from(samples, (one) => one / 32_768);

function count(row: Row, isTrue: boolean, { outcome, comparison }: SoundVerdict): void {
  if (isTrue) {
    row.true += 1;
    if (outcome === 'passed') row.passed += 1;
    else if (outcome === 'failed') row.falseRejects += 1;
    else row.undecided += 1;
    row.trueMost = Math.max(row.trueMost, comparison.sharpestDb);
    row.trueMostMean = Math.max(row.trueMostMean, comparison.worstDb);
    return;
  }
  row.lies += 1;
  if (outcome === 'passed') row.falseAccepts += 1;
  if (outcome === 'undecided') row.liesUndecided += 1;
  if (comparison.coverage >= 0.95 && comparison.extraAfterMs + comparison.extraBeforeMs < 100)
    row.lieLeast = Math.min(row.lieLeast, comparison.sharpestDb);
}

const { cases, human } = await casesToJudge();
const rows = new Map<string, Row>();
const byLie = new Map<string, Row>();
const rowOf = (all: Map<string, Row>, name: string) => {
  const row = all.get(name) ?? newRow();
  all.set(name, row);
  return row;
};
let seed = 0;
for (const { name, reference, lies } of cases) {
  for (const { name: connection, kind, carry } of connections) {
    seed += 1;
    const judge = (samples: Int16Array) =>
      judgeSound(toFloats(reference), toFloats(carry(samples, seed)), { hasLost: kind === 'line' });
    const own = judge(reference);
    for (const row of [rowOf(rows, 'all'), rowOf(rows, connection)]) count(row, true, own);
    if (own.outcome === 'failed') console.log(`Failed: ${name}, ${connection}: ${own.reason}`);
    for (const lie of liesOn(kind, lies)) {
      const verdict = judge(lie.samples);
      for (const row of [rowOf(rows, 'all'), rowOf(rows, connection), rowOf(byLie, lie.kind)])
        count(row, false, verdict);
      if (verdict.outcome === 'passed')
        console.log(
          `Passed: ${name} for ${lie.name}, ${connection} (${verdict.comparison.sharpestDb.toFixed(2)} dB)`,
        );
    }
  }
  process.stderr.write(`\r${Math.round((100 * seed) / (cases.length * connections.length))}%`);
}
process.stderr.write('\n');

const bound = (hits: number, of: number) => Number(exactUpperBound(hits, of).toFixed(4));
const shown = ({ trueMost, trueMostMean, lieLeast, ...row }: Row) => ({
  ...row,
  rejectsBelow: bound(row.falseRejects, row.true),
  acceptsBelow: bound(row.falseAccepts, row.lies),
  trueMost: Number(trueMost.toFixed(2)),
  trueMostMean: Number(trueMostMean.toFixed(2)),
  lieLeast: Number(lieLeast.toFixed(2)),
});
const table = Object.fromEntries([...rows].map(([name, row]) => [name, shown(row)]));
console.table(table);
console.table(
  Object.fromEntries(
    [...byLie].map(([name, { lies, falseAccepts, liesUndecided, lieLeast }]) => [
      name,
      { lies, falseAccepts, liesUndecided, lieLeast: Number(lieLeast.toFixed(2)) },
    ]),
  ),
);
console.log(
  '"…Below": the exact one-sided bound at 95% (Clopper–Pearson) of the share. Lies about one recording are not independent.',
);
const all = rows.get('all') ?? newRow();
const ok = all.falseAccepts === 0 && all.falseRejects === 0 && all.true > 0;
console.log(
  JSON.stringify({
    bench: 'prompts',
    ...(isQuick && { form: 'quick' }),
    ...(isCalibrating && { form: 'calibrate' }),
    recordings: cases.length,
    ofPerson: human,
    ...{ passDb, failDb },
    ...shown(all),
    byConnection: Object.fromEntries(
      Object.entries(table).map(([name, row]) => [
        name,
        {
          passed: row.passed,
          falseRejects: row.falseRejects,
          rejectsBelow: row.rejectsBelow,
          falseAccepts: row.falseAccepts,
          acceptsBelow: row.acceptsBelow,
        },
      ]),
    ),
    ok,
  }),
);
if (!ok) process.exitCode = 1;
