import quikchat from 'quikchat';
import { ask, root } from './ask.js';

root().style.height = '500px';
new quikchat('#root', async (chat, text) => {
  chat.messageAddNew(text, 'me', 'right');
  const reply = await ask(text);
  if (reply.text) chat.messageAddNew(reply.text, 'bot', 'left');
});
