/**
 * `load-artillery.ts <port> <users> <ramp> <from> <until>`: the same virtual users, simulated by Artillery. Artillery reports
 * percentiles of ten-second periods; the result uses those of a period between `from` and `until`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { turns } from './conversations.ts';
import { installArtillery } from './peers.ts';

const [port, users = 1, rampS = 1, fromS = 0, untilS = 10] = process.argv.slice(2).map(Number);
const folderOfArtillery = await installArtillery();
if (folderOfArtillery === undefined) process.exit(1);
const artillery = `${folderOfArtillery}/node_modules/artillery`;

const folder = await mkdtemp(join(tmpdir(), 'parley-artillery-'));
// A turn takes the think time plus the bot's time. Users who arrived first must stay until the end.
const conversations = Math.ceil(untilS / (turns.length * 1.05));
await writeFile(
  join(folder, 'load.json'),
  JSON.stringify({
    config: {
      target: `http://127.0.0.1:${port}`,
      phases: [{ duration: rampS, arrivalCount: users }],
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
const { aggregate, intermediate } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
await rm(folder, { recursive: true });

const { cpuUs, maxRssKb } = await usage;
const answered = aggregate.counters['http.responses'];
const periodMs = 10_000;
const beganAt: number = aggregate.firstCounterAt;
const isSteady = ({ period }: { period: string }) =>
  Number(period) >= beganAt + fromS * 1000 && Number(period) + periodMs <= beganAt + untilS * 1000;
const latency = intermediate.find(isSteady)?.summaries['http.response_time'];
if (!latency) throw new Error('No period of Artillery lies between these seconds.');
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
