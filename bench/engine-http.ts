/** Measures the cost of a turn over HTTP, compared with a minimal loop on undici and with other test runners. */
import { alternate, type Contender, printTable } from './engine/alternate.ts';
import { installRunners } from './engine/peers.ts';

const atOnce = 64;
/** Concurrency of the other runners, as their documentation recommends; both are slower with more. */
const atOncePeers = 20;
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
const peer = (name: string, program: string, folder: string): Contender => ({
  name,
  program,
  args: (port) => [folder, 'http', port, 2_000, atOncePeers],
});

const runners = await installRunners();
const measured = await alternate([
  ours(10_000),
  bare(10_000),
  ours(2_000),
  bare(2_000),
  ...(runners
    ? [
        peer('botium-core', 'peer-botium.ts', runners),
        peer('skill-testing-ml', 'peer-skill-testing.ts', runners),
      ]
    : []),
]);
printTable(measured);

const cpu = (name: string) => Math.round(measured[name]?.cpuUsPerTurn ?? Number.NaN);
const result = {
  bench: 'engine-http',
  unit: 'µs CPU per turn',
  ours: cpu(ours(10_000).name),
  oursAt2000: cpu(ours(2_000).name),
  // With 2,000 conversations; null if it could not be installed.
  peers: { 'botium-core': cpu('botium-core'), 'skill-testing-ml': cpu('skill-testing-ml') },
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
