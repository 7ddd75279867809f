import Chat, { Bubble, useMessages, useQuickReplies } from '@chatui/core/es/index.js';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

root().style.height = '600px';
function App() {
  const { messages, appendMsg } = useMessages([]);
  const { quickReplies, replace } = useQuickReplies([]);
  async function send(_, text) {
    appendMsg({ type: 'text', content: { text }, position: 'right' });
    const reply = await ask(text);
    if (reply.text) appendMsg({ type: 'text', content: { text: reply.text }, position: 'left' });
    replace(reply.buttons.map((name) => ({ name })));
  }
  return h(Chat, {
    locale: 'en-US',
    navbar: { title: 'Example bank' },
    messages,
    renderMessageContent: ({ content }) => h(Bubble, { content: content.text }),
    quickReplies,
    onQuickReplyClick: ({ name }) => send('text', name),
    onSend: send,
  });
}
createRoot(root()).render(h(App));
