/** What a turn over WebSocket costs, a socket for each conversation, beside the barest loop on `ws`. */
import { alternate, printTable } from './engine/alternate.ts';

const conversations = 10_000;
const atOnce = 64;
const measured = await alternate([
  {
    name: 'parley',
    program: 'ours.ts',
    args: (port) => ['websocket', port, conversations, atOnce],
  },
  { name: 'bare ws', program: 'bare-ws.ts', args: (port) => [port, conversations, atOnce] },
]);
printTable(measured);

const cpu = (name: string) => Math.round(measured[name]?.cpuUsPerTurn ?? Number.NaN);
const result = {
  bench: 'engine-ws',
  unit: 'µs CPU per turn',
  ours: cpu('parley'),
  // Measured on the machine of this project, with 2,000 conversations over WebSocket.
  peers: { 'botium-core': 309 },
  limit: cpu('bare ws'),
  goal: 90,
};
console.log(JSON.stringify({ ...result, ok: result.ours <= result.goal }));
