/** `load-ours.ts <port> <users> <ramp> <from> <until>`: virtual users of a load test, with a second of think time. */
import { createEgress } from '@parley/egress';
import { runLoadShare } from '@parley/engine';
import { createLatencyHistogram } from '@parley/suite';
import { suiteOf } from './conversations.ts';

const [port, users = 1, rampS = 1, fromS = 0, untilS = 10] = process.argv.slice(2).map(Number);
const host = `127.0.0.1:${port}`;
const histogram = createLatencyHistogram();

const before = process.cpuUsage();
const { counts } = await runLoadShare({
  suite: suiteOf(10, { kind: 'http', url: `http://${host}/` }),
  profile: { kind: 'ramp', users, rampS, durationS: untilS },
  thinkTimeMs: 1000,
  isPaced: false,
  share: 0,
  shares: 1,
  startInMs: 100,
  egress: createEgress({ allow: [host] }),
  host,
  userAgent: 'Parley-load-test',
  signal: new AbortController().signal,
  onSecond({ sample }) {
    if (sample.second >= fromS) histogram.add(sample.latency);
  },
});
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({
    turns: counts.turns,
    failed: counts.failed,
    cpuUsPerTurn: (user + system) / counts.turns,
    p50: histogram.percentile(0.5),
    p95: histogram.percentile(0.95),
    p99: histogram.percentile(0.99),
    rssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
process.exit();
