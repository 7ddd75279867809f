/** `ours.ts <http|websocket> <port> <conversations> <at once>`: runs the conversations with the engine. */
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import { suiteOf } from './conversations.ts';
import { measured } from './measured.ts';

const [kind, port, conversations, concurrency] = process.argv.slice(2);
const authority = `127.0.0.1:${port}`;
const suite = suiteOf(
  Number(conversations),
  kind === 'http'
    ? { kind: 'http', url: `http://${authority}/` }
    : { kind: 'websocket', url: `ws://${authority}/`, quietMs: 0 },
);

await measured(async () => {
  const latenciesMs: number[] = [];
  await runSuite({
    suite,
    egress: createEgress({ allow: [authority] }),
    signal: new AbortController().signal,
    concurrency: Number(concurrency),
    emit(event) {
      if (event.type !== 'step.finished') return;
      if (event.outcome !== 'passed') throw new Error(JSON.stringify(event));
      latenciesMs.push(event.reply?.latencyMs ?? 0);
    },
  });
  return latenciesMs;
});
