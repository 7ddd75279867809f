/** What a turn over HTTP costs, beside the barest loop on undici and what other runners were measured at. */
import { alternate, printTable } from './engine/alternate.ts';

const atOnce = 64;
const ours = (conversations: number) => ({
  name: `parley, ${conversations} conversations`,
  program: 'ours.ts',
  args: (port: number) => ['http', port, conversations, atOnce],
});
const bare = (conversations: number) => ({
  name: `bare undici, ${conversations} conversations`,
  program: 'bare-undici.ts',
  args: (port: number) => [port, conversations, atOnce],
});

const measured = await alternate([ours(10_000), bare(10_000), ours(2_000), bare(2_000)]);
printTable(measured);

const cpu = (name: string) => Math.round(measured[name]?.cpuUsPerTurn ?? Number.NaN);
const result = {
  bench: 'engine-http',
  unit: 'µs CPU per turn',
  ours: cpu(ours(10_000).name),
  oursAt2000: cpu(ours(2_000).name),
  // Measured on the machine of this project, with 2,000 conversations over HTTP.
  peers: { 'botium-core': 1024, 'skill-testing-ml': 463 },
  limit: cpu(bare(10_000).name),
  goal: 60,
  goalAt2000: 100,
};
console.log(
  JSON.stringify({
    ...result,
    ok: result.ours <= result.goal && result.oursAt2000 <= result.goalAt2000,
  }),
);
