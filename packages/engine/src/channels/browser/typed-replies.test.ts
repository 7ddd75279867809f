/** Separate from the other tests of pages, because pages type in real time but run at low priority. */
import { existsSync } from 'node:fs';
import { createEgress } from '@parley/egress';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';

const program = process.env.CHROMIUM_PATH || undefined;

/** A page that types with a timer or with each frame, into a new element or into one that is redrawn. */
const page = (how: string) => `<!doctype html><meta charset="utf-8"><title>Shop</title>
  <div id="out"></div><input id="in" onchange="hear(this.value)"><script>
    function hear(text) {
      const answer = 'You said ' + text + ' to me.';
      const draw = (length) => {
        const bubble = Object.assign(document.createElement('p'), { className: 'bot', textContent: answer.slice(0, length) });
        if (length > 1) out.lastChild.replaceWith(bubble); else out.append(bubble);
        if (length < answer.length) ${how};
      };
      draw(1);
    }
  </script>`;

it.skipIf(!existsSync(program ?? chromium.executablePath())).each([
  ['a timer', 'setTimeout(draw, 40, length + 1)'],
  ['each frame', 'requestAnimationFrame(() => draw(length + 1))'],
])(
  'a reply that is written letter by letter with %s is waited for',
  { timeout: 120_000 },
  async (_, how) => {
    await using bot = await serveHttp((_request, response) => {
      response.setHeader('content-type', 'text/html').end(page(how));
    });
    const channel = {
      kind: 'browser',
      url: `http://127.0.0.1:${bot.port}/`,
      input: '#in',
      reply: '.bot',
    };
    const { result } = await runText(
      `configuration: ${JSON.stringify({ channel, replyTimeout: 60 })}
---
- test: A
- hello there: You said hello there to me.
- bye: You said bye to me.
`,
      { egress: createEgress({ allow: ['127.0.0.1:*'] }), browser: { program } },
    );
    expect(result.tests[0]?.steps.map(({ outcome, reply }) => [outcome, reply?.text])).toEqual([
      ['passed', 'You said hello there to me.'],
      ['passed', 'You said bye to me.'],
    ]);
  },
);
