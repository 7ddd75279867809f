/** Pages with third-party chat widgets, and a bot that answers them. */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';

const require = createRequire(import.meta.url);
const scripts: Record<string, string> = {
  '/deep-chat.js': require.resolve('deep-chat').replace('deepChat.js', 'deepChat.bundle.js'),
};

const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Shop</title><body>${body}</body>`;

/** A web component with all elements in its shadow root. */
const deepChat = page(`
  <h1>Shop</h1>
  <deep-chat id="chat" introMessage='{"text": "Welcome to the shop"}'
    connect='{"url": "/chat"}' style="width: 400px; height: 500px"></deep-chat>
  <script type="module" src="/deep-chat.js"></script>`);

/** A launcher on the page, and the widget in a frame, behind a cookie banner. */
const framed = page(`
  <div id="banner" style="position:fixed;inset:0;background:white"><button id="accept"
    onclick="this.parentElement.remove()">Accept cookies</button></div>
  <button id="launcher" onclick="document.getElementById('frame').hidden = false">Chat</button>
  <iframe id="frame" src="/deep-chat" hidden width="500" height="600"></iframe>`);

const pages: Record<string, string> = {
  '/deep-chat': deepChat,
  '/framed': framed,
};

/** Serves the pages and the bot's replies to messages. */
export const serveWidgets =
  (answer: (text: string) => object): RequestListener =>
  async (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const script = scripts[path];
    if (script) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(script));
    } else if (path === '/chat') {
      const { messages } = (await json(request)) as { messages: { text: string }[] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(messages.at(-1)?.text ?? '')));
    } else {
      response.setHeader('content-type', 'text/html');
      response.writeHead(pages[path] ? 200 : 404).end(pages[path] ?? 'Not here');
    }
  };
