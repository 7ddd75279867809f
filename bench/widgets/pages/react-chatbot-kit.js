import { Children, cloneElement, createElement as h } from 'react';
import { Chatbot, createChatBotMessage, createClientMessage } from 'react-chatbot-kit';
import { createRoot } from 'react-dom/client';
import { ask, root } from './ask.js';

let titles = [];
const Choices = ({ actions }) =>
  h(
    'div',
    {},
    titles.map((title) =>
      h('button', { key: title, type: 'button', onClick: () => actions.press(title) }, title),
    ),
  );
const config = {
  initialMessages: [createChatBotMessage('Welcome to the example bank.')],
  widgets: [{ widgetName: 'choices', widgetFunc: (props) => h(Choices, props) }],
};
const MessageParser = ({ children, actions }) =>
  h(
    'div',
    {},
    Children.map(children, (child) => cloneElement(child, { parse: actions.hear, actions })),
  );
function ActionProvider({ createChatBotMessage: create, setState, children }) {
  const add = (message) =>
    setState((state) => ({ ...state, messages: [...state.messages, message] }));
  async function hear(text) {
    const reply = await ask(text);
    titles = reply.buttons;
    if (reply.text) add(create(reply.text, titles.length > 0 ? { widget: 'choices' } : {}));
  }
  const press = (title) => {
    add(createClientMessage(title));
    return hear(title);
  };
  return h(
    'div',
    {},
    Children.map(children, (child) => cloneElement(child, { actions: { hear, press } })),
  );
}
createRoot(root()).render(
  h(Chatbot, { config, messageParser: MessageParser, actionProvider: ActionProvider }),
);
