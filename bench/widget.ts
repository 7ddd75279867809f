/**
 * Measures the cost of a turn with a page's chat widget, in addition to the bot's own time, alternately without and with
 * selectors; and the cost of inspecting the page, once per conversation.
 *
 *   npm run bench -- widget [--rounds N]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import { foldEvents, parseSuite, type RunEvent, type TestResult } from '@parley/suite';
import { median } from './lib/median.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const turns = 10;
const botMs = 300;
/** Time per word of a streamed reply, in milliseconds. */
const wordMs = 60;
const words = ['Nice', 'to', 'meet', 'you'];
/** Maximum cost of a turn without selectors, as a multiple of a turn with selectors. Includes a margin for noise. */
const goal = 1.1;

const page = `<!doctype html><meta charset="utf-8"><title>Shop</title><style>
  .panel { position: fixed; right: 20px; bottom: 20px; width: 340px; height: 420px; display: flex; flex-direction: column; }
  .log { flex: 1; overflow: auto } .me { text-align: right }
</style><h1>Shop</h1><form role="search"><input type="search" placeholder="Search"></form>
<div class="panel chat"><div class="log" role="log"></div><input id="field" placeholder="Type a message"></div>
<script>
  const log = document.querySelector('.log');
  const show = (text, who) => { const p = document.createElement('p'); p.className = who; p.textContent = text; log.append(p); log.scrollTop = 1e6; return p; };
  const words = ${JSON.stringify(words)};
  function answer() {
    if (location.pathname !== '/words') return show(words.join(' '), 'bot');
    const p = show(words[0], 'bot');
    words.slice(1).forEach((word, at) => setTimeout(() => { p.textContent += ' ' + word; }, ${wordMs} * (at + 1)));
  }
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    show(field.value, 'me'); field.value = ''; setTimeout(answer, ${botMs});
  });
</script>`;

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(page);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

async function talk(path: string, selectors: string): Promise<TestResult> {
  const steps = Array.from({ length: turns }, (_, at) => `- message ${at}: Nice to meet you\n`);
  const { suite } = parseSuite(`configuration:
  channel: { kind: browser, url: "http://127.0.0.1:${port}${path}"${selectors} }
---
- test: Turns
${steps.join('')}`);
  const events: RunEvent[] = [];
  await runSuite({
    suite,
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    signal: new AbortController().signal,
    browser: { program: process.env.CHROMIUM_PATH || undefined },
    emit: (event) => void events.push(event),
  });
  const [test] = foldEvents(events).tests;
  if (test?.outcome !== 'passed') {
    throw new Error(test?.failure?.message ?? 'The conversation did not pass.');
  }
  return test;
}

const written = ', input: "#field", reply: ".bot"';
const ways = [
  { name: 'with selectors', path: '/', selectors: written },
  { name: 'without', path: '/', selectors: '' },
  { name: 'with selectors, word by word', path: '/words', selectors: written },
  { name: 'without, word by word', path: '/words', selectors: '' },
].map((way) => ({ ...way, turnMs: [] as number[], openMs: [] as number[] }));

try {
  // The first round warms up and is not counted.
  for (let round = -1; round < rounds; round += 1)
    for (const way of ways) {
      const { startedAt = 0, steps } = await talk(way.path, way.selectors);
      if (round < 0) continue;
      way.openMs.push((steps[0]?.startedAt ?? 0) - startedAt);
      // The first step includes screenshots of the elements that were found.
      for (const step of steps.slice(1))
        way.turnMs.push((step.finishedAt ?? 0) - (step.startedAt ?? 0) - botMs);
    }
} finally {
  server.closeAllConnections();
  server.close();
}

const [selected, detected, selectedWords, detectedWords] = ways.map(({ name, turnMs, openMs }) => {
  const of = { turnMs: median(turnMs), openMs: median(openMs) };
  console.log(
    `${name.padEnd(30)}${String(of.turnMs).padStart(6)} ms a turn${String(of.openMs).padStart(7)} ms to open`,
  );
  return of;
});
if (!selected || !detected || !selectedWords || !detectedWords) throw new Error('Not measured.');
const ours = Math.round((detected.turnMs / selected.turnMs) * 100) / 100;
const result = {
  bench: 'widget',
  unit: 'cost of a turn without selectors, of one with them',
  ours,
  goal,
  turnMs: { selected: selected.turnMs, detected: detected.turnMs },
  wordByWordMs: { selected: selectedWords.turnMs, detected: detectedWords.turnMs },
  lookMs: detected.openMs - selected.openMs,
  turns: turns * rounds,
};
console.log(JSON.stringify({ ...result, ok: ours <= goal }));
process.exit(ours <= goal ? 0 : 1);
