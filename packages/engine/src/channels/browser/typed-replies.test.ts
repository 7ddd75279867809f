/** Apart from the other tests of pages: a page types in real time, and pages get the processor after all others. */
import { existsSync } from 'node:fs';
import { createEgress } from '@parley/egress';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';
import { serveWidgets } from '../../test/widget-pages.ts';

const program = process.env.CHROMIUM_PATH || undefined;

it.skipIf(!existsSync(program ?? chromium.executablePath()))(
  'a reply that is written letter by letter is waited for',
  // Less than one try in two passes where both cores are busy.
  { timeout: 240_000, retry: 5 },
  async () => {
    await using bot = await serveHttp(
      serveWidgets((text) => ({ text: `You said ${text} to me.` })),
    );
    const channel = {
      kind: 'browser',
      url: `http://127.0.0.1:${bot.port}/nlux`,
      input: '.nlux-comp-composer textarea',
      reply: '.nlux-comp-message.nlux_msg_received',
      // A machine that has other work pauses for seconds between two letters.
      quietMs: 8000,
    };
    const { result } = await runText(
      `configuration: ${JSON.stringify({ channel, replyTimeout: 90 })}
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
