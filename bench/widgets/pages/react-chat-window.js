import { createElement as h, useState } from 'react';
import { Launcher } from 'react-chat-window';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

function Chat() {
  const [messageList, setMessages] = useState([]);
  async function send(message) {
    setMessages((all) => [...all, message]);
    const reply = await ask(message.data.text);
    if (reply.text)
      setMessages((all) => [...all, { author: 'them', type: 'text', data: { text: reply.text } }]);
  }
  return h(Launcher, {
    agentProfile: { teamName: 'Example bank', imageUrl: '' },
    messageList,
    onMessageWasSent: send,
    showEmoji: true,
  });
}
createRoot(root()).render(h(Chat));
