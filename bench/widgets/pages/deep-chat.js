import 'deep-chat';
import { ask, root } from './ask.js';

const chat = document.createElement('deep-chat');
chat.connect = {
  async handler(body, signals) {
    const { text, buttons } = await ask(body.messages.at(-1).text);
    const html = buttons
      .map(
        (title) => `<button class="deep-chat-button deep-chat-suggestion-button">${title}</button>`,
      )
      .join('');
    if (text) await signals.onResponse(html ? { text, html } : { text });
  },
};
root().append(chat);
