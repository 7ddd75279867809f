import { ask, root } from './ask.js';

root().style.height = '600px';
async function say(text) {
  const reply = await ask(text);
  if (!reply.text) return;
  const choices = reply.buttons.map((question) => ({ question, answer: question.toLowerCase() }));
  window.chat.talk({ next: { says: [reply.text], reply: choices } }, 'next');
}
window.savings = () => say('Savings');
window.checking = () => say('Checking');
window.chat = new window.Bubbles(root(), 'chat', { inputCallbackFn: ({ input }) => say(input) });
window.chat.talk({ ice: { says: ['Welcome to the example bank.'], reply: [] } });
