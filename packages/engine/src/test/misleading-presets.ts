/** Pages that are easy to misread, because they look like a widget of a known preset. */
import {
  chat,
  hidden,
  type MisleadingPage,
  page,
  panel,
  right,
  says,
  script,
} from './misleading-pages.ts';

const marker = '<div id="rasaWebchatPro"></div>';
const field = '<input class="field rw-new-message" placeholder="Type a message">';
const rasa = (inner = '') => `<div class="rw-widget-container">${panel(inner, '', field)}</div>`;
/** Options for messages with these classes. */
const shown = (me: string, bot: string) => ({
  show: `(() => { const p = item(text, who); p.className = who === 'me' ? '${me}' : '${bot}'; return p; })()`,
});
const usual = shown('rw-client', 'rw-response');
const long = 'Nice to meet you, and thank you for writing us';
const sameSide = {
  show: `(() => { const p = item(text, 'me'); p.style.fontSize = '9px'; p.className = who === 'me' ? 'rw-client' : 'rw-response'; return p; })()`,
};
const sayLong = `later(() => show('${long}', 'bot'));`;

export const misleadingPresets: MisleadingPage[] = [
  {
    title: 'a widget that a preset knows',
    html: page(rasa() + script(says, usual)),
    comes: right,
    explains: 'Preset rasa-webchat (version 1, seen in rasa-webchat 1.0.1) fits',
  },
  {
    title: 'a widget that a preset knows, on a page whose suite wants none',
    html: page(rasa() + script(says, usual)),
    preset: 'none',
    comes: right,
  },
  {
    title: 'the mark of a vendor, and a widget of somebody else',
    html: chat(marker),
    comes: right,
    explains:
      'Preset rasa-webchat does not fit: none of its text fields looks like the message field of a chat',
  },
  {
    title: 'a preset whose field is a search box',
    html: chat(
      `${marker}<form role="search"><input class="rw-new-message" placeholder="Search"></form>`,
    ),
    comes: right,
    explains: 'Preset rasa-webchat does not fit',
  },
  {
    title: 'a preset whose field is a search box, and no chat',
    html: page(
      `${marker}<form role="search"><input class="rw-new-message" placeholder="Ask a question"></form>`,
    ),
    preset: 'rasa-webchat',
    comes: 'unsure',
  },
  {
    title: 'a preset whose field belongs to a form for comments',
    html: chat(
      `${marker}<section style="height:200px;overflow:auto"><p>Great</p></section><textarea class="rw-new-message" placeholder="Write a comment"></textarea>`,
    ),
    preset: 'rasa-webchat',
    comes: right,
    explains: 'Preset rasa-webchat does not fit',
  },
  {
    title: 'a preset whose replies are all messages',
    html: page(rasa() + script(says, shown('rw-response', 'rw-response'))),
    comes: right,
    explains: "Preset rasa-webchat does not fit: it mistakes the user's message for a reply",
  },
  {
    title: 'a preset whose replies are all messages, and a bot that says nothing',
    html: page(rasa() + script('', shown('rw-response', 'rw-response'))),
    comes: 'silence',
    next: { say: 'are you there', comes: 'silence' },
  },
  {
    title: 'a preset whose replies are what the person said in other words, and a silent bot',
    html: page(
      rasa() +
        script('', {
          show: `(() => { const p = item('Your question to us was ' + text + ', right?', who); p.className = 'rw-response'; return p; })()`,
        }),
    ),
    comes: 'silence or unsure',
  },
  {
    title: 'a preset whose replies are those of the person',
    html: page(rasa() + script(sayLong, shown('rw-response', 'rw-client'))),
    comes: { reply: long },
    explains: "it mistakes the user's message for a reply",
  },
  {
    title: 'a preset whose class for replies was renamed',
    html: page(rasa() + script(says, shown('rw-client', 'rw-answer'))),
    comes: right,
    explains: 'Preset rasa-webchat does not fit: it misses everything that the bot said',
  },
  {
    title: 'a preset whose class for the field was renamed',
    html: page(
      `<div class="rw-widget-container">${panel('', '', '<input class="field rw-text" placeholder="Type a message">')}</div>${script(says, usual)}`,
    ),
    comes: right,
    explains:
      'Preset rasa-webchat does not fit: none of its text fields looks like the message field of a chat',
  },
  {
    title: 'replies that look like messages of the person, which a preset tells apart',
    html: page(rasa('<div class="row"><p>Welcome</p></div>') + script(sayLong, sameSide)),
    comes: { reply: long },
  },
  {
    title: 'replies that look like messages of the person, without a preset',
    html: page(rasa('<div class="row"><p>Welcome</p></div>') + script(sayLong, sameSide)),
    preset: 'none',
    comes: 'unsure',
  },
  {
    title: 'replies that look like those of the person, and a preset that takes both for replies',
    html: page(
      rasa('<div class="row"><p>Welcome</p></div>') +
        script(sayLong, {
          show: `(() => { const p = item(text, 'me'); p.style.fontSize = '9px'; p.className = 'rw-response'; return p; })()`,
        }),
    ),
    comes: 'unsure',
  },
  {
    title: 'two vendors on one page',
    html: page(
      `${rasa()}<div class="rcb-chatbot-global">${panel('', 'corner', '<input class="field rcb-chat-input-textarea" placeholder="Type a message">')}</div>${script(says)}`,
    ),
    comes: 'unsure',
  },
  {
    title: 'a vendor beside a chat that looks alike',
    html: page(`${rasa()}${panel()}${script(says, usual)}`),
    comes: 'unsure',
  },
  {
    title: 'two vendors on one page, one of which the suite names',
    html: page(
      `${rasa()}<div class="rcb-chatbot-global">${panel('', 'corner', '<input class="field rcb-chat-input-textarea" placeholder="Type a message">')}</div>${script(says, usual)}`,
    ),
    preset: 'rasa-webchat',
    comes: right,
    explains: 'Preset rasa-webchat (version 1, seen in rasa-webchat 1.0.1) fits',
  },
  {
    title: 'a preset that the suite names, and a page of another vendor',
    html: page(rasa() + script(says, usual)),
    preset: 'deep-chat',
    comes: right,
    explains: 'Preset deep-chat does not fit',
  },
  {
    title: 'a preset whose launcher leads away from the page',
    html: `${hidden("style.display = ''")}<div class="rw-widget-container"></div><a class="rw-launcher" href="/gone" style="position:fixed;left:20px;bottom:20px;width:56px;height:56px" aria-label="Chat">x</a>${panel().replace('<div class="panel', '<div style="display:none" class="panel')}${script(says)}`,
    comes: right,
  },
];
