import { createAiChat } from '@nlux/core';
import { ask, root } from './ask.js';

root().style.height = '500px';
createAiChat()
  .withAdapter({ batchText: async (text) => (await ask(text)).text || new Promise(() => {}) })
  .mount(root());
