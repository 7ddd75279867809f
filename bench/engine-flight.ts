/** Measures ten thousand concurrent conversations with a bot that takes 50 ms, compared with a minimal loop. */
import { alternate, printTable } from './engine/alternate.ts';

const conversations = 10_000;
const delayMs = 50;
const measured = await alternate(
  [
    {
      name: 'parley',
      program: 'ours.ts',
      args: (port) => ['http', port, conversations, conversations],
    },
    {
      name: 'bare undici',
      program: 'bare-undici.ts',
      args: (port) => [port, conversations, conversations],
    },
  ],
  { rounds: 3, delayMs },
);
printTable(measured);

const of = (name: string) => Math.round(measured[name]?.cpuUsPerTurn ?? Number.NaN);
const result = {
  bench: 'engine-flight',
  unit: 'µs CPU per turn, 10,000 conversations under way',
  ours: of('parley'),
  limit: of('bare undici'),
  memoryMb: measured.parley?.rssMb,
  turns: measured.parley?.turns,
  goal: 2 * of('bare undici'),
};
console.log(
  JSON.stringify({
    ...result,
    ok: result.turns === conversations * 5 && result.ours <= result.goal,
  }),
);
