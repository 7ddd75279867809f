import {
  Button,
  ChatContainer,
  MainContainer,
  Message,
  MessageInput,
  MessageList,
} from '@chatscope/chat-ui-kit-react';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

function Chat() {
  const [messages, setMessages] = useState([
    { message: 'Welcome to the example bank.', sender: 'Bank', direction: 'incoming' },
  ]);
  const [buttons, setButtons] = useState([]);
  async function send(message) {
    setButtons([]);
    setMessages((all) => [...all, { message, sender: 'You', direction: 'outgoing' }]);
    const reply = await ask(message);
    if (reply.text)
      setMessages((all) => [
        ...all,
        { message: reply.text, sender: 'Bank', direction: 'incoming' },
      ]);
    setButtons(reply.buttons);
  }
  const shown = messages.map((model, key) => h(Message, { key, model }));
  const choices = buttons.map((title) =>
    h(Button, { key: title, border: true, onClick: () => send(title) }, title),
  );
  return h(
    'div',
    { style: { position: 'relative', height: 500, width: 500 } },
    h(
      MainContainer,
      {},
      h(
        ChatContainer,
        {},
        h(MessageList, {}, ...shown, h('div', { key: 'choices' }, choices)),
        h(MessageInput, { placeholder: 'Type message here', onSend: (_, text) => send(text) }),
      ),
    ),
  );
}
createRoot(root()).render(h(Chat));
