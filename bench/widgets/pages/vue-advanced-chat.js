import { register } from 'vue-advanced-chat';
import { ask, root } from './ask.js';

register();
const users = [
  { _id: 'visitor', username: 'You' },
  { _id: 'bank', username: 'Bank' },
];
const chat = document.createElement('vue-advanced-chat');
// Attach it first: properties that are set earlier cause it to render twice.
root().append(chat);
let messages = [];
const show = () => {
  chat.messages = [...messages];
  chat.messagesLoaded = true;
};
const add = (senderId, content) => {
  const timestamp = new Date().toTimeString().slice(0, 5);
  messages = [
    ...messages,
    { _id: String(messages.length), senderId, content, timestamp, date: 'Today' },
  ];
  show();
};
chat.height = '600px';
chat.currentUserId = 'visitor';
chat.rooms = [{ roomId: 'one', roomName: 'Example bank', users }];
chat.roomsLoaded = true;
chat.roomId = 'one';
chat.addEventListener('fetch-messages', show);
chat.addEventListener('send-message', async ({ detail: [{ content }] }) => {
  add('visitor', content);
  const reply = await ask(content);
  if (reply.text) add('bank', reply.text);
});
