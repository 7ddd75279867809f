import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import ChatBot from 'react-simple-chatbot';
import { ask, root } from './ask.js';

let titles = [];
function Reply({ steps, triggerNextStep }) {
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each step
  useEffect(() => {
    const said = (steps.choice ?? steps.person).value;
    ask(said).then((reply) => {
      titles = reply.buttons;
      setText(reply.text);
      triggerNextStep({ trigger: titles.length > 0 ? 'choice' : 'person' });
    });
  }, []);
  return text;
}
const steps = [
  { id: 'welcome', message: 'Welcome to the example bank.', trigger: 'person' },
  { id: 'person', user: true, trigger: 'reply' },
  { id: 'reply', component: h(Reply), asMessage: true, waitAction: true, trigger: 'person' },
  {
    id: 'choice',
    options: ['Savings', 'Checking'].map((label) => ({ value: label, label, trigger: 'reply' })),
  },
];
createRoot(root()).render(h(ChatBot, { steps, headerTitle: 'Example bank' }));
