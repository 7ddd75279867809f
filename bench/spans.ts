/**
 * Measures the cost of spans: conversations with an agent that exports its spans, each checked for a tool that was never
 * called, compared with the same conversations without spans. The difference in CPU time is the cost of receiving, decoding,
 * storing and joining the spans. Every verdict has to be correct.
 *
 *   npm run bench -- spans [--rounds N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createEgress } from '@parley/egress';
import { receiveSpans, runSuite } from '@parley/engine';
import { foldEvents, parseSuite, type RunEvent } from '@parley/suite';
import { median } from './lib/median.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const conversations = 500;
const spansPerTurn = 40;
const goal = 5000;

const receiver = await receiveSpans({ port: 0 });
const agent = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('engine/traced-agent.ts', import.meta.url)),
    receiver.url,
    `${spansPerTurn}`,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const [port] = await once(createInterface(agent.stdout), 'line');
  const host = `127.0.0.1:${port}`;
  const perSecond: number[] = [];
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const without = await cpuSeconds(host, false);
    const withSpans = await cpuSeconds(host, true);
    if (round > 0) perSecond.push((conversations * spansPerTurn) / (withSpans - without));
  }
  const found = Math.round(median(perSecond));
  console.log(`${found.toLocaleString('en-US')} spans per second of one core`);
  const ok = found >= goal;
  console.log(
    JSON.stringify({
      bench: 'spans',
      unit: 'spans per second of processor time, received, kept and joined',
      ours: found,
      conversations,
      spansPerTurn,
      rounds,
      goal,
      ok,
    }),
  );
  process.exitCode = ok ? 0 : 1;
} finally {
  agent.kill();
  await receiver[Symbol.asyncDispose]();
}

async function cpuSeconds(host: string, hasSpans: boolean): Promise<number> {
  const { suite } = parseSuite(
    [
      'configuration:',
      '  syntax: 2',
      `  channel: { kind: http, url: "http://${host}/" }`,
      ...(hasSpans ? ['  evidence: { sources: [support-agent], settle: 200ms }'] : []),
      ...Array.from({ length: conversations }, (_, at) => [
        '---',
        `- test: Conversation ${at + 1}`,
        `- Order ${at + 1}:`,
        '  - prompt: Done',
        ...(hasSpans ? ['  - tool delete_order: never', '  - tool look_up_0: called'] : []),
      ]).flat(),
    ].join('\n'),
  );
  const events: RunEvent[] = [];
  const before = process.cpuUsage();
  await runSuite({
    suite,
    egress: createEgress({ allow: [host] }),
    signal: new AbortController().signal,
    concurrency: 50,
    spans: hasSpans ? receiver.spans : undefined,
    emit: (event) => void events.push(event),
  });
  const { user, system } = process.cpuUsage(before);
  const { status, counts } = foldEvents(events);
  if (status !== 'passed' || counts.passed !== conversations)
    throw new Error(`Not every conversation passed: ${JSON.stringify(counts)}`);
  return (user + system) / 1_000_000;
}
