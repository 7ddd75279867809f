import { existsSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { createEgress, type Exhibit } from '@parley/egress';
import { chromium } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createRunStop } from '../../run-stop.ts';
import { runText } from '../../test/run-text.ts';
import { selfSigned } from '../../test/self-signed.ts';
import { listening, serveHttp } from '../../test/servers.ts';
import { serveWidgets } from '../../test/widget-pages.ts';
import { createRunBrowser } from './run-browser.ts';

const deepChat = {
  input: '#text-input',
  reply: '.ai-message',
  buttons: '.deep-chat-button, .deep-chat-suggestion-button',
  quietMs: 200,
};
const program = process.env.CHROMIUM_PATH || undefined;
const hasChromium = existsSync(program ?? chromium.executablePath());

// Starting a browser takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Runs one test against a page. Returns the outcomes of its steps and the stored evidence. */
async function talk(channel: object, steps: string[], options: object = {}) {
  const kept: Exhibit[] = [];
  const { result } = await runText(
    [
      `configuration: ${JSON.stringify({ channel: { kind: 'browser', ...channel }, replyTimeout: 10 })}`,
      ['- test: A', ...steps].join('\n'),
    ].join('\n---\n'),
    {
      egress: createEgress({ allow: ['127.0.0.1:*'] }),
      browser: { program },
      keepEvidence: async (exhibit) => `${exhibit.kind}-${kept.push(exhibit)}`,
      ...options,
    },
  );
  const [test] = result.tests;
  return {
    result,
    replies: test?.steps.map(({ outcome, reply }) => [outcome, reply?.text]),
    steps: test?.steps ?? [],
    failure: test?.failure,
    evidence: test?.evidence?.map(({ kind }) => kind) ?? [],
    kept,
  };
}

const page =
  (body: string): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html>${body}`);

const menu = '<button class="deep-chat-button deep-chat-suggestion-button">Savings</button>';

describe.skipIf(!hasChromium)('a chat widget in a real Chromium', () => {
  it('in a shadow root is greeted, typed into, read, and its buttons are pressed', async () => {
    await using bot = await serveHttp(
      serveWidgets((text) => ({
        text: `You said ${text}`,
        ...(text === 'menu' && { html: menu }),
      })),
    );
    const url = `http://127.0.0.1:${bot.port}/deep-chat`;
    const { replies, steps, kept } = await talk({ url, ...deepChat }, [
      '- $OPEN: Welcome to the shop',
      '- hello: You said hello',
      '- menu:\n  - prompt: You said menu\n  - buttons: Savings',
      '- savings: You said Savings',
    ]);
    expect(replies).toEqual([
      ['passed', 'Welcome to the shop'],
      ['passed', 'You said hello'],
      ['passed', expect.stringContaining('You said menu')],
      ['passed', 'You said Savings'],
    ]);
    expect(steps.map(({ evidence }) => evidence?.map(({ kind }) => kind))).toEqual(
      Array(4).fill(['screenshot', 'accessibility-tree']),
    );
    // A passed step keeps a JPEG, but no trace.
    expect(
      Buffer.from(kept[0]?.bytes ?? [])
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff');
    expect(kept.map(({ kind }) => kind)).not.toContain('trace');
  });

  it('in a frame behind a cookie banner and a launcher is opened first', async () => {
    await using bot = await serveHttp(serveWidgets((text) => ({ text: `You said ${text}` })));
    const { replies } = await talk(
      {
        url: `http://127.0.0.1:${bot.port}/framed`,
        open: ['#accept', '#launcher'],
        frame: '#frame',
        greets: true,
        viewport: '390x844',
        ...deepChat,
      },
      ['- hello: You said hello'],
    );
    expect(replies).toEqual([['passed', 'You said hello']]);
  });

  it('is opened by a launcher in an iframe of its own, and nothing that looks alike is pressed', async () => {
    const pages: Record<string, string> = {
      '/': `<button class="go" onclick="chat.remove()">Buy</button><iframe id="launcher" src="/launcher"></iframe>
        <iframe id="chat" src="/chat" hidden></iframe>
        <script>onmessage = () => { launcher.hidden = true; chat.hidden = false }</script>`,
      '/launcher': '<button class="go" onclick="parent.postMessage(1, \'*\')">Chat</button>',
      '/chat': `<button class="go" onclick="document.body.remove()">End chat</button><input id="in" onkeydown="
        if (event.key === 'Enter') out.innerHTML += '<p class=bot>You said ' + this.value"><div id="out"></div>`,
    };
    await using bot = await serveHttp((request, response) =>
      page(pages[request.url ?? ''] ?? '')(request, response),
    );
    const channel = {
      url: `http://127.0.0.1:${bot.port}/`,
      frame: '#chat',
      input: '#in',
      reply: '.bot',
    };
    const pressing = (frame: string, press: string) =>
      talk({ ...channel, open: [{ frame, press }] }, ['- hi: You said hi'], {
        browser: { program, openMs: 4_000 },
      });
    expect((await pressing('#launcher', '.go')).replies).toEqual([['passed', 'You said hi']]);
    const unframed = await pressing('#no-launcher', '.go');
    expect(unframed.failure?.code).toBe('selector-not-found');
    expect(unframed.failure?.message).toContain('".go in #no-launcher" (open: what opens');
    const missing = await pressing('#launcher', '#in');
    expect(missing.failure?.message).toContain('"#in in #launcher" (open: what opens');
  });

  it('runs the initialize script before the page, and sends by a button', async () => {
    await using bot = await serveHttp(
      page(`<input id="in"><button id="go" onclick="
        out.innerHTML += '<p class=bot>' + window.user + ' said ' + document.getElementById('in').value"></button>
        <div id="out"></div>`),
    );
    const channel = {
      url: `http://127.0.0.1:${bot.port}/`,
      input: '#in',
      send: '#go',
      reply: '.bot',
      initialize: 'window.user = "Ada";',
      quietMs: 50,
    };
    expect((await talk(channel, ['- hi: Ada said hi', '- bye: Ada said bye'])).replies).toEqual([
      ['passed', 'Ada said hi'],
      ['passed', 'Ada said bye'],
    ]);
    const broken = await talk({ ...channel, initialize: 'window.user = ' }, ['- hi: hi']);
    expect(broken.failure?.code).toBe('invalid-script');
  });

  const listed = (items: number) =>
    page(`<html lang="en"><h1>Shop</h1><p>Not of the widget</p><div class="chat"><div role="log" id="out">${'<p>Older message</p>'.repeat(items)}</div><input id="in" aria-label="Message"></div>
      <script>document.getElementById('in').onchange = () => { const p = document.createElement('p'); p.className = 'bot'; p.textContent = 'Hello Ada'; document.getElementById('out').append(p); };</script>`);
  const treesOf = (kept: Exhibit[]) =>
    kept.filter(({ kind }) => kind === 'accessibility-tree').map(({ bytes }) => String(bytes));

  it('keeps what a screen reader is told of the widget alone, after each reply', async () => {
    await using bot = await serveHttp(listed(0));
    const { kept } = await talk(
      { url: `http://127.0.0.1:${bot.port}/`, input: '#in', reply: '.bot', quietMs: 200 },
      ['- hi: Hello Ada'],
    );
    const [tree] = treesOf(kept);
    expect(tree).toContain('log');
    expect(tree).toContain('Hello Ada');
    expect(tree).toContain('textbox "Message"');
    expect(tree).not.toContain('Not of the widget');
  });

  it('leaves no mark on the page, and cuts a long tree off', async () => {
    await using bot = await serveHttp(listed(6_000));
    const { kept, replies } = await talk(
      { url: `http://127.0.0.1:${bot.port}/`, input: '#in', reply: '.bot', quietMs: 200 },
      ['- hi: Hello Ada', '- hi again: Hello Ada'],
    );
    expect(replies?.map(([outcome]) => outcome)).toEqual(['passed', 'passed']);
    const trees = treesOf(kept);
    expect(trees).toHaveLength(2);
    expect(trees[0]).toMatch(/… cut off here\n$/);
    expect(trees[0]?.length).toBeLessThan(100_100);
  });
});

describe.skipIf(!hasChromium)('a page that gives trouble', () => {
  const channel = { input: '#in', reply: '.bot', quietMs: 50 };
  const echo = `<input id="in" onchange="out.innerHTML += '<p class=bot>' + this.value"><div id="out"></div>`;

  it('says which selector never appeared, with a picture and a trace', async () => {
    await using bot = await serveHttp(page('<h1>Closed</h1>'));
    const url = `http://127.0.0.1:${bot.port}/`;
    const { failure, evidence } = await talk({ url, ...channel }, ['- hi: hi'], {
      browser: { openMs: 1_000 },
    });
    expect(failure).toMatchObject({
      class: 'configuration',
      code: 'selector-not-found',
      message: expect.stringContaining('"#in" (input: the message field) did not appear'),
    });
    expect(evidence).toEqual(expect.arrayContaining(['screenshot', 'trace']));
  });

  it('says when a selector is none', async () => {
    await using bot = await serveHttp(page(echo));
    const url = `http://127.0.0.1:${bot.port}/`;
    const { failure } = await talk({ url, ...channel, reply: '.bot[' }, ['- hi: hi']);
    expect(failure).toMatchObject({ code: 'invalid-selector' });
  });

  it('tells where it went when it leaves in the middle of a turn', async () => {
    await using bot = await serveHttp((request, response) =>
      page(
        request.url === '/away'
          ? '<h1>Elsewhere</h1>'
          : `<input id="in" onchange="location.href = '/away'">`,
      )(request, response),
    );
    const url = `http://127.0.0.1:${bot.port}/`;
    const { failure, steps, evidence } = await talk({ url, ...channel }, ['- hi: hi', '- a: b']);
    expect(failure).toMatchObject({ class: 'network', code: 'page-left' });
    expect(failure?.message).toContain('/away');
    expect(steps.map(({ outcome }) => outcome)).toEqual(['error', 'pending']);
    expect(steps[0]?.evidence).toMatchObject([{ kind: 'screenshot' }]);
    expect(evidence).toContain('log');
  });

  it.each<[string, (port: number) => string, string, string]>([
    ['a private address', () => 'http://10.0.0.1/', 'egress-refused', '10.0.0.1:80'],
    ['the metadata service', () => 'http://169.254.169.254/', 'egress-refused', '169.254.169.254'],
    ['itself', (port) => `http://127.0.0.1:${port}/`, 'too-many-redirects', 'loop'],
  ])('is not followed to %s', async (_, to, code, words) => {
    await using bot = await serveHttp((request, response) =>
      response.writeHead(302, { location: to(request.socket.localPort ?? 0) }).end(),
    );
    const { failure } = await talk({ url: `http://127.0.0.1:${bot.port}/`, ...channel }, [
      '- a: b',
    ]);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('reaches no private address by what it loads, opens or redirects to', async () => {
    const reached: string[] = [];
    await using hidden = await serveHttp((request, response) => {
      reached.push(String(request.url));
      response.end('secret');
    });
    const secret = `localhost:${hidden.port}`;
    await using bot = await serveHttp((request, response) => {
      if (request.url === '/redirect') {
        response.writeHead(302, { location: `http://${secret}/redirected` }).end();
        return;
      }
      page(`${echo}
        <img src="http://${secret}/image"><iframe src="http://${secret}/frame"></iframe>
        <script src="http://${secret}/script"></script><link rel="stylesheet" href="http://${secret}/style">
        <link rel="dns-prefetch" href="http://${secret}"><link rel="preconnect" href="http://${secret}">
        <script>
          fetch('http://${secret}/fetch', { mode: 'no-cors' }).catch(() => {});
          fetch('/redirect', { mode: 'no-cors' }).catch(() => {});
          navigator.sendBeacon('http://${secret}/beacon');
          new WebSocket('ws://${secret}/socket');
          new Worker(URL.createObjectURL(new Blob(["fetch('http://${secret}/worker', { mode: 'no-cors' })"])));
          window.open('http://${secret}/window');
        </script>`)(request, response);
    });
    const { replies } = await talk(
      { url: `http://127.0.0.1:${bot.port}/`, ...channel },
      ['- hello: hello'],
      { egress: createEgress({ allow: [`127.0.0.1:${bot.port}`] }) },
    );
    expect(replies).toEqual([['passed', 'hello']]);
    expect(reached).toEqual([]);
    expect(hidden.connections()).toBe(0);
  });

  it('may use a WebSocket to a host that is allowed', async () => {
    const server = createHttpServer(
      page(`<input id="in" onchange="socket.send(this.value)"><div id="out"></div><script>
        const socket = new WebSocket('ws://' + location.host);
        socket.onmessage = ({ data }) => { out.innerHTML += '<p class=bot>' + data; };
      </script>`),
    );
    new WebSocketServer({ server }).on('connection', (socket) =>
      socket.on('message', (data) => socket.send(`You said ${data}`)),
    );
    await using bot = await listening(server);
    const url = `http://127.0.0.1:${bot.port}/`;
    expect((await talk({ url, ...channel }, ['- hi: You said hi'])).replies).toEqual([
      ['passed', 'You said hi'],
    ]);
  });

  it('says what is wrong with its certificate', async () => {
    await using bot = await listening(createServer(selfSigned, page(echo)));
    const { failure } = await talk({ url: `https://127.0.0.1:${bot.port}/`, ...channel }, [
      '- a: b',
    ]);
    expect(failure).toMatchObject({
      class: 'network',
      code: 'tls',
      message: expect.stringContaining('certificate'),
    });
  });

  it('that fails, or that nobody serves, ends with its own error', async () => {
    const bot = await serveHttp((_, response) => response.writeHead(503).end('Closed'));
    const { failure } = await talk({ url: `http://127.0.0.1:${bot.port}/`, ...channel }, [
      '- a: b',
    ]);
    expect(failure).toMatchObject({ code: 'http-status', message: expect.stringContaining('503') });
    await bot[Symbol.asyncDispose]();
    const nobody = await talk({ url: `http://127.0.0.1:${bot.port}/`, ...channel }, ['- a: b']);
    expect(nobody.failure).toMatchObject({ code: 'connection-refused' });
  });

  it('whose elements tell no texts is not read', async () => {
    const lies =
      '<script>Object.defineProperty(HTMLElement.prototype, "innerText", { get: () => ({ trim: () => ({ slice: () => ({ a: 1 }) }) }) })</script>';
    await using bot = await serveHttp(page(`${echo}${lies}`));
    const url = `http://127.0.0.1:${bot.port}/`;
    const { failure } = await talk({ url, ...channel }, ['- hi: hi']);
    expect(failure).toMatchObject({ class: 'network', code: 'malformed-answer' });
  });

  it('whose scripts never end is given up', async () => {
    await using bot = await serveHttp(
      page('<input id="in" onchange="setTimeout(() => { for (;;); })">'),
    );
    const { failure, result } = await talk({ url: `http://127.0.0.1:${bot.port}/`, ...channel }, [
      '- hi: hi',
    ]);
    expect(result.status).toBe('error');
    expect(failure).toMatchObject({ code: 'page-stuck' });
  });
});

it.skipIf(!hasChromium)(
  'opens a page for another party while one has eight whose bots are silent',
  async () => {
    await using silent = await serveHttp(page('<input id="in"><p class="bot"></p>'));
    await using bot = await serveHttp(serveWidgets((text) => ({ text: `You said ${text}` })));
    const cancel = new AbortController();
    let spoken = 0;
    const suite = [
      `configuration: ${JSON.stringify({
        channel: {
          kind: 'browser',
          url: `http://127.0.0.1:${silent.port}/`,
          input: '#in',
          reply: '.bot',
        },
        replyTimeout: 600,
        concurrency: 8,
      })}`,
      ...Array.from({ length: 8 }, (_, index) => `- test: Silent ${index}\n- hello: anything`),
    ].join('\n---\n');
    const held = runText(suite, {
      party: 'one',
      browser: { program },
      signal: cancel.signal,
      seen({ type }) {
        if (type === 'step.started') spoken += 1;
      },
    });
    try {
      await vi.waitFor(() => expect(spoken).toBe(4), { timeout: 60_000 });
      const { replies } = await talk(
        { url: `http://127.0.0.1:${bot.port}/deep-chat`, ...deepChat },
        ['- $OPEN: Welcome to the shop'],
        { party: 'another', timeoutMs: 30_000 },
      );
      expect(replies).toEqual([['passed', 'Welcome to the shop']]);
      expect(spoken).toBe(4);
    } finally {
      cancel.abort();
    }
    expect((await held).result.status).toBe('cancelled');
  },
);

it('says what to install where there is no browser', async () => {
  const { failure } = await talk(
    { url: 'http://127.0.0.1:1/', input: '#in', reply: '.bot' },
    ['- a: b'],
    { browser: { program: '/nowhere/chromium' } },
  );
  expect(failure).toMatchObject({
    class: 'configuration',
    code: 'no-browser',
    hint: expect.stringContaining('apt-get install chromium'),
  });
});

it.skipIf(!hasChromium)(
  'a Chromium that is gone is started anew for the next conversation',
  async () => {
    using stop = createRunStop(new AbortController().signal, 60_000);
    const browser = createRunBrowser({ program });
    const open = () => browser.open('http://127.0.0.1:9', { width: 390, height: 844 }, stop);
    try {
      const first = await open();
      await first.context.browser()?.close();
      first.close();
      const next = await open();
      expect(next.context.browser()?.isConnected()).toBe(true);
      next.close();
    } finally {
      await browser.close();
    }
  },
);
