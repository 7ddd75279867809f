/** Pages with or without a chat that are easy to misread. A script in the page reacts to clicks and messages. */
import type { BrowserChannelConfiguration } from '@parley/suite';

export interface MisleadingPage {
  title: string;
  preset?: BrowserChannelConfiguration['preset'];
  /** Text that the explanation must contain. */
  explains?: string;
  html: string;
  /** Pages in its frames, by path. `OTHER` stands for a server of another origin. */
  more?: Record<string, string>;
  viewport?: { width: number; height: number };
  /**
   * The conclusion of a careful person: the reply of the bot; `unsure` if the person would have to ask; `silence` if the bot
   * says nothing, and nothing must be mistaken for a reply.
   */
  comes: { reply: string } | 'unsure' | 'silence' | 'silence or unsure';
  /** Text that was displayed before the first message. */
  greeting?: string;
  /** Titles of the buttons that the bot then offers, if any. */
  buttons?: string[];
  /** A second message or the title of a button, and the expected reply. */
  next?: { say: string; comes: { reply: string } | 'silence' };
}

const style = `<style>
  body { margin: 0; font: 16px sans-serif; } .panel { width: 340px; height: 420px; display: flex; flex-direction: column; border: 1px solid; }
  .corner { position: fixed; right: 20px; bottom: 20px; background: white; } .log { flex: 1; overflow: auto; padding: 8px; }
  .row { display: flex; margin: 4px 0; } .me { justify-content: flex-end; } .row p { margin: 0; padding: 6px; background: #eee; border-radius: 8px; }
  .me p { background: #cdf; } .wall { position: fixed; inset: 0; background: #fffd; z-index: 9; padding: 80px; } .off { transform: translateX(2000px); }
  .fab { position: fixed; right: 20px; bottom: 20px; width: 56px; height: 56px; border-radius: 50%; }
</style>`;

/** Script of a page. `scope` finds the elements; messages are answered after a delay. */
export const script = (
  answer: string,
  { scope = 'document', show = 'item(text, who)' } = {},
) => `<script>{
  const scope = ${scope}, log = scope.querySelector('.log'), field = scope.querySelector('.field');
  const item = (text, who) => { const row = document.createElement('div'); row.className = 'row ' + who; const p = document.createElement('p'); p.textContent = text; row.append(p); log.append(row); log.scrollTop = 1e6; return p; };
  const show = (text, who) => ${show};
  const later = (act, ms = 150) => setTimeout(act, ms);
  const answer = (text) => { ${answer} };
  const send = () => { const text = field.value ?? field.innerText; if (field.value !== undefined) field.value = ''; else field.innerText = ''; show(text.trim(), 'me'); answer(text.trim()); };
  field.addEventListener('keydown', (event) => { if (event.key === 'Enter' && !field.dataset.lines) { event.preventDefault(); send(); } });
  scope.querySelector('.send')?.addEventListener('click', send);
}</script>`;

export const says = `later(() => show('Nice to meet you', 'bot'));`;
export const right = { reply: 'Nice to meet you' };
export const panel = (
  inner = '',
  classes = 'corner',
  field = '<input class="field" placeholder="Type a message">',
) =>
  `<div class="panel chat-widget ${classes}"><b>Shop chat</b><div class="log" role="log">${inner}</div><div>${field}</div></div>`;
export const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Shop</title>${style}<h1>Shop</h1>${body}`;
export const chat = (before: string, answer = says, options = {}) =>
  page(`${before}${panel()}${script(answer, options)}`);
const whole = page(`${panel('', '')}${script(says)}`);
const shadow = (inner: string, after = '') => `<div id="host"></div><script>{
  const root = host.attachShadow({ mode: 'open' }); root.innerHTML = ${JSON.stringify(style + inner).replaceAll('</', '<\\/')}; ${after}
}</script>`;
const search = '<form role="search"><input placeholder="Ask our search"></form>';
const login =
  '<form><input placeholder="User name"><input type="password" placeholder="Password"><button>Sign in</button></form>';
const newsletter =
  '<form><label>Get messages from us <input type="email"></label><button>Send</button></form>';
const comments = `<section style="height:200px;overflow:auto"><p>Great shop</p><p>I agree</p></section><textarea placeholder="Write a comment"></textarea><button>Send</button>`;
const contact =
  '<form style="height:400px"><input placeholder="Your name"><input type="email"><textarea placeholder="Your message"></textarea><button>Send message</button></form>';
export const hidden = (how: string) =>
  page(
    `<button class="fab" aria-label="Open chat" onclick="document.querySelector('.panel').${how}; this.remove()">💬</button>`,
  );
const wall =
  '<div class="wall" role="dialog"><p>We use cookies on this shop.</p><button onclick="this.parentElement.remove()">Accept all</button><button onclick="this.parentElement.remove()">Reject all</button></div>';

const found: MisleadingPage[] = [
  { title: 'a search box beside the chat', html: chat(search), comes: right },
  {
    title: 'a search box in the panel of the chat',
    html: page(
      `<div class="panel chat-widget corner"><input placeholder="Search messages"><div class="log" role="log"></div><input class="field" placeholder="Type a message"></div>${script(says)}`,
    ),
    comes: right,
  },
  { title: 'a newsletter field beside the chat', html: chat(newsletter), comes: right },
  { title: 'a login beside the chat', html: chat(login), comes: right },
  { title: 'a comment form beside the chat', html: chat(comments), comes: right },
  { title: 'a contact form beside the chat', html: chat(contact), comes: right },
  { title: 'a consent wall over everything', html: chat(wall), comes: right },
  {
    title: 'a consent wall in a shadow root',
    html: chat(
      shadow(
        '<div class="wall"><p>Cookies?</p><button onclick="this.parentElement.remove()">Only necessary</button></div>',
      ),
    ),
    comes: right,
  },
  {
    title: 'a cookie banner with a field for the newsletter',
    html: chat(
      '<div class="wall" style="inset:auto 400px 0 0;padding:0">We use cookies <input placeholder="Send me messages by e-mail"><button>OK</button></div>',
    ),
    comes: right,
  },
  {
    title: 'a launcher',
    html: `${hidden("style.display = ''")}${panel().replace('<div class="panel', '<div style="display:none" class="panel')}${script(says)}`,
    comes: right,
  },
  {
    title: 'a launcher that is a picture and no button',
    html: `${page(
      `<div class="fab chat-launcher" style="background:#48f" onclick="document.querySelector('.panel').style.display = ''; this.remove()"><img width="56" height="56" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></div>`,
    )}${panel().replace('<div class="panel', '<div style="display:none" class="panel')}${script(says)}`,
    comes: right,
  },
  {
    title: 'a field in a form with a list of emoji that nobody sees',
    html: page(
      `${panel('', 'corner', '<form><div style="opacity:0;pointer-events:none;position:absolute;bottom:60px;width:300px;height:200px;overflow:auto"><input placeholder="Search emoji">🙂</div><textarea class="field" placeholder="Write a reply"></textarea></form>').replace('role="log"', '')}${script(says)}`,
    ),
    comes: right,
  },
  {
    title: 'a picture in the corner beside the chat',
    html: chat(
      `<div class="fab" style="right:auto;left:20px;background:#48f" onclick="document.body.remove()"><img width="56" height="56" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></div>`,
    ),
    comes: right,
  },
  {
    title: 'a launcher before a hundred buttons that nobody sees',
    html: `${hidden("style.display = ''")}<div style="opacity:0;position:fixed;bottom:0">${'<button>🙂</button>'.repeat(100)}</div>${panel().replace('<div class="panel', '<div style="display:none" class="panel')}${script(says)}`,
    comes: right,
  },
  {
    title: 'a chat that waits beyond the edge',
    html: `${hidden("classList.remove('off')")}${panel('', 'corner off')}${script(says)}`,
    comes: right,
  },
  {
    title: 'a frame',
    html: page('<iframe class="corner" src="/chat" width="380" height="460"></iframe>'),
    more: { '/chat': whole },
    comes: right,
  },
  {
    title: 'a frame in a shadow root',
    html: page(shadow('<iframe src="/chat" width="380" height="460"></iframe>')),
    more: { '/chat': whole },
    comes: right,
  },
  {
    title: 'a frame of another origin',
    html: page('<iframe class="corner" src="OTHER/chat" width="380" height="460"></iframe>'),
    more: { '/chat': whole },
    comes: right,
  },
  {
    title: 'a frame in a frame',
    html: page('<iframe class="corner" src="OTHER/outer" width="400" height="500"></iframe>'),
    more: {
      '/outer': '<!doctype html><iframe src="/chat" width="380" height="460"></iframe>',
      '/chat': whole,
    },
    comes: right,
  },
  {
    title: 'a launcher in a frame of its own',
    html: page(
      `<iframe class="corner" title="Chat launcher" src="/launcher" width="70" height="70"></iframe><iframe id="chat" class="corner" src="/chat" width="380" height="460" style="display:none"></iframe>`,
    ),
    more: {
      '/launcher':
        '<!doctype html><button style="width:50px;height:50px" aria-label="Open chat" onclick="parent.document.getElementById(\'chat\').style.display = \'\'">?</button>',
      '/chat': whole,
    },
    comes: right,
  },
  {
    title: 'an open shadow root',
    html: page(`${shadow(panel())}${script(says, { scope: 'host.shadowRoot' })}`),
    comes: right,
  },
  {
    title: 'a page from right to left',
    html: chat(
      `${search}<script>document.documentElement.dir = 'rtl'; addEventListener('load', () => { document.querySelector('.field').placeholder = 'اكتب رسالة'; })</script>`,
    ),
    comes: right,
  },
  { title: 'a telephone', viewport: { width: 390, height: 844 }, html: chat(search), comes: right },
  {
    title: 'labels in Japanese',
    html: page(
      `<input placeholder="検索">${panel('', 'corner', '<textarea class="field" aria-label="メッセージを入力"></textarea>')}${script(says)}`,
    ),
    comes: right,
  },
  {
    title: 'an editor in place of a field',
    html: page(
      `${search}${panel('', 'corner', '<div class="field" contenteditable role="textbox" aria-label="Message" style="min-height:24px"></div>')}${script(says)}`,
    ),
    comes: right,
  },
  {
    title: 'a field in which Enter begins a line',
    html: page(
      `${panel('', 'corner', '<textarea class="field" data-lines="1" placeholder="Message"></textarea><button class="send">Send</button>')}${script(says)}`,
    ),
    comes: right,
  },
  {
    title: 'a field that scrolls, below messages that do not',
    html: page(
      `<div class="chat-widget" style="width:340px"><div class="log" style="min-height:120px;overflow:visible"></div><textarea class="field" style="width:300px;height:64px" placeholder="Ask me anything"></textarea></div>${script(says)}`,
    ),
    comes: right,
  },
  {
    title: 'a log of something else',
    html: chat(
      '<div role="log" aria-live="polite" style="height:90px;overflow:auto" id="other"></div><script>setInterval(() => { other.append("Build step " + Math.random(), document.createElement("br")); }, 90)</script>',
    ),
    comes: right,
  },
  {
    title: 'a header of the chat that changes',
    html: chat(
      '<script>setInterval(() => { document.querySelector(".panel b").textContent = "Agents online: " + Math.random(); }, 90)</script>',
    ),
    comes: right,
  },
  {
    title: 'a hidden chat beside the one that is displayed',
    html: page(
      `<div hidden>${panel().replaceAll('field', 'decoy').replaceAll('class="log', 'class="')}</div>${panel()}${script(says)}`,
    ),
    comes: right,
  },
];

const read: MisleadingPage[] = [
  {
    title: 'a second message of the bot on the side of the visitor',
    html: chat(
      '<style>.panel { width: 900px !important; }</style>',
      `later(() => { show('Nice to meet you', 'bot'); show('I have also cancelled your order and sold your address.', 'me'); });`,
    ),
    comes: 'unsure',
  },
  {
    title: 'a greeting before the first message',
    html: page(
      `${panel('<div class="row bot"><p>Welcome, nice to meet you</p></div>')}${script(says)}`,
    ),
    comes: right,
    greeting: 'Welcome, nice to meet you',
  },
  {
    title: 'a greeting that says what the bot will say',
    html: page(`${panel('<div class="row bot"><p>Nice to meet you</p></div>')}${script(says)}`),
    comes: right,
  },
  {
    title: 'a reply that grows',
    html: chat(
      '',
      `later(() => { const p = show('Nice', 'bot'); [' to', ' meet', ' you'].forEach((word, at) => later(() => { p.textContent += word; }, 120 * (at + 1))); });`,
    ),
    comes: right,
  },
  {
    title: 'a log that is drawn again with each message',
    html: page(
      `${panel('<div class="row bot"><p>Welcome</p></div>')}${script(says, { show: `{ item(text, who); log.innerHTML = log.innerHTML; }` })}`,
    ),
    comes: right,
  },
  {
    title: 'a log that keeps the last three',
    html: page(
      `${panel('<div class="row bot"><p>Nice to meet you</p></div><div class="row bot"><p>B</p></div><div class="row bot"><p>C</p></div>')}${script(says, { show: `{ item(text, who); while (log.children.length > 3) log.firstChild.remove(); }` })}`,
    ),
    comes: right,
  },
  {
    title: 'the newest message at the top',
    html: page(
      `${panel('<div class="row bot"><p>Welcome</p></div>')}${script(says, { show: `{ const p = item(text, who); log.prepend(p.parentElement); }` })}`,
    ),
    comes: right,
  },
  {
    title: 'times and states of delivery',
    html: chat(
      '',
      `later(() => { log.append(Object.assign(document.createElement('small'), { textContent: 'Delivered 10:32' })); }, 60); later(() => show('Nice to meet you', 'bot'), 900);`,
    ),
    comes: right,
  },
  {
    title: 'a sign of typing in words',
    html: chat(
      '',
      `later(() => { const p = show('Bot is typing…', 'bot'); later(() => { p.parentElement.remove(); show('Nice to meet you', 'bot'); }, 1100); });`,
    ),
    comes: right,
  },
  {
    title: 'an echo that looks like a reply',
    html: page(`${panel()}${script(says, { show: `item(text, 'bot')` })}`),
    comes: right,
  },
  {
    title: 'a bot that repeats what it hears',
    html: chat('', `later(() => show(text, 'bot'));`),
    comes: { reply: 'hello there' },
  },
  {
    title: 'a person whose name is above her message',
    html: page(
      `${panel()}${script(`later(() => show('Nice to meet you', 'bot'));`, { show: `{ const p = item(text, who); if (who === 'me') p.insertAdjacentHTML('afterend', '<small>Anna</small>'); }` })}`,
    ),
    comes: right,
  },
];

/** The bot writes the first half, something happens, and the second half follows more than two seconds later. */
const halves = (sign: string, over = '') =>
  `later(() => { const p = show('Nice to', 'bot'); ${sign}; later(() => { p.textContent += ' meet you'; ${over}; }, 2400); });`;

const unfinished: MisleadingPage[] = [
  {
    title: 'a reply that pauses while its message is marked as busy',
    html: chat('', halves(`p.setAttribute('aria-busy', 'true')`, `p.removeAttribute('aria-busy')`)),
    comes: right,
  },
  {
    title: 'a reply that pauses beside a button that stops it',
    html: chat(
      '',
      halves(
        `field.insertAdjacentHTML('afterend', '<button id="stop" aria-label="Stop generating">■</button>')`,
        'stop.remove()',
      ),
    ),
    comes: right,
  },
  {
    title: 'a reply that pauses in an element in progress',
    html: chat('', halves(`p.className = 'md-in-progress'`, `p.className = ''`)),
    comes: right,
  },
  {
    title: 'a reply that pauses while nothing can be typed',
    html: chat('', halves('field.disabled = true', 'field.disabled = false')),
    comes: right,
  },
  {
    title: 'a reply that grows on a page that is too busy to be looked at often',
    html: chat(
      '<script>const block = () => { const request = new XMLHttpRequest(); request.open("GET", "/slow", false); request.send(); };</script>',
      `const busy = setInterval(block, 10); later(() => { const p = show('Nice', 'bot'); later(() => { p.textContent += ' to'; later(() => { p.textContent += ' meet you'; clearInterval(busy); }, 2600); }, 100); });`,
    ),
    comes: right,
  },
];

const offers = (title: string, then = '') =>
  `later(() => { show('Nice to meet you', 'bot'); const choice = document.createElement('div'); choice.className = 'choice'; choice.textContent = '${title}'; log.append(choice); choice.onclick = () => { ${then} }; });`;
const pressed: MisleadingPage[] = [
  {
    title: 'a choice that shows a hand only under the pointer',
    html: chat(
      '<style>@media all { .panel .choice:not(.off):hover { cursor: pointer } }</style>',
      offers('Savings', `show('Savings', 'me'); later(() => show('You have 120 dollars', 'bot'));`),
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: { reply: 'You have 120 dollars' } },
  },
  {
    title: 'the echo of a button that was pressed, and a bot that says nothing',
    html: chat(
      '<style>.choice { cursor: pointer }</style>',
      offers('Savings', `show('Savings', 'me');`),
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: 'silence' },
  },
  {
    title: 'the echo of a button that was pressed, which looks like a reply',
    html: chat(
      '<style>.choice { cursor: pointer }</style>',
      offers('Savings', `show('Savings', 'bot');`),
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: 'silence' },
  },
  {
    title: 'a button that goes as it is pressed, and comes back as a message of the person',
    html: chat(
      '<style>.choice { cursor: pointer }</style>',
      offers(
        'Savings',
        `choice.remove(); show('Savings', 'me'); later(() => show('You have 120 dollars', 'bot'));`,
      ),
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: { reply: 'You have 120 dollars' } },
  },
  {
    title: 'a button that stays without its looks beside the echo',
    html: chat(
      '<style>.choice { cursor: pointer }</style>',
      offers('Savings', `choice.style.cursor = 'auto'; show('Savings', 'me');`),
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: 'silence' },
  },
  {
    title: 'a reply that repeats the button that was pressed',
    html: chat(
      '<style>.choice { cursor: pointer }</style>',
      offers('Savings', `show('Savings', 'me'); later(() => show('Savings', 'bot'));`),
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: { reply: 'Savings' } },
  },
  {
    title: 'a field that is locked while the bot offers a button',
    html: chat(
      '<style>.choice { cursor: pointer }</style>',
      `field.disabled = true; ${offers('Savings', `field.disabled = false; show('Savings', 'me'); later(() => show('You have 120 dollars', 'bot'));`)}`,
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: { reply: 'You have 120 dollars' } },
  },
  {
    title: 'a choice that unfolds a second after the reply',
    html: chat(
      '<style>.choice { cursor: pointer; transform: scale(0) } .choice.on { transform: none }</style>',
      `${offers('Savings', `show('Savings', 'me'); later(() => show('You have 120 dollars', 'bot'));`)} later(() => document.querySelector('.choice').classList.add('on'), 1100);`,
    ),
    comes: right,
    buttons: ['Savings'],
    next: { say: 'Savings', comes: { reply: 'You have 120 dollars' } },
  },
  {
    title: 'messages that can be clicked',
    html: chat(
      '<style>.row p { cursor: pointer }</style>',
      `later(() => { show('Nice to meet you', 'bot'); show('I have also cancelled your order.', 'bot'); });`,
    ),
    comes: { reply: 'Nice to meet you / I have also cancelled your order.' },
    buttons: [],
    next: {
      say: 'hello there',
      comes: { reply: 'Nice to meet you / I have also cancelled your order.' },
    },
  },
  {
    title: 'messages that can be clicked, and a bot that says nothing',
    html: chat('<style>.row p { cursor: pointer }</style>', ''),
    comes: 'silence',
  },
];

const silent: MisleadingPage[] = [
  { title: 'a bot that says nothing', html: chat('', ''), comes: 'silence' },
  {
    title: 'a bot that says nothing, and an echo that looks like a reply',
    html: page(`${panel()}${script('', { show: `item(text, 'bot')` })}`),
    comes: 'silence',
  },
  {
    title: 'a bot that says nothing, and the name of the person',
    html: page(
      `${panel()}${script('', { show: `{ const p = item(text, who); p.insertAdjacentHTML('afterend', '<small>Anna</small>'); }` })}`,
    ),
    comes: 'silence or unsure',
  },
  {
    title: 'a bot that says nothing, and what was typed in a sentence',
    html: page(`${panel()}${script('', { show: `item('You: ' + text, who)` })}`),
    comes: 'silence or unsure',
  },
  {
    title: 'a bot that says nothing, and words around what was typed',
    html: page(`${panel()}${script('', { show: `item('Anna wrote ' + text + ' to us', 'bot')` })}`),
    comes: 'silence or unsure',
  },
  {
    title: 'a bot that says nothing, and a log that is drawn again',
    html: page(
      `${panel('<div class="row bot"><p>Welcome</p></div>')}${script('', { show: `{ item(text, who); log.innerHTML = log.innerHTML; }` })}`,
    ),
    comes: 'silence',
  },
  {
    title: 'a bot that says nothing, and older messages that load',
    html: page(
      `${panel('<div class="row bot"><p>Welcome</p></div>')}${script(`later(() => { const p = item('We talked before', 'bot'); log.prepend(p.parentElement); }, 200);`)}`,
    ),
    comes: 'silence',
  },
  {
    title: 'a bot that says nothing, and a state of delivery',
    html: chat(
      '',
      `later(() => { log.append(Object.assign(document.createElement('small'), { textContent: 'Delivered' })); });`,
    ),
    comes: 'silence',
  },
  {
    title: 'a bot that says nothing, and a note outside of the log',
    html: chat(
      '<div id="toast"></div>',
      `later(() => { toast.textContent = 'Your message was sent'; });`,
    ),
    comes: 'silence',
  },
  {
    title: 'a bot whose reply nobody sees',
    html: chat('', `later(() => { show('Nice to meet you', 'bot').style.opacity = 0; });`),
    comes: 'silence',
  },
  {
    title: 'a bot whose reply is scaled to nothing',
    html: chat(
      '',
      `later(() => { show('Nice to meet you', 'bot').style.transform = 'scale(0)'; });`,
    ),
    comes: 'silence',
  },
  {
    title: 'a bot that types for ever',
    html: chat('', `later(() => show('…', 'bot typing-indicator'));`),
    comes: 'silence',
  },
];

const nothing: MisleadingPage[] = [
  {
    title: 'two chats that look alike',
    html: page(`${panel('', '')}${panel('', 'corner')}${script(says)}`),
    comes: 'unsure',
  },
  { title: 'only a search box', html: page(search), comes: 'unsure' },
  {
    title: 'only a search box that asks for a question',
    html: page('<main><input type="search" placeholder="Ask a question"></main>'),
    comes: 'unsure',
  },
  { title: 'only a login', html: page(login), comes: 'unsure' },
  { title: 'only a newsletter', html: page(newsletter), comes: 'unsure' },
  { title: 'only a comment form', html: page(comments), comes: 'unsure' },
  { title: 'only a contact form', html: page(contact), comes: 'unsure' },
  {
    title: 'a form before the chat',
    html: page(
      `<div class="panel chat-widget corner"><b>Chat with us</b><form><input placeholder="Your name"><input type="email" placeholder="E-mail"><button>Start chat</button></form></div>`,
    ),
    comes: 'unsure',
  },
  {
    title: 'a closed shadow root',
    html: page(
      `<div id="host"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<input placeholder="Type a message">';</script>`,
    ),
    comes: 'unsure',
  },
  {
    title: 'two launchers that look alike',
    html: page(
      `<button class="fab" aria-label="Chat with sales">A</button><button class="fab" style="bottom:100px" aria-label="Chat with support">B</button>`,
    ),
    comes: 'unsure',
  },
  {
    title: 'a wall that nothing removes',
    html: chat('<div class="wall">Closed for today.</div>'),
    comes: 'unsure',
  },
  {
    title: 'a picture in the corner that opens no chat',
    html: page(
      `<div class="fab" style="background:#48f" onclick="document.body.insertAdjacentHTML('beforeend', '<textarea placeholder='Message'></textarea>')"><img width="56" height="56" alt="Seal of quality" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></div>`,
    ),
    comes: 'unsure',
  },
  { title: 'a field without anything around it', html: page('<input>'), comes: 'unsure' },
];

export const misleadingPages: MisleadingPage[] = [
  ...found,
  ...read,
  ...unfinished,
  ...pressed,
  ...silent,
  ...nothing,
];
