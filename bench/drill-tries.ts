/**
 * R24. Tests agents whose true pass rates are hidden: each is tried over a real socket until the rule decides. Hardly any
 * agent at the lower rate passes, and hardly any at the upper rate fails, even if failures take longer than passes or a proxy
 * is sometimes unavailable. The interval covers the true rate as often as it claims.
 *
 *   npm run drill -- tries [--quick] [--seed N] [--amount N]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import {
  foldEvents,
  forecastsOf,
  parseSuite,
  type RunEvent,
  type TestResult,
  triesFiguresOf,
} from '@parley/suite';
import { runDrill } from './drill/drill.ts';

const rule = { passRate: 0.95, tolerate: 0.8, maxTries: 50 };
const rates = [0.99, 0.95, 0.875, 0.8, 0.7];

/** Complications that make tries harder to judge than coin tosses. */
const troubles = {
  none: { isSlow: false, missing: 0 },
  'slow failures': { isSlow: true, missing: 0 },
  'a proxy that is gone for 3 tries in 100': { isSlow: false, missing: 0.03 },
};
const slowMs = 20;

await runDrill('tries', 'R24', async (drill) => {
  const agents = drill.amount({ full: 400, quick: 100 });
  let trouble = troubles.none;
  const server = createServer(async (request, response) => {
    const { text } = (await json(request)) as { text: string };
    const rate = Number(text.split(' ')[1]);
    if (drill.random() < trouble.missing) return response.writeHead(503).end();
    const passes = drill.random() < rate;
    if (!passes && trouble.isSlow) await new Promise((done) => setTimeout(done, slowMs));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: passes ? 'nine to five' : 'I am not sure' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  drill.defer(async () => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Upper limit for a share with this chance, rounded. By luck, it is exceeded once in 30,000 times. */
  const above = (chance: number) =>
    Number((chance + 4 * Math.sqrt((chance * (1 - chance)) / agents)).toFixed(3));
  for (const [name, of] of Object.entries(troubles)) {
    trouble = of;
    for (const rate of rates) {
      const tests = await tried(host, rate, agents);
      const share = (outcome: string) =>
        Number((tests.filter((test) => test.outcome === outcome).length / agents).toFixed(3));
      const cell = `${rate}, ${name}`;
      drill.note(`undecided at ${cell}`, share('undecided'));
      if (rate <= rule.tolerate) drill.atMost(`passed at ${cell}`, share('passed'), above(0.05));
      else drill.note(`passed at ${cell}`, share('passed'));
      if (rate >= rule.passRate) drill.atMost(`failed at ${cell}`, share('failed'), above(0.05));
      else drill.note(`failed at ${cell}`, share('failed'));
      if (of.missing > 0) continue;
      const covered = tests.filter((test) => covers(test, rate)).length / agents;
      drill.atLeast(`covered at ${cell}`, Number(covered.toFixed(3)), 1 - above(0.05));
      const promised = forecastsOf(rule).find((one) => one.rate === rate);
      if (promised) {
        const found = rate >= rule.passRate ? 'passed' : 'failed';
        const least = promised[found] - 4 * Math.sqrt(0.25 / agents);
        drill.atLeast(`${found} as promised at ${cell}`, share(found), Number(least.toFixed(3)));
      }
    }
  }
});

async function tried(host: string, rate: number, agents: number): Promise<TestResult[]> {
  const { suite } = parseSuite(
    [
      'configuration:',
      '  syntax: 2',
      `  channel: { kind: http, url: "http://${host}/" }`,
      `  repeat: { passRate: ${rule.passRate}, tolerate: ${rule.tolerate}, maxTries: ${rule.maxTries} }`,
      ...Array.from({ length: agents }, (_, at) => [
        '---',
        `- test: Agent ${at + 1}`,
        `- Agent ${rate} number ${at + 1}: nine to five`,
      ]).flat(),
    ].join('\n'),
  );
  const events: RunEvent[] = [];
  await runSuite({
    suite,
    egress: createEgress({ allow: [host] }),
    signal: new AbortController().signal,
    concurrency: 50,
    emit: (event) => void events.push(event),
  });
  return foldEvents(events).tests;
}

function covers(test: TestResult, rate: number): boolean {
  const { low = 0, high = 1 } = triesFiguresOf(test)?.interval ?? {};
  return low <= rate && rate <= high;
}
