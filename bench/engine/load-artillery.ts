/** `load-artillery.ts <port> <users> <seconds>`: the same users held by Artillery. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { turns } from './conversations.ts';
import { installArtillery } from './peers.ts';

const [port, users = 1, durationS = 10] = process.argv.slice(2).map(Number);
const folderOfArtillery = await installArtillery();
if (folderOfArtillery === undefined) process.exit(1);
const artillery = `${folderOfArtillery}/node_modules/artillery`;

const folder = await mkdtemp(join(tmpdir(), 'parley-artillery-'));
// A conversation takes its think time and the bot's; as many as the duration holds, one after another.
const conversations = Math.max(1, Math.floor(durationS / (turns.length * 1.05)));
await writeFile(
  join(folder, 'load.json'),
  JSON.stringify({
    config: {
      target: `http://127.0.0.1:${port}`,
      phases: [{ duration: 1, arrivalCount: users }],
      http: { timeout: 60 },
    },
    scenarios: [
      {
        flow: [
          {
            loop: turns.flatMap((text) => [
              { post: { url: '/', json: { text, conversationId: '{{ $uuid }}' } } },
              { think: 1 },
            ]),
            count: conversations,
          },
        ],
      },
    ],
  }),
);

const teller = fileURLToPath(new URL('tell-usage.cjs', import.meta.url));
const run = spawn(
  process.execPath,
  ['--require', teller, `${artillery}/bin/run`, 'run', '--output', 'report.json', 'load.json'],
  {
    cwd: folder,
    env: { ...process.env, ARTILLERY_DISABLE_TELEMETRY: 'true' },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  },
);
const usage = json(run.stdio[3] as NodeJS.ReadableStream) as Promise<{
  cpuUs: number;
  maxRssKb: number;
}>;
await once(run, 'close');
const { aggregate } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
await rm(folder, { recursive: true });

const { cpuUs, maxRssKb } = await usage;
const answered = aggregate.counters['http.responses'];
const latency = aggregate.summaries['http.response_time'];
console.log(
  JSON.stringify({
    turns: answered,
    failed: aggregate.counters['vusers.failed'] ?? 0,
    cpuUsPerTurn: cpuUs / answered,
    p50: latency.median,
    p95: latency.p95,
    rssMb: Math.round(maxRssKb / 1024),
  }),
);
