// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pages fill them in
import { existsSync } from 'node:fs';
import { createEgress } from '@parley/egress';
import type { BrowserChannelConfiguration } from '@parley/suite';
import { chromium } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { serveHttp } from '../../../test/servers.ts';
import { selectorsIn } from './find-selector.ts';
import { createPagePicker, type PagePicker } from './page-picker.ts';
import type { PickedPart, PickerView } from './picker-view.ts';

const program = process.env.CHROMIUM_PATH || undefined;
const hasChromium = existsSync(program ?? chromium.executablePath());

vi.setConfig({ testTimeout: 120_000 });

const style = `<style>
  body { margin: 0; font: 16px sans-serif } .panel { position: fixed; right: 20px; bottom: 20px; width: 340px; height: 420px;
  display: flex; flex-direction: column; border: 1px solid; background: white } .log { flex: 1; overflow: auto; padding: 8px }
  .row { display: flex; margin: 4px 0 } .row p { margin: 0; padding: 6px; background: #eee } .me { justify-content: flex-end }
</style>`;

/** Markup of a message in the list. `who` is `bot` or `me`. */
const usual = '`<div class="row ${who}"><p>${text}</p></div>`';

const chat = (
  item = usual,
  { field = 'placeholder="Type a message"', greeting = 'Welcome to the shop' } = {},
) => `
<div class="panel chat-widget"><b>Shop chat</b><div class="log" role="log"></div>
<div><input class="field" ${field}><button class="send">Send</button></div></div>
<script>{
  const panel = [...document.querySelectorAll('.panel')].at(-1), log = panel.querySelector('.log'), field = panel.querySelector('.field');
  const show = (text, who) => log.insertAdjacentHTML('beforeend', ${item});
  ${greeting && `show('${greeting}', 'bot');`}
  const send = () => { const text = field.value; field.value = ''; show(text, 'me'); setTimeout(() => show('You said ' + text, 'bot'), 150); };
  field.addEventListener('keydown', ({ key }) => key === 'Enter' && send());
  panel.querySelector('.send').onclick = send;
}</script>`;

const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Shop</title>${style}<h1>Shop</h1>${body}`;

const center = ({
  x,
  y,
  width,
  height,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
}) => ({
  x: x + width / 2,
  y: y + height / 2,
});

interface Opened {
  picker: PagePicker;
  /** Hosts for whose request rate the picker waited. */
  asked: string[];
  view(): Promise<PickerView>;
  part(part: PickedPart): Promise<PickerView['parts'][number] | undefined>;
  candidate(kind: string, name: string): Promise<PickerView['candidates'][number]>;
}

/** Serves pages by path, and opens the one at "/" in a picker. */
async function withPicker(
  pages: string | Record<string, string>,
  act: (opened: Opened) => Promise<void>,
  more: Partial<BrowserChannelConfiguration> = {},
) {
  const all = typeof pages === 'string' ? { '/': pages } : pages;
  await using server = await serveHttp((request, response) =>
    response.setHeader('content-type', 'text/html').end(all[request.url ?? ''] ?? ''),
  );
  const asked: string[] = [];
  const picker = createPagePicker({
    configuration: {
      channel: { kind: 'browser', url: `http://127.0.0.1:${server.port}/`, ...more },
    },
    egress: createEgress({ allow: ['127.0.0.1:*'] }),
    signal: new AbortController().signal,
    browser: { program },
    timeoutMs: 120_000,
    pace: { take: (host) => void asked.push(host) },
  });
  const view = async () => (await picker.look())?.view as PickerView;
  try {
    await picker.open();
    await act({
      picker,
      view,
      asked,
      part: async (wanted) => (await view()).parts.find(({ part }) => part === wanted),
      async candidate(kind, name) {
        const { candidates } = await view();
        const known = candidates.find((each) => each.kind === kind && each.name.includes(name));
        expect(known, `${kind} ${name} of ${JSON.stringify(candidates)}`).toBeDefined();
        return known as PickerView['candidates'][number];
      },
    });
  } finally {
    await picker.close();
  }
}

const search = '<form role="search"><input placeholder="Search the shop"></form>';

describe('selectors that a page gives', () => {
  it('are one line of CSS, and no engine of Playwright', () => {
    const given = [
      '.bot',
      '.chat >> text=Pay',
      'a\nb',
      '*'.repeat(201),
      ' ',
      7,
      null,
      '[name="a"]',
    ];
    expect(selectorsIn(given)).toEqual(['.bot', '[name="a"]']);
    expect(selectorsIn('.bot')).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('a page picker', () => {
  it('shows what Parley finds by itself, with reasons, and writes nothing', () =>
    withPicker(page(search + chat()), async ({ picker, view }) => {
      const look = await picker.look();
      expect(
        Buffer.from(look?.picture ?? [])
          .subarray(0, 3)
          .toString('hex'),
      ).toBe('ffd8ff');
      const { title, width, height, parts, problem, candidates } = await view();
      expect([title, width, height, problem]).toEqual(['Shop', 1280, 800, null]);
      expect(parts.map(({ part, source, name }) => [part, source, name])).toEqual([
        ['open', 'none', ''],
        ['input', 'found', 'Type a message'],
        ['send', 'found', 'Send'],
        ['reply', 'found', ''],
      ]);
      expect(parts[1]?.why).toContain('its label is about messages');
      expect(parts[1]?.boxes).toHaveLength(1);
      const other = candidates.find(({ name }) => name === 'Search the shop');
      expect(other?.against).toContain('it is part of a search');
      expect(picker.picks()).toEqual({});
    }));

  it('takes the field that is clicked, says what speaks against it, and gives it back', () =>
    withPicker(page(search + chat()), async ({ picker, part, candidate }) => {
      const { box } = await candidate('field', 'Search the shop');
      await picker.point('input', center(box as never));
      expect(picker.picks()).toEqual({ input: expect.stringContaining('Search the shop') });
      expect(await part('input')).toMatchObject({ source: 'written', matches: 1 });
      expect((await part('input'))?.against).toContain('it is part of a search');
      await picker.clear('input');
      expect(picker.picks()).toEqual({});
      expect(await part('input')).toMatchObject({ source: 'found', name: 'Type a message' });
    }));

  it('names the iframes around a field, through a shadow root', () =>
    withPicker(
      {
        '/': page(`<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML =
          '<iframe id="widget" src="/chat" width="400" height="500"></iframe>'</script>`),
        '/chat': page(search + chat()),
      },
      async ({ picker, candidate }) => {
        const { box } = await candidate('field', 'Type a message');
        await picker.point('input', center(box as never));
        const { frame, input } = picker.picks();
        expect([frame, input]).toEqual([['#widget'], expect.stringContaining('Type a message')]);
        const { outcome, replies } = await picker.say('hello there');
        expect([outcome, replies[0]?.text]).toEqual(['answered', 'You said hello there']);
        const message = await candidate('message', 'You said hello there');
        await picker.choose('reply', message.key);
        expect(picker.picks().reply).toMatch(/bot/);
        expect(await picker.say('hello again')).toMatchObject({
          outcome: 'answered',
          replies: [{ text: 'You said hello again' }],
        });
      },
    ));

  it('says that it is unsure between two fields, and goes on with the one that is chosen', () =>
    withPicker(
      page(chat() + chat().replaceAll('class="panel', 'style="right:400px" class="panel')),
      async ({ picker, view }) => {
        const { problem, candidates } = await view();
        expect(problem?.code).toBe('widget-unsure');
        const fields = candidates.filter(({ kind }) => kind === 'field');
        expect(fields).toHaveLength(2);
        await picker.choose('input', String(fields[0]?.key));
        expect(picker.picks().input).toBeDefined();
        expect(await picker.say('hi')).toMatchObject({ replies: [{ text: 'You said hi' }] });
      },
    ));

  const lists: [string, string, string | RegExp][] = [
    ['named by whose they are', usual, /bot/],
    ['from right to left', usual.replace('class="row', 'dir="rtl" class="row'), /bot/],
    [
      'with a name and a time beside the text',
      '`<div class="item ${who}"><b>${who}</b><div class="text">${text}</div><time>12:00</time></div>`',
      '.bot .text',
    ],
    [
      'where only those of the person have a name',
      '`<div class="message ${who === "me" ? "own" : ""}">${text}</div>`',
      /own/,
    ],
    [
      'where the side is a fact',
      '`<div class="css-1x2ab3c" data-author="${who}"><span>${text}</span></div>`',
      /data-author="bot"/,
    ],
    [
      'of several paragraphs',
      '`<div class="${who}"><div class="body"><p>${text}</p>${who === "bot" ? "<p>Anything else?</p>" : ""}</div></div>`',
      /bot/,
    ],
  ];
  it.each(lists)(
    'matches all messages of the bot and none of the person in a list %s',
    (_, item, wanted) =>
      withPicker(page(chat(item)), async ({ picker, part, candidate }) => {
        await picker.say('hello there');
        const { box } = await candidate('message', 'You said hello there');
        await picker.point('reply', center(box as never));
        expect(picker.picks().reply).toMatch(wanted);
        expect(await part('reply')).toMatchObject({ source: 'written', matches: 2 });
        const { replies } = await picker.say('hello again');
        expect(replies[0]?.text).toContain('You said hello again');
        expect(replies[0]?.text).not.toMatch(/^hello again/m);
      }),
  );

  it('refuses what is no message of the bot, and says why', () =>
    withPicker(page(search + chat()), async ({ picker, part, candidate }) => {
      const greeting = await candidate('message', 'Welcome to the shop');
      await expect(picker.choose('reply', greeting.key)).rejects.toThrow(
        'Send a test message first',
      );
      await picker.say('hello there');
      const own = await candidate('message', 'hello there');
      expect(own.name).toBe('hello there');
      await expect(picker.choose('reply', own.key)).rejects.toThrow('your own message');
      await expect(picker.point('reply', { x: 40, y: 40 })).rejects.toThrow('somewhere else');
      const [log] = (await part('reply'))?.boxes ?? [];
      const below = { x: Number(log?.x) + 170, y: Number(log?.y) + Number(log?.height) - 6 };
      await expect(picker.point('reply', below)).rejects.toThrow(/more than one|your own/);
      const field = (await part('input'))?.boxes[0];
      await expect(picker.point('reply', center(field as never))).rejects.toThrow(/single message/);
      expect(picker.picks()).toEqual({});
    }));

  it('refuses where nothing tells the messages of the bot from those of the person', () =>
    withPicker(
      page(chat('`<div class="message">${text}</div>`')),
      async ({ picker, candidate }) => {
        await picker.say('hello there');
        const { key } = await candidate('message', 'You said hello there');
        await expect(picker.choose('reply', key)).rejects.toThrow('can’t write a selector');
        expect(picker.picks()).toEqual({});
      },
    ));

  it('presses what opens the chat, after the consent that Parley has refused', () =>
    withPicker(
      page(`<div id="banner" role="dialog" style="position:fixed;inset:0;background:white;z-index:9">We use cookies.
        <button onclick="this.parentElement.remove()">Reject all</button></div>
        <span id="odd" style="position:absolute;left:10px;top:200px" onclick="document.querySelector('.panel').style.display = ''">Questions?</span>
        ${chat().replace('class="panel', 'style="display:none" class="panel')}`),
      async ({ picker, part, candidate, view }) => {
        expect((await view()).problem?.code).toBe('widget-unsure');
        expect(await part('open')).toMatchObject({ source: 'found', name: 'Reject all' });
        await picker.point('open', { x: 30, y: 208 });
        expect(picker.picks().open).toEqual([expect.any(String), '#odd']);
        expect((await view()).problem).toBeNull();
        await candidate('field', 'Type a message');
        expect(await picker.say('hi')).toMatchObject({ replies: [{ text: 'You said hi' }] });
      },
    ));

  it('writes what Parley has pressed together with a field that is chosen', () =>
    withPicker(
      page(`<button id="launcher" aria-label="Open chat" style="position:fixed;right:20px;bottom:20px;width:56px;height:56px"
        onclick="document.querySelector('.panel').style.display = ''; this.remove()">?</button>
        ${chat().replace('class="panel', 'style="display:none" class="panel')}`),
      async ({ picker, candidate, asked }) => {
        const { key } = await candidate('field', 'Type a message');
        await picker.choose('input', key);
        expect(picker.picks()).toEqual({ open: ['#launcher'], input: expect.any(String) });
        expect(await picker.say('hi')).toMatchObject({ replies: [{ text: 'You said hi' }] });
        // Each opening of a page is a request to its host.
        expect(asked).toEqual(Array(2).fill(expect.stringMatching(/^127\.0\.0\.1:\d+$/)));
      },
    ));

  const framedLauncher = {
    '/': page(`<button style="position:absolute;top:200px" onclick="document.getElementById('chat').remove()">Buy</button>
      <iframe id="launcher" title="Chat launcher" src="/launcher" style="position:fixed;right:10px;bottom:10px;width:80px;height:80px;border:0"></iframe>
      <iframe id="chat" title="Chat" src="/chat" style="position:fixed;right:10px;bottom:10px;width:400px;height:500px;display:none"></iframe>
      <script>onmessage = () => { document.getElementById('launcher').style.display = 'none'; document.getElementById('chat').style.display = '' }</script>`),
    '/launcher':
      '<button aria-label="Open chat" onclick="parent.postMessage(1, \'*\')" style="width:60px;height:60px">?</button>',
    '/chat': page(chat()),
  };
  const opener = {
    frame: ['#launcher'],
    press: 'button[aria-label="Open chat"]',
  };

  it('writes a launcher in an iframe that Parley has pressed, together with a field that is chosen', () =>
    withPicker(framedLauncher, async ({ picker, part, candidate }) => {
      expect(await part('open')).toMatchObject({ source: 'found', name: 'Open chat' });
      await picker.choose('input', (await candidate('field', 'Type a message')).key);
      expect(picker.picks()).toEqual({
        open: [opener],
        frame: ['#chat'],
        input: expect.stringContaining('Type a message'),
      });
      expect(await picker.say('hi')).toMatchObject({ replies: [{ text: 'You said hi' }] });
      expect(await part('open')).toMatchObject({
        source: 'written',
        selectors: [`{ frame: "#launcher", press: ${JSON.stringify(opener.press)} }`],
      });
    }));

  it('presses what is clicked in an iframe, and outlines it there', () =>
    withPicker(
      {
        '/': framedLauncher['/']
          .replace('Chat launcher', 'Corner')
          .replaceAll('launcher', 'float')
          .replace('right:10px;bottom:10px;width:80px', 'left:10px;top:300px;width:80px'),
        '/float': framedLauncher['/launcher'].replace('Open chat', 'Anything unclear'),
        '/chat': framedLauncher['/chat'],
      },
      async ({ picker, view, part }) => {
        expect((await view()).problem?.code).toBe('widget-unsure');
        await picker.point('open', { x: 40, y: 330 });
        expect(picker.picks().open).toEqual([
          { frame: ['#float'], press: 'button[aria-label="Anything unclear"]' },
        ]);
        expect((await part('input'))?.source).toBe('found');
        expect(await picker.say('hi')).toMatchObject({ replies: [{ text: 'You said hi' }] });
      },
    ));

  it('refuses a launcher in an iframe that no selector finds, and writes nothing', () =>
    withPicker(
      {
        ...framedLauncher,
        '/': page(`<div id="host" style="position:fixed;right:10px;bottom:10px"></div>
          <script>host.attachShadow({ mode: 'closed' }).innerHTML = '<iframe src="/launcher" width="80" height="80"></iframe>'</script>`),
      },
      async ({ picker, candidate }) => {
        const { key } = await candidate('control', 'Open chat');
        await expect(picker.choose('open', key)).rejects.toThrow('iframe around it');
        expect(picker.picks()).toEqual({});
      },
    ));

  it('types into no password field and into nothing that takes no text', () =>
    withPicker(
      page(`<input type="password" aria-label="Password" style="position:absolute;left:0;top:200px;width:200px;height:30px">
        <input type="checkbox" style="position:absolute;left:0;top:300px;width:30px;height:30px">${chat()}`),
      async ({ picker }) => {
        const at = (y: number) => picker.point('input', { x: 10, y });
        await expect(at(215)).rejects.toThrow('password');
        await expect(at(315)).rejects.toThrow('can’t be typed');
        await expect(at(600)).rejects.toThrow('no text field');
        expect(picker.picks()).toEqual({});
      },
    ));

  it('takes names of a hostile page as short text', () =>
    withPicker(
      page(`${chat()}<button aria-label="${'x'.repeat(5_000)}\u0007">A</button>`),
      async ({ view }) => {
        const names = (await view()).candidates.map(({ name }) => name);
        expect(Math.max(...names.map((name) => name.length))).toBe(120);
      },
    ));

  it('says why a page cannot be opened', async () => {
    await withPicker(
      page(''),
      async ({ view }) => {
        expect((await view()).problem?.code).toBe('egress-refused');
      },
      { url: 'http://10.0.0.1/' },
    );
  });
});
