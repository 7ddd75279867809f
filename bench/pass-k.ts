/**
 * Recomputes published figures from the recorded outcomes behind them: pass^k of an agent, and how often a judge agrees with
 * people and with itself. If a printed digit differs, either Parley or the publication is wrong.
 *
 *   npm run bench -- pass-k
 *
 * Outcomes of the agent: gpt-4o in the airline domain of tau-bench, 50 tasks with four tries each
 * (github.com/sierra-research/tau-bench, MIT, historical_trajectories/gpt-4o-airline.json; arXiv:2406.12045). Its pass^k to
 * three digits was computed from the same conversations.
 *
 * Verdicts of the judge: GPT-4 with the prompt "Vanilla+Rules" on the 419 pairs of LLMBar, each read in both orders
 * (github.com/princeton-nlp/LLMBar, MIT, result.json and statistics.json of each subset; arXiv:2310.07641). Its kappas against
 * people's labels are left out, because they were computed with one of the two outputs numbered differently.
 */
import { readFileSync } from 'node:fs';
import { cohensKappa, exactInterval, passHatK } from '@parley/statistics/compare';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./published/${name}`, import.meta.url), 'utf8'));

interface Row {
  name: string;
  published: string;
  ours: string;
}

/** Computes the agent's rows. Each line of the data is a task, and each letter a try that passed or failed. */
function rowsOfAgent(): Row[] {
  const { tasks, passK } = read<{ tasks: string[]; passK: string[] }>('tau-bench-airline.json');
  const tallies = tasks.map((tries) => {
    const passed = [...tries].filter((letter) => letter === 'p').length;
    return { passed, failed: tries.length - passed };
  });
  return passK.map((published, at) => ({
    name: `pass^${at + 1} of ${tasks.length} tasks`,
    published,
    ours: (passHatK(tallies, at + 1) ?? Number.NaN).toFixed(3),
  }));
}

interface Subset {
  name: string;
  /** The better output of each pair: according to people, and according to the judge in each of the two orders. */
  better: string;
  first: string;
  swapped: string;
  published: Record<'first' | 'swapped' | 'both' | 'equal' | 'kappa', string>;
}

function rowsOfJudge({ name, better, first, swapped, published }: Subset): Row[] {
  const pairs = [...better].map((right, at) => ({ right, one: first[at], other: swapped[at] }));
  const share = (hits: number) => `${hits} / ${pairs.length} = ${percent(hits / pairs.length)}`;
  const count = (is: (pair: (typeof pairs)[number]) => boolean) => share(pairs.filter(is).length);
  const table = ['1', '2'].map((row) =>
    ['1', '2'].map(
      (column) => pairs.filter(({ one, other }) => one === row && other === column).length,
    ),
  );
  const ours: Subset['published'] = {
    first: count(({ right, one }) => one === right),
    swapped: count(({ right, other }) => other === right),
    both: count(({ right, one, other }) => one === right && other === right),
    equal: count(({ one, other }) => one === other),
    kappa: String(cohensKappa(table)?.kappa),
  };
  return (Object.keys(ours) as (keyof Subset['published'])[]).map((figure) => ({
    name: `${name}: ${inWords[figure]}`,
    published: published[figure],
    ours: figure === 'kappa' ? sameDigits(ours.kappa, published.kappa) : ours[figure],
  }));
}

const inWords: Record<keyof Subset['published'], string> = {
  first: 'agrees with people',
  swapped: 'agrees, outputs swapped',
  both: 'agrees in both orders',
  equal: 'says the same in both orders',
  kappa: 'kappa of the two orders',
};

/** Formats a share as a percentage, as Python does. */
function percent(share: number): string {
  const text = String(share * 100);
  return `${text.includes('.') ? text : `${text}.0`}%`;
}

/** Treats figures as equal if only the last digits of sixteen differ, because the two programs add in different orders. */
const sameDigits = (ours: string, published: string) =>
  Math.abs(Number(ours) - Number(published)) < 1e-13 ? published : ours;

const subsets = read<Subset[]>('llmbar-gpt-4.json');
const rows = [...rowsOfAgent(), ...subsets.flatMap(rowsOfJudge)];
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, published, ours } of rows)
  console.log(
    `${name.padEnd(width)}  ${published.padStart(28)}  ${ours === published ? 'same' : ours}`,
  );

// The publication does not say how certain the shares are.
for (const { name, better, first } of subsets) {
  const hits = [...better].filter((right, at) => first[at] === right).length;
  const { low, high } = exactInterval(hits, better.length);
  console.log(
    `${name}: agreement with people 95% interval ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}%`,
  );
}

const differing = rows.filter(({ ours, published }) => ours !== published).length;
const ok = differing === 0;
console.log(JSON.stringify({ bench: 'pass-k', figures: rows.length, differing, ok }));
process.exit(ok ? 0 : 1);
