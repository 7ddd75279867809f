import { createElement as h, useRef, useState } from 'react';
import { Button, Input, MessageList } from 'react-chat-elements';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

function Chat() {
  const [messages, setMessages] = useState([]);
  const field = useRef(null);
  const add = (position, text) =>
    setMessages((all) => [...all, { position, type: 'text', text, date: new Date() }]);
  async function send() {
    const text = field.current.value;
    field.current.value = '';
    add('right', text);
    const reply = await ask(text);
    if (reply.text) add('left', reply.text);
  }
  const onKeyDown = (event) => {
    if (event.key === 'Enter') void send();
  };
  return h(
    'div',
    { style: { width: 500 } },
    h(
      'div',
      { style: { height: 400, overflow: 'auto' } },
      h(MessageList, { dataSource: messages }),
    ),
    h(Input, {
      referance: field,
      placeholder: 'Type here...',
      onKeyDown,
      rightButtons: h(Button, { text: 'Send', onClick: send }),
    }),
  );
}
createRoot(root()).render(h(Chat));
