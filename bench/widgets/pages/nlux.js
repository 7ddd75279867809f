import { createAiChat } from '@nlux/core';
import { ask, root } from './ask.js';

root().style.height = '500px';
createAiChat()
  // At its own speed of a letter each 8 ms, the widget never draws the last letters of a text if frames are late.
  .withMessageOptions({ streamingAnimationSpeed: 40 })
  .withAdapter({ batchText: async (text) => (await ask(text)).text || new Promise(() => {}) })
  .mount(root());
