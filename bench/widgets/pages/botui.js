import { BotUI, BotUIAction, BotUIMessageList } from '@botui/react';
import { createBot } from 'botui';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

const bot = createBot();
createRoot(root()).render(h(BotUI, { bot }, h(BotUIMessageList), h(BotUIAction)));
// Messages that are added before the first rendering are lost.
await bot.wait({ waitTime: 500 });
await bot.message.add({ text: 'Welcome to the example bank.' });
let buttons = [];
for (;;) {
  const options = buttons.map((label) => ({ label, value: label }));
  const given =
    options.length > 0
      ? await bot.action.set({ options }, { actionType: 'select' })
      : await bot.action.set({ placeholder: 'Your message' }, { actionType: 'input' });
  const reply = await ask(given.value ?? given.selected?.value);
  buttons = reply.buttons;
  if (reply.text) await bot.message.add({ text: reply.text });
}
