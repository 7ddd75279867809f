import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ConversationError } from '@parley/egress';
import type { BrowserChannelConfiguration } from '@parley/suite';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listening, type TestServer } from '../../test/servers.ts';
import { createWidget } from './create-widget.ts';
import { hearPage } from './hear-page.ts';
import { withPrechatValues } from './pass-prechat.ts';

const executablePath = process.env.CHROMIUM_PATH || chromium.executablePath();

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const watch = {
  begin() {},
  check: async () => {},
  broken: () => undefined,
  isEnded: () => false,
  end() {},
};

interface Wishes {
  /** Markup before the send button. */
  fields: string;
  send?: string;
  /** Statements that run before the chat opens; `return` keeps the form. */
  before?: string;
  form?: string;
  classes?: string;
  launcher?: string;
  more?: string;
}

/** A widget that shows a form, and then replies with the values that were filled in. */
const widget = ({
  fields,
  send = 'Start chat',
  before = '',
  form = 'form',
  classes = 'chat-widget',
  launcher = 'Chat with us',
  more = '',
}: Wishes) => `<!doctype html><meta charset="utf-8"><title>Shop</title><style>
  body { margin: 0; font: 16px sans-serif } .panel { position: fixed; right: 20px; bottom: 20px; width: 340px; height: 420px; border: 1px solid; background: white }
  .log { height: 320px; overflow: auto } .fab { position: fixed; right: 20px; bottom: 20px; width: 56px; height: 56px } label { display: block }
</style><h1>Shop</h1>${more}
${launcher && `<button class="fab" aria-label="${launcher}" onclick="this.remove(); panel.hidden = false">?</button>`}
<div id="panel" class="panel ${classes}" ${launcher && 'hidden'}><${form} id="before">${fields}<button id="start">${send}</button></${form}></div>
<script>
  window.touched = [];
  addEventListener('input', ({ target }) => touched.push(target.name || target.id), true);
  const form = document.getElementById('before');
  const start = () => {
    const data = [...form.querySelectorAll('input, select, textarea')].map((at) => at.name + '=' + (at.type === 'checkbox' ? at.checked : at.value)).join('; ');
    ${before}
    panel.innerHTML = '<div class="log" role="log"></div><input id="field" placeholder="Type a message">';
    const [log, field] = panel.children;
    const show = (text, who) => log.insertAdjacentHTML('beforeend', '<p class="' + who + '">' + text + '</p>');
    field.onkeydown = ({ key }) => { if (key === 'Enter') { show(field.value, 'me'); field.value = ''; setTimeout(() => show(data, 'bot'), 150); } };
  };
  form.onsubmit = (event) => { event.preventDefault(); start(); };
  if (form.localName !== 'form') document.getElementById('start').onclick = start;
</script>`;

const name = '<label>Name * <input name="name" required></label>';
const email = '<label>E-mail <input name="email" type="email" required></label>';
const consent =
  '<label><input name="ok" type="checkbox" required> I agree to the privacy policy</label>';
const topic =
  '<label>Topic <select name="topic" required><option value="">Choose</option><option value="b">Billing</option><option value="s">Support</option></select></label>';

/** A chat with a usable field, but without the role of a log. */
function openChat({ greeting = 'Hello', message = '' }) {
  const answer =
    "log.innerHTML += '<p class=me>' + value + '</p>'; value = ''; setTimeout(() => log.innerHTML += '<p class=bot>Anything else?</p>', 150)";
  return `<div class="chat-widget" style="position:fixed;right:0;bottom:0;width:340px" onkeydown="if (event.key === 'Enter') with (event.target) { ${answer} }">
    <div id="log" style="height:300px;overflow:auto"><p class="bot">${greeting}</p></div>${message}<button>Send</button></div>`;
}

const pages: Record<string, string> = {
  consent: widget({ fields: name + email + consent }),
  optional: widget({
    fields: `${name}<label>Phone <input name="tel" type="tel"></label>`,
    send: 'Go</button><button onclick="panel.remove()">Cancel',
  }),
  choice: widget({ fields: name + topic }),
  question: widget({
    form: 'div',
    fields: `${name}<label>How can we help? <textarea name="question"></textarea></label>`,
  }),
  password: widget({
    fields: `<h2>Welcome back to the chat</h2>${name}<label>Code <input name="code" type="password"></label>`,
    send: 'Start chat',
  }),
  login: widget({ fields: `<h2>Chat</h2>${name}${email}`, send: 'Sign in' }),
  account: widget({ fields: `<h2>Log in to chat</h2>${name}${email}`, send: 'Continue' }),
  contact: widget({
    fields: name,
    before: '',
    more: '<form class="contact" onsubmit="return false"><label>Name <input name="contact" required></label><label>E-mail <input name="mail" type="email"></label><button>Start a conversation</button></form>',
  }),
  newsletter: widget({ fields: `<h2>Chat news</h2>${email}`, send: 'Subscribe', launcher: '' }),
  picky: widget({
    fields: name + email,
    before:
      "if (!data.includes('@shop.example')) { form.insertAdjacentHTML('beforeend', '<p role=alert>Use your work address</p>'); return; }",
  }),
  open: `<!doctype html><title>Shop</title><div class="chat-widget" style="position:fixed;right:0;bottom:0;width:340px">
    <div id="log" style="height:300px;overflow:auto"></div>
    <input id="field" placeholder="Type a message" onkeydown="if (event.key === 'Enter') { log.innerHTML += '<p class=me>' + this.value + '</p>';
      this.value = ''; setTimeout(() => log.innerHTML += '<p class=bot>Anything else?</p>', 150) }">
    <label>Attach <input type="file" name="filename"></label><label><input type="checkbox" name="notify"> Notify me by email</label>
    <button>Send</button></div>`,
  phones: openChat({ message: '<input id="field" placeholder="Ask about your phone plan">' }),
  inline: openChat({
    greeting:
      'Shall we write to you? <label>E-mail <input name="email" type="email"></label><button>Save</button>',
    message: '<input id="field" placeholder="Type a message">',
  }),
  late: `<!doctype html><title>Shop</title><div class="helpdesk-chat" style="position:fixed;right:0;bottom:0">
    <form onsubmit="return false"><label>E-mail <input name="email" type="email"></label><button>Send</button></form></div>
    <script>setTimeout(() => { document.querySelector('.helpdesk-chat').remove(); document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(
      openChat({ message: '<input id="field" placeholder="Type a message">' }),
    ).replaceAll('</', '<\\/')}); }, 3_000);</script>`,
  framed:
    '<!doctype html><title>Shop</title><iframe id="frame" title="Chat" src="/consent" style="position:fixed;right:0;bottom:0;width:500px;height:600px"></iframe>',
};

describe('values for a form before the chat', () => {
  it('may use variables; labels are as they are on the page', () => {
    const channel = { kind: 'browser' as const, url: 'http://x/' };
    const prechat = { '{{name}}': 'I am {{name}} of {{company}}' };
    expect(withPrechatValues({ ...channel, prechat }, { name: 'Ada' }).prechat).toEqual({
      '{{name}}': 'I am Ada of {{company}}',
    });
    expect(withPrechatValues(channel, {})).toBe(channel);
  });
});

describe.skipIf(!existsSync(executablePath))('a form before the chat', { concurrent: true }, () => {
  let browser: Browser;
  let server: TestServer;
  beforeAll(async () => {
    server = await listening(
      createServer(({ url = '' }, response) =>
        response.setHeader('content-type', 'text/html').end(pages[url.slice(1)] ?? ''),
      ),
    );
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** Opens the chat and says hello. Returns the reply or the error, and the fields that were changed. */
  async function talk(at: string, channel: Partial<BrowserChannelConfiguration>, openMs = 30_000) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    try {
      await page.goto(`http://127.0.0.1:${server.port}/${at}`);
      const chat = createWidget(page, { kind: 'browser', url: '', ...channel });
      const hear = hearPage(chat, watch, 300);
      const touched = async () =>
        Promise.all(page.frames().map((frame) => frame.evaluate<string[]>('window.touched ?? []')));
      try {
        await chat.open(performance.now() + openMs);
        await hear.forget();
        await chat.say('hello', performance.now() + 20_000);
        const turn = await hear.next(performance.now() + 20_000);
        return {
          reply: turn?.said.messages.map(({ text }) => text).join(' / '),
          explained: chat.explain?.().join('\n') ?? '',
        };
      } catch (error) {
        const { code, message, hint } = (error as ConversationError).failure;
        return { code, message, hint, touched: (await touched()).flat() };
      }
    } finally {
      await page.close();
    }
  }

  const ada = { name: 'Ada', 'E-mail': 'ada@shop.example', 'privacy policy': 'yes' };
  const filledIn = 'name=Ada; email=ada@shop.example; ok=true';

  it('is filled in as the suite says, with consent, and explained', async () => {
    const { reply, explained } = await talk('consent', { prechat: ada });
    expect(reply).toBe(filledIn);
    expect(explained).toContain('"Name", "E-mail", "I agree to the privacy policy"');
  });

  it('is filled in where the suite names the parts of the chat, and in an iframe', async () => {
    const named = { open: ['.fab'], input: '#field', reply: '.bot', prechat: ada };
    expect((await talk('consent', named)).reply).toBe(filledIn);
    expect((await talk('framed', { prechat: ada })).reply).toBe(filledIn);
  });

  it('is an error that names its fields if the suite says nothing about it', async () => {
    const asked = {
      code: 'prechat-form',
      message:
        'Before the chat opens, the page asks for "Name" (required), "E-mail" (required), "I agree to the privacy policy" (a checkbox; required).',
      hint: expect.stringContaining(
        'prechat: { "Name": "Test", "E-mail": "test@example.com", "I agree to the privacy policy": "yes" }',
      ),
      touched: [],
    };
    expect(await talk('consent', {})).toEqual(asked);
    const named = { open: ['.fab'], input: '#field', reply: '.bot' };
    expect(await talk('consent', named, 5_000)).toEqual(asked);
  });

  it('leaves optional fields as they are', async () => {
    expect((await talk('optional', { prechat: { Name: 'Ada' } })).reply).toBe('name=Ada; tel=');
  });

  it('chooses an option by its name, and only one that there is', async () => {
    const choosing = (Topic: string) => talk('choice', { prechat: { Name: 'Ada', Topic } });
    expect((await choosing('support')).reply).toBe('name=Ada; topic=s');
    expect(await choosing('Sales')).toMatchObject({
      code: 'prechat-mismatch',
      message: '"Topic" has no option "Sales".',
      hint: expect.stringContaining('"Topic" (one of Billing, Support; required)'),
      touched: [],
    });
  });

  it.each([
    [{ Name: 'Ada', 'E-mail': 'a@b.example' }, 'no value for "I agree to the privacy policy"'],
    [{ ...ada, Company: 'ACME' }, 'No field of the form before the chat is "Company"'],
    [{ ...ada, 'privacy policy': 'maybe' }, 'is a checkbox: write yes or no'],
    [{ ...ada, Name: 'Ada Lovelace' }, 'two values for "Name"'],
  ])('is not begun with %j', async (prechat, message) => {
    expect(await talk('consent', { prechat: prechat as Record<string, string> })).toMatchObject({
      code: 'prechat-mismatch',
      message: expect.stringContaining(message),
      touched: [],
    });
  });

  it('is recognized where it asks for the first question, too', async () => {
    expect(await talk('question', {})).toMatchObject({ code: 'prechat-form', touched: [] });
    const prechat = { Name: 'Ada', 'How can we help?': 'My order' };
    expect((await talk('question', { prechat })).reply).toBe('name=Ada; question=My order');
  });

  it.each(['password', 'login', 'account'])('is not seen in a login: %s', async (at) => {
    const prechat = { Name: 'Ada', 'E-mail': 'ada@shop.example' };
    for (const settings of [{}, { prechat }])
      expect(await talk(at, settings, 9_000)).toMatchObject({ code: 'widget-unsure', touched: [] });
  });

  it('is not seen in a newsletter, nor in a form of the page beside the chat', async () => {
    const prechat = { Name: 'Ada', 'E-mail': 'ada@shop.example' };
    expect(await talk('newsletter', { prechat: { 'E-mail': 'a@b.example' } }, 9_000)).toMatchObject(
      { code: 'widget-unsure', touched: [] },
    );
    expect((await talk('contact', { prechat: { Name: 'Ada' } })).reply).toBe('name=Ada');
    expect(await talk('contact', { prechat })).toMatchObject({
      code: 'prechat-mismatch',
      touched: [],
    });
  });

  it('is not seen in an open chat that takes files and has a box to tick', async () => {
    for (const prechat of [undefined, { Name: 'Ada' }])
      expect(await talk('open', prechat ? { prechat } : {})).toMatchObject({
        reply: 'Anything else?',
      });
  });

  it.each([
    ['in which the bot asks for an address', 'inline'],
    ['that follows a form of the page', 'late'],
  ])('is not seen in an open chat %s', async (_, at) => {
    expect(await talk(at, {})).toMatchObject({ reply: 'Anything else?' });
  });

  it('is not seen in a single field that only speaks of phones', async () => {
    const prechat = { phone: '+1 202 555 0123' };
    for (const settings of [{}, { prechat }])
      expect(await talk('phones', settings, 9_000)).toMatchObject({ code: 'widget-unsure' });
  });

  it('that is refused says what the page says, and is not sent again', async () => {
    const prechat = { Name: 'Ada', 'E-mail': 'ada@home.example' };
    expect(await talk('picky', { prechat })).toMatchObject({
      code: 'prechat-refused',
      message: expect.stringContaining('filled in: Use your work address'),
    });
    expect((await talk('picky', { prechat: { ...prechat, 'E-mail': ada['E-mail'] } })).reply).toBe(
      'name=Ada; email=ada@shop.example',
    );
  });
});
