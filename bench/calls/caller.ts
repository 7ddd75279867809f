/**
 * Holds calls for a while and measures its own CPU time, in a process of its own. Arguments: port, calls, seconds, and what is
 * done with the audio: `plain`, `srtp`, or `recording`. Prints one line of JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRecording } from '@parley/engine/voice';
import { type PlacedCall, placeCall } from '@parley/sip';

const [port = '', calls = '', seconds = '', mode = 'plain'] = process.argv.slice(2);
const isEncrypted = mode === 'srtp';
const gaps: number[] = [];
let isMeasuring = false;

async function place(): Promise<PlacedCall> {
  const call = await placeCall({
    to: `sip:line@127.0.0.1:${port}${isEncrypted ? ';transport=tls' : ''}`,
    from: 'sip:tester@127.0.0.1',
    peer: {
      address: '127.0.0.1',
      port: Number(port),
      ...(isEncrypted && { tlsName: '127.0.0.1' }),
    },
    isEncrypted,
    ringMs: 20_000,
    responseMs: 20_000,
  });
  const recording = mode === 'recording' ? createRecording(performance.now(), 120) : undefined;
  let sentAt: number | undefined;
  call.media.listen({
    onAudio: (samples, at, endedAt) => void recording?.heard(samples, at, endedAt),
    onSent(samples, at, endedAt) {
      recording?.sent(samples, at, endedAt);
      if (isMeasuring && sentAt !== undefined) gaps.push(at - sentAt);
      sentAt = at;
    },
  });
  return call;
}

const placed: PlacedCall[] = [];
for (let count = 0; count < Number(calls); count++) {
  placed.push(await place());
  await sleep(10);
}
await sleep(1000);
isMeasuring = true;
const startedAt = performance.now();
const before = process.cpuUsage();
const statsBefore = placed.map(({ media }) => media.stats());
await sleep(Number(seconds) * 1000);
const used = process.cpuUsage(before);
const heldMs = performance.now() - startedAt;
isMeasuring = false;
const stats = placed.map(({ media }) => media.stats());
const sum = (key: 'packetsSent' | 'packetsReceived' | 'packetsLost') =>
  stats.reduce((total, one, at) => total + one[key] - (statsBefore[at]?.[key] ?? 0), 0);
const held = placed.filter((call) => !call.endedBy()).length;
gaps.sort((one, other) => one - other);
console.log(
  JSON.stringify({
    calls: held,
    cpuSeconds: (used.user + used.system) / 1e6,
    callSeconds: (held * heldMs) / 1000,
    sent: sum('packetsSent'),
    received: sum('packetsReceived'),
    lost: sum('packetsLost'),
    p99GapMs: gaps[Math.floor(0.99 * gaps.length)] ?? null,
    largestGapMs: gaps.at(-1) ?? null,
    rssMb: Math.round(process.memoryUsage().rss / 1e6),
  }),
);
await Promise.all(placed.map((call) => call.hangUp()));
process.exit();
