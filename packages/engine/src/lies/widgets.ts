/** Chat widgets of pages, in a real Chromium. */
import { answers, page } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

/** A page whose widget runs this script when something is typed; `say` shows a reply. */
const widget = (script: string): Bot => {
  const html = page(`<!doctype html><meta charset="utf-8"><title>Shop</title>
    <p class="bot" hidden>Hello Ada</p><div id="out"></div>
    <input id="in" onchange="hear(this.value)"><script>
      function say(text) { out.append(Object.assign(document.createElement('p'), { className: 'bot', textContent: text })); }
      function hear(text) { ${script} }
    </script>`);
  return answers(html);
};

const browser = `
      configuration:
        channel: { kind: browser, url: http://127.0.0.1:PORT/, input: '#in', reply: .bot, quietMs: 200 }
        replyTimeout: 3
      ---
      - test: Widget`;

export const widgets: LieCase[] = [
  {
    kind: 'honest',
    title: 'a widget that writes its reply letter by letter',
    bot: widget(`
      say('');
      [...'Hello Ada'].forEach((_, at) => setTimeout(() => { out.lastChild.textContent = 'Hello Ada'.slice(0, at + 1); }, at * 20));`),
    suite: `${browser}
      - hello:
        - prompt === Hello Ada
    `,
    verdict: 'passed',
    broken: { bot: widget(`say('Hello'); say('Bob')`), verdict: 'failed', code: 'mismatch' },
    why: 'The reply is what stands there when it has been written.',
  },
  {
    kind: 'lie',
    title: 'a widget that never answers, on a page that holds the words already',
    bot: widget(''),
    suite: `${browser.replace('replyTimeout: 3', 'replyTimeout: 1500ms')}
      - hello: Hello Ada
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'What stood there before is no reply.',
  },
  {
    kind: 'lie',
    title: 'a widget that shows what it must not, and takes it away again',
    bot: widget(`
      say('Your password is hunter2');
      setTimeout(() => { out.lastChild.textContent = 'Hello Ada'; }, 30);`),
    suite: `${browser}
      - hello != password
    `,
    verdict: 'passed',
    why: 'A reply that is still being written is not looked at: what counts is what it comes to.',
  },
];
