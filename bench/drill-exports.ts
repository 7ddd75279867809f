/**
 * F05. Twenty people each export 100,000 runs at the same time, in every format, half of them over a slow connection. Each
 * gets every row, the server's memory stays small, and other requests are answered meanwhile.
 *
 *   npm run drill -- exports [--quick] [--amount ROWS]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '@parley/contract';
import { seedHistory } from '@parley/server/seed/seed-history';
import { requirePostgresql, startCluster } from './drill/cluster.ts';
import { type Drill, percentile, runDrill } from './drill/drill.ts';
import { measureProcess } from './drill/measures.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';

const formats = ['csv', 'json', 'xlsx'] as const;
const rssMbMax = 512;
const answerMsMax = 500;
const exportTimeoutMs = 280_000;
/** Pause of slow readers after each chunk, in milliseconds. */
const pauseMs = 2;
const suites = 5;
const days = 20;

requirePostgresql();
await runDrill('exports', 'F05', async (drill) => {
  const rows = drill.amount({ full: 100_000, quick: 5_000 });
  const atOnce = drill.size({ full: 20, quick: 6 });
  const measured = measureProcess(drill);
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api'],
    environmentOf: () => measured.environment,
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
      const runsPerDay = rows / suites / days;
      const size = { suites, days, runsPerDay, tests: 1, steps: 1 };
      await seedHistory(environment.DATABASE_URL ?? '', tenant?.organizationId ?? '', size);
    },
  });
  const [api] = cluster.members;
  if (!api || !tenant) throw new Error('Nothing was started');
  const person = await signIn(api.url, tenant);
  const address = `${api.url}/internal/v1/users/${person.userId}/organizations/${person.organizationId}/history/export`;
  const get = (format: (typeof formats)[number]) =>
    fetch(`${address}?format=${format}`, {
      headers: { authorization: `Bearer ${person.token}` },
      signal: AbortSignal.timeout(exportTimeoutMs),
    });

  await sleep(1500);
  const before = measured.read();
  const begunAt = performance.now();
  let areOver = false;
  const exported = Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      const format = formats[index % formats.length] ?? 'csv';
      return { format, ...(await read(await get(format), index % 2 === 1)) };
    }),
  ).finally(() => {
    areOver = true;
  });
  const answersMs: number[] = [];
  const asking = (async () => {
    while (!areOver) {
      const askedAt = performance.now();
      await person.call(runs.listRuns, { query: { limit: 50 } });
      answersMs.push(performance.now() - askedAt);
      await sleep(100);
    }
  })();
  const files = await exported;
  await asking;
  const tookMs = performance.now() - begunAt;
  await sleep(1500);
  const after = measured.read();
  compare(drill, files, rows);
  drill.note('all took s', Math.round(tookMs / 1000));
  drill.note('MB before', Math.round(before.rss / 2 ** 20));
  drill.atMost('MB at most', Math.round(after.rssMax / 2 ** 20), rssMbMax);
  drill.withinMs('lists of others meanwhile p95 ms', percentile(answersMs, 0.95), answerMsMax);
});

interface Exported {
  format: (typeof formats)[number];
  lines: number;
  bytes: number;
}

function compare(drill: Drill, files: Exported[], rows: number): void {
  const of = (wanted: Exported['format']) => files.filter(({ format }) => format === wanted);
  // CSV has a heading, and JSON has the brackets of an array.
  const short = [
    ...of('csv').filter(({ lines }) => lines !== rows + 1),
    ...of('json').filter(({ lines }) => lines !== rows + 2),
  ];
  drill.exactly('files with another number of rows', short.length, 0);
  drill.exactly('sizes of workbooks', new Set(of('xlsx').map(({ bytes }) => bytes)).size, 1);
  drill.note('files', files.length);
  drill.note('MB sent', Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20));
}

async function read(answer: Response, isSlow: boolean): Promise<Pick<Exported, 'lines' | 'bytes'>> {
  if (answer.status !== 200) throw new Error(`An export was answered ${answer.status}.`);
  let lines = 0;
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) lines += 1;
    if (isSlow) await sleep(pauseMs);
  }
  return { lines, bytes };
}
