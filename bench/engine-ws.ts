/**
 * Measures the cost of a turn over WebSocket, with one socket per conversation, compared with a minimal loop on `ws` and with
 * botium-core.
 */
import { alternate, type Contender, printTable } from './engine/alternate.ts';
import { installRunners } from './engine/peers.ts';

const conversations = 10_000;
const atOnce = 64;
const botium = (folder: string): Contender => ({
  name: 'botium-core',
  program: 'peer-botium.ts',
  args: (port) => [folder, 'websocket', port, 2_000, 20],
});

const runners = await installRunners();
const measured = await alternate([
  {
    name: 'parley',
    program: 'ours.ts',
    args: (port) => ['websocket', port, conversations, atOnce],
  },
  { name: 'bare ws', program: 'bare-ws.ts', args: (port) => [port, conversations, atOnce] },
  ...(runners ? [botium(runners)] : []),
]);
printTable(measured);

const cpu = (name: string) => Math.round(measured[name]?.cpuUsPerTurn ?? Number.NaN);
const result = {
  bench: 'engine-ws',
  unit: 'µs CPU per turn',
  ours: cpu('parley'),
  // With 2,000 conversations; null if it could not be installed.
  peers: { 'botium-core': cpu('botium-core') },
  limit: cpu('bare ws'),
  goal: 90,
};
console.log(JSON.stringify({ ...result, ok: result.ours <= result.goal }));
