import { createElement as h } from 'react';
import ChatBot from 'react-chatbotify';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

let choices = [];
const flow = {
  start: { message: 'Welcome to the example bank.', path: 'talk' },
  talk: {
    async message({ userInput }) {
      const reply = await ask(userInput);
      choices = reply.buttons;
      return reply.text;
    },
    options: () => choices,
    path: 'talk',
  },
};
createRoot(root()).render(h(ChatBot, { flow, settings: { chatHistory: { disabled: true } } }));
