import { createAiChat } from '@nlux/core';
import { ask, root } from './ask.js';

root().style.height = '500px';
createAiChat()
  // At its default speed of one letter per 8 ms, the widget drops the last letters of a text if frames are late.
  .withMessageOptions({ streamingAnimationSpeed: 40 })
  .withAdapter({ batchText: async (text) => (await ask(text)).text || new Promise(() => {}) })
  .mount(root());
