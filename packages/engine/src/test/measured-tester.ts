/**
 * `measured-tester.ts <addresses as JSON>`: a tester in its own process, which talks to all bots simultaneously and prints the
 * cost. Its event loop is measured in CPU time of the thread between two turns, so other programs on the machine do not affect
 * it.
 */

import { createEgress } from '@parley/egress';
import { foldEvents, parseSuite, type RunEvent } from '@parley/suite';
import { runSuite } from '../run-suite.ts';

export interface TesterReport {
  /** Failure codes of each bot, in order. */
  codes: (string | undefined)[];
  longestMs: number;
  rssRiseMb: number;
  /** 99th percentile of the CPU time between two turns of the event loop. */
  turnMs: number;
}

/** Reply timeout in seconds. A step can take twice as long, because late replies are accepted for the same time again. */
const replyTimeoutS = 0.5;

async function talkTo(url: string): Promise<{ code: string | undefined; ms: number }> {
  const kind = url.startsWith('ws') ? 'websocket' : 'http';
  const { suite } = parseSuite(
    `configuration: { channel: { kind: ${kind}, url: "${url}" }, replyTimeout: ${replyTimeoutS} }\n---\n- test: A\n- hello: hi\n`,
  );
  const events: RunEvent[] = [];
  const startedAt = performance.now();
  await runSuite({
    suite,
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
  });
  const code = foldEvents(events).tests[0]?.failure?.code;
  return { code, ms: performance.now() - startedAt };
}

const addresses: string[] = JSON.parse(process.argv[2] ?? '[]');
// Loads and compiles everything before the measurement.
await talkTo(addresses[0] ?? '');
globalThis.gc?.();
const before = process.memoryUsage().rss;
let rssMax = before;
const turns: number[] = [];
let cpu = process.threadCpuUsage();
const timer = setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpu);
  cpu = process.threadCpuUsage();
  turns.push((user + system) / 1000);
  rssMax = Math.max(rssMax, process.memoryUsage().rss);
}, 5);
const ends = await Promise.all(addresses.map(talkTo));
clearInterval(timer);
turns.sort((a, b) => a - b);
const report: TesterReport = {
  codes: ends.map(({ code }) => code),
  longestMs: Math.max(...ends.map(({ ms }) => ms)),
  rssRiseMb: (rssMax - before) / 1024 / 1024,
  turnMs: turns[Math.floor(turns.length * 0.99)] ?? 0,
};
console.log(JSON.stringify(report));
