import Chatbot from 'flowise-embed/dist/web.js';

Chatbot.init({ chatflowid: 'example', apiHost: location.origin });
