import { root } from './ask.js';

root().style.height = '500px';
const { createDirectLine, renderWebChat } = window.WebChat;
const directLine = createDirectLine({
  token: 'stub',
  domain: `${location.origin}/directline`,
  webSocket: false,
  pollingInterval: 200,
});
renderWebChat({ directLine, userID: 'visitor' }, root());
