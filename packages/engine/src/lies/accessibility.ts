/** The accessibility of chat widgets, in a real Chromium. */
import { answers, answersTo, page } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

interface Parts {
  /** Rules of the page's style sheet. */
  style?: string;
  field?: string;
  /** Script that shows a reply. */
  says?: string;
  before?: string;
  head?: string;
}

const named = '<input id="in" aria-label="Message" placeholder="Type a message">';
const shows =
  "out.append(Object.assign(document.createElement('p'), { className: 'bot', textContent: 'Hello Ada' }));";
const inner = ({ style = '', field = named, says = shows }: Parts) =>
  `<style>body { background: white; color: black } ${style}</style>
   <div class="chat-widget" id="widget"><div id="out" role="log" aria-label="Chat" tabindex="0" style="height:200px;overflow:auto"></div>${field}</div>
   <script>document.getElementById('in').onchange = () => { const out = document.getElementById('out'); ${says} };</script>`;
const html = (parts: Parts = {}) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${parts.head ?? ''}<h1>Shop</h1>${parts.before ?? ''}${inner(parts)}</html>`;
const widget = (parts?: Parts): Bot => answers(page(html(parts)));

const pale = '.bot { color: #ccc }';
const paleSays =
  "out.append(Object.assign(document.createElement('p'), { className: 'bot', textContent: 'Hello Ada', style: 'color: #ccc' }));";
const unnamed = '<input id="in">';

const inFrame = (parts: Parts): Bot =>
  answers(
    page(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1><iframe class="chat" title="Chat" width="400" height="400" srcdoc="${`<html lang='en'><title>Chat</title>${inner(parts)}`.replaceAll('"', '&quot;')}"></iframe></html>`,
    ),
  );
const inShadow = (field: string): Bot =>
  answers(
    page(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1><shop-chat></shop-chat><script>
        const root = document.querySelector('shop-chat').attachShadow({ mode: 'open' });
        root.innerHTML = '<div class="chat-widget" id="widget"><div id="out" role="log" aria-label="Chat"></div>${field}</div>';
        root.querySelector('#in').onchange = () => { const out = root.querySelector('#out'); ${shows} };
      </script></html>`,
    ),
  );

const suite = (check: string, channel = "input: '#in', reply: .bot") => `
      configuration:
        syntax: 2
        channel: { kind: browser, url: http://127.0.0.1:PORT/, quietMs: 200${channel && `, ${channel}`} }
        replyTimeout: 5
      ---
      - test: Widget
      - good day:
        - prompt: Hello Ada
        - accessibility: ${check}
    `;
const none = suite('no violations');
const code = 'mismatch';

export const accessibility: LieCase[] = [
  {
    kind: 'honest',
    title: 'a widget that everybody can use',
    bot: widget(),
    suite: none,
    verdict: 'passed',
    broken: {
      bot: widget({ field: unnamed }),
      verdict: 'failed',
      code,
      says: /label \(critical\)/,
    },
    why: 'Everything that was checked was decided, and nothing is wrong.',
  },
  {
    kind: 'honest',
    title: 'a page that is hard to use around a widget that is not',
    bot: widget({ before: '<input><p style="color:#ccc">Pale</p><img src="data:,">' }),
    suite: none,
    verdict: 'passed',
    broken: { bot: widget({ style: pale }), verdict: 'failed', code, says: /color-contrast/ },
    why: 'The widget is checked, and not the page around it.',
  },
  {
    kind: 'lie',
    title: 'a widget whose reply alone is too pale',
    bot: widget({ says: paleSays }),
    suite: none,
    verdict: 'failed',
    code,
    says: /color-contrast \(serious\)/,
    why: 'It is checked as it is after the reply.',
  },
  {
    kind: 'honest',
    title: 'a widget in a frame, which is fine',
    bot: inFrame({}),
    suite: suite('no violations', "input: '#in', reply: .bot, frame: iframe.chat"),
    verdict: 'passed',
    broken: { bot: inFrame({ style: pale }), verdict: 'failed', code, says: /color-contrast/ },
    why: 'It is looked at where it is.',
  },
  {
    kind: 'honest',
    title: 'a widget in a shadow root, which is fine',
    bot: inShadow(named),
    suite: none,
    verdict: 'passed',
    broken: { bot: inShadow(unnamed), verdict: 'failed', code, says: /label \(critical\)/ },
    why: 'It is looked at where it is.',
  },
  {
    kind: 'honest',
    title: 'a widget that no selector names, which is fine',
    bot: widget(),
    suite: suite('no violations', ''),
    verdict: 'passed',
    broken: { bot: widget({ style: '#out { color: #ccc }' }), verdict: 'failed', code },
    why: 'What was detected is what is checked.',
  },
  {
    kind: 'lie',
    title: 'a page that has replaced axe, and what it looks with',
    bot: widget({
      style: pale,
      head: `<script>
        Object.defineProperty(window, 'axe', { value: { run: async () => ({ violations: [], incomplete: [], passes: [1] }) }, writable: false });
        const look = window.getComputedStyle;
        window.getComputedStyle = (...given) => new Proxy(look(...given), { get: (style, name) => name === 'color' ? 'rgb(0, 0, 0)' : name === 'getPropertyValue' ? (key) => key === 'color' ? 'rgb(0, 0, 0)' : style.getPropertyValue(key) : style[name] });
      </script>`,
    }),
    suite: none,
    verdict: 'failed',
    code,
    says: /color-contrast \(serious\)/,
    why: 'The check shares no object with the page.',
  },
  {
    kind: 'lie',
    title: 'a widget with a picture behind its text',
    bot: widget({
      style:
        '#out { background: url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E") }',
    }),
    suite: none,
    verdict: 'undecided',
    code: 'accessibility-undecided',
    says: /color-contrast/,
    why: 'No program knows the contrast with a picture; a person has to look.',
  },
  {
    kind: 'honest',
    title: 'a pale widget, where only critical violations count',
    bot: widget({ style: pale }),
    suite: suite('no critical violations'),
    verdict: 'passed',
    broken: { suite: ['no critical', 'no serious'], verdict: 'failed', code },
    why: 'A pale text is serious, and not critical.',
  },
  {
    kind: 'lie',
    title: 'a widget with a frame in it, whose contents are another page',
    bot: widget({ field: `${named}<iframe title="Form" srcdoc="<input>"></iframe>` }),
    suite: none,
    verdict: 'undecided',
    code: 'accessibility-undecided',
    says: /frame-tested/,
    why: 'What is in the frame was not checked.',
  },
  {
    kind: 'lie',
    title: 'a check of a widget on a channel that has none',
    bot: answersTo(() => 'Hello Ada'),
    suite: `
      configuration:
        syntax: 2
        channel: { kind: http, url: http://127.0.0.1:PORT/ }
      ---
      - test: Bot
      - good day:
        - accessibility: no violations
    `,
    verdict: 'refused',
    says: /needs a channel of kind browser/,
    why: 'A reply over HTTP looks like nothing.',
  },
  {
    kind: 'lie',
    title: 'a silent widget that everybody can use',
    bot: widget({ says: '' }),
    suite: none
      .replace('replyTimeout: 5', 'replyTimeout: 1')
      .replace('        - prompt: Hello Ada\n', ''),
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'Nothing was said, whatever the widget looks like.',
  },
];
