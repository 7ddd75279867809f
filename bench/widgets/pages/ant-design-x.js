import { Bubble, Prompts, Sender } from '@ant-design/x';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

const role = { ai: { placement: 'start' }, user: { placement: 'end' } };
function Chat() {
  const [items, setItems] = useState([]);
  const [buttons, setButtons] = useState([]);
  const [value, setValue] = useState('');
  const add = (by, content) =>
    setItems((all) => [...all, { key: String(all.length), role: by, content }]);
  async function send(text) {
    setValue('');
    add('user', text);
    const reply = await ask(text);
    if (reply.text) add('ai', reply.text);
    setButtons(reply.buttons.map((title) => ({ key: title, label: title })));
  }
  return h(
    'div',
    { style: { width: 600, height: 500, display: 'flex', flexDirection: 'column' } },
    h(
      'div',
      { style: { flex: 1, minHeight: 0 } },
      h(Bubble.List, { items, role, style: { height: '100%' } }),
    ),
    h(Prompts, { items: buttons, onItemClick: ({ data }) => send(data.label) }),
    h(Sender, { value, onChange: setValue, onSubmit: send }),
  );
}
createRoot(root()).render(h(Chat));
