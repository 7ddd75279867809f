import { createElement as h } from 'react';
import { addResponseMessage, setQuickButtons, Widget } from 'react-chat-widget';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

async function send(text) {
  const reply = await ask(text);
  if (reply.text) addResponseMessage(reply.text);
  setQuickButtons(reply.buttons.map((label) => ({ label, value: label })));
}
createRoot(root()).render(
  h(Widget, { handleNewUserMessage: send, handleQuickButtonClicked: send, title: 'Example bank' }),
);
