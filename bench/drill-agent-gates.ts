/**
 * R27. Tests gates on the example agent, whose model sometimes refunds twice without saying so. Both versions run over a real
 * socket with the real client. An unchanged version is seldom blocked, and one that is worse by the margin is blocked as
 * often as the forecast promised.
 *
 *   npm run drill -- agent-gates [--quick] [--seed N] [--amount N]
 */
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import { type OrderAgent, startOrderAgent } from '@parley/order-agent';
import { exactInterval } from '@parley/statistics/compare';
import { foldEvents, parseSuite, type RunEvent, type RunResult } from '@parley/suite';
import { defaultGate, forecastGate, judgeGate } from '@parley/suite/gate';
import { runDrill } from './drill/drill.ts';

const size = { tests: 20, tries: 5 };
const margin = 0.1;
/** Share of refunds that the baseline version pays twice. */
const before = 0.1;

await runDrill('agent-gates', 'R27', async (drill) => {
  const gates = drill.amount({ full: 200, quick: 10 });
  const versionOf = async (share: number): Promise<OrderAgent> => {
    const agent = await startOrderAgent({ refundsTwice: () => drill.random() < share });
    drill.defer(() => agent.close());
    return agent;
  };
  const main = await versionOf(before);
  const same = await versionOf(before);
  const worse = await versionOf(before + margin);
  const verdictsOf = async (candidate: OrderAgent) => {
    const found = { blocked: 0, passed: 0, undecided: 0 };
    for (let gate = 0; gate < gates; gate += 1) {
      const runs = { baseline: await runOf(main), candidate: await runOf(candidate) };
      const rates = [{ of: { kind: 'passed tries' as const }, noWorseBy: margin }];
      const rules = { ...defaultGate, rates };
      found[judgeGate([{ name: 'orders', ...runs }], rules, Date.now()).verdict] += 1;
    }
    return found;
  };

  const ofSame = await verdictsOf(same);
  const ofWorse = await verdictsOf(worse);
  const plan = { ...size, noWorseBy: margin, rate: 1 - before };
  const { findsHarm, showsNoHarm } = forecastGate(plan);
  drill.note('gates', gates);
  drill.note('of an unchanged version', ofSame);
  drill.note('of a worse version', ofWorse);
  // At a rate of 5%, chance alone exceeds 15 of 200 once in 20 times.
  drill.atMost('unchanged versions blocked', ofSame.blocked, atMostOf(gates, 0.05));
  drill.atMost('worse versions passed', ofWorse.passed, atMostOf(gates, 0.05));
  drill.note('promised: worse versions blocked', findsHarm);
  drill.note('promised: unchanged versions passed', showsNoHarm);
  const isKept = (count: number, share: number) =>
    Number(exactInterval(count, gates, 0.99).high >= share);
  drill.exactly('worse versions are blocked as promised', isKept(ofWorse.blocked, findsHarm), 1);
  drill.exactly('unchanged versions pass as promised', isKept(ofSame.passed, showsNoHarm), 1);
});

/** Returns the smallest count that chance alone exceeds at most once in 20 times. */
function atMostOf(gates: number, chance: number): number {
  let [term, sum, count] = [(1 - chance) ** gates, 0, 0];
  for (; sum + term < 0.95; count += 1) {
    sum += term;
    term *= ((gates - count) / (count + 1)) * (chance / (1 - chance));
  }
  return count;
}

async function runOf({ url }: OrderAgent): Promise<RunResult> {
  const { suite } = parseSuite(
    [
      'configuration:',
      '  syntax: 2',
      `  channel: { kind: http, url: "${url}", replies: { text: reply }, toolCalls: openai }`,
      `  repeat: { tries: ${size.tries} }`,
      ...Array.from({ length: size.tests }, (_, at) => [
        '---',
        `- test: Refund ${at + 1}`,
        '- Refund order 7:',
        '    - prompt: Order 7 has been refunded',
        '    - tool refund_order: { times: 1, args: { order: 7 } }',
      ]).flat(),
    ].join('\n'),
  );
  const events: RunEvent[] = [];
  await runSuite({
    suite,
    egress: createEgress({ allow: [new URL(url).host] }),
    signal: new AbortController().signal,
    concurrency: 20,
    emit: (event) => void events.push(event),
  });
  return foldEvents(events);
}
