import { createApp, h, reactive } from 'vue';
import Chat from 'vue3-beautiful-chat';
import { ask, root } from './ask.js';

const state = reactive({ isOpen: false, messages: [] });
async function send(message) {
  state.messages = [...state.messages, message];
  const reply = await ask(message.data.text);
  if (!reply.text) return;
  const data = { text: reply.text };
  const answer = { author: 'bank', type: 'text', data, suggestions: reply.buttons };
  state.messages = [...state.messages, answer];
}
const app = createApp({
  render() {
    const chat = this.$.appContext.components.BeautifulChat;
    return h(chat, {
      participants: [{ id: 'bank', name: 'Example bank', imageUrl: '' }],
      messageList: state.messages,
      onMessageWasSent: send,
      isOpen: state.isOpen,
      open: () => {
        state.isOpen = true;
      },
      close: () => {
        state.isOpen = false;
      },
    });
  },
});
app.use(Chat);
app.mount(root());
