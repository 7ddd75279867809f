/** Chat widgets of pages, in a real Chromium. */
import { answers, page } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

/** A page whose widget runs this script when a message is typed. `say` shows a reply. */
const widget = (script: string): Bot => {
  const html = page(`<!doctype html><meta charset="utf-8"><title>Shop</title>
    <p class="bot" hidden>Hello Ada</p><div id="out"></div>
    <input id="in" onchange="hear(this.value)"><script>
      function say(text) { out.append(Object.assign(document.createElement('p'), { className: 'bot', textContent: text })); }
      function hear(text) { ${script} }
    </script>`);
  return answers(html);
};

/** A script that writes a reply letter by letter, for longer than the suite waits. */
const writes = (text: string) => `
  say('');
  [...${JSON.stringify(text)}].forEach((letter, at) => setTimeout(() => { out.lastChild.textContent += letter; }, at * 90));`;

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
  {
    kind: 'lie',
    title: 'a widget that is still writing when its time is over and would say more than it may',
    bot: widget(
      writes(`Hello Ada, ${'let me look that up for you, '.repeat(8)}your password is hunter2`),
    ),
    suite: `${browser}
      - hello != password
    `,
    verdict: 'undecided',
    code: 'still-growing',
    says: /still growing/,
    why: 'What it may not say has perhaps not been written yet.',
  },
  {
    kind: 'honest',
    title: 'a slow widget whose time is over before it has written all of its reply',
    bot: widget(writes(`Hello Ada, ${'let me look that up for you, '.repeat(8)}and that is all`)),
    suite: `${browser}
      - hello:
        - prompt: that is all
    `,
    verdict: 'undecided',
    code: 'still-growing',
    broken: { bot: widget(`say('Hello Bob')`), verdict: 'failed', code: 'mismatch' },
    why: 'The bot was not wrong: nobody waited for the end of what it said.',
  },
  {
    kind: 'honest',
    title: 'a widget that is still writing when its time is over, and has said what it should',
    bot: widget(writes(`Hello Ada, ${'let me look that up for you, '.repeat(8)}and that is all`)),
    suite: `${browser}
      - hello:
        - prompt: Hello Ada
        - latency < 60000
    `,
    verdict: 'passed',
    broken: { bot: widget(`say('Hello Bob')`), verdict: 'failed', code: 'mismatch' },
    why: 'Whatever comes, these words have been said.',
  },
  {
    kind: 'honest',
    title: 'a widget that shows the age of its reply, which never rests',
    bot: widget(`
      say('Hello Ada (now)');
      let age = 0;
      setInterval(() => { out.lastChild.textContent = 'Hello Ada (' + ++age + ' ticks ago)'; }, 100);`),
    suite: `${browser}
      - hello:
        - prompt: Hello Ada
        - prompt != Bob
    `,
    verdict: 'passed',
    broken: { bot: widget(`say('Hello Bob')`), verdict: 'failed', code: 'mismatch' },
    why: 'It changes, but it does not grow.',
  },
  {
    kind: 'honest',
    title: 'a widget that answers in one piece just before its time is over',
    bot: widget(`setTimeout(() => say('Hello Ada'), 1500);`),
    suite: `${browser.replace('quietMs: 200', 'quietMs: 2500')}
      - hello:
        - prompt === Hello Ada
    `,
    verdict: 'passed',
    broken: {
      bot: widget(`setTimeout(() => say('Hello Bob'), 1500);`),
      verdict: 'failed',
      code: 'mismatch',
    },
    why: 'It came in time, and nothing followed.',
  },
];
