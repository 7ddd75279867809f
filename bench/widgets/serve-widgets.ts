/**
 * Serves the pages of the widgets in widgets.json, and the bots behind them: one that responds with JSON, one that speaks
 * Direct Line, one that speaks Socket.IO like Rasa, and one that behaves like a Flowise server.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { Server as SocketServer } from 'socket.io';

const folder = fileURLToPath(new URL('.', import.meta.url));
export const hasWidgets = (names: readonly string[]) =>
  names.every((name) => existsSync(`${folder}node_modules/${name}/package.json`));

/** Style sheets of the packages whose pages need one. */
const styles: Record<string, string[]> = {
  '@nlux/core': [],
  '@chatscope/chat-ui-kit-react': ['@chatscope/chat-ui-kit-styles/dist/default/styles.min.css'],
  'react-chatbot-kit': ['react-chatbot-kit/build/main.css'],
  quikchat: ['quikchat/dist/quikchat.css'],
  'react-chat-widget': ['react-chat-widget/lib/styles.css'],
  'react-chatbotify': ['react-chatbotify/dist/style.css'],
  'react-chat-elements': ['react-chat-elements/dist/main.css'],
  '@chatui/core': ['@chatui/core/dist/index.css'],
  'react-chat-window': [
    'chat-window',
    'header',
    'launcher',
    'message',
    'user-input',
    'emojiPicker',
    'popup-window',
  ].map((sheet) => `react-chat-window/lib/styles/${sheet}.css`),
  'conversational-form': ['conversational-form/dist/conversational-form.min.css'],
  'vue3-beautiful-chat': ['vue3-beautiful-chat/dist/vue3-beautiful-chat.css'],
  'chat-bubble': ['setup', 'says', 'reply', 'typing', 'input'].map(
    (sheet) => `chat-bubble/component/styles/${sheet}.css`,
  ),
};

/** Packages that consist of one script instead of modules. */
const scripts: Record<string, string> = {
  'botframework-webchat': 'botframework-webchat/dist/webchat.js',
  'chat-bubble': 'chat-bubble/component/Bubbles.js',
  'rasa-webchat': 'rasa-webchat/lib/index.js',
};

/** Returns the file name of a package's page in pages/. */
const pageOf = (name: string) =>
  name
    .replace(/^@(nlux|chatui)\/core$/, '$1')
    .replace(/^@chatscope\/.*/, 'chatscope')
    .replace(/^@ant-design\//, 'ant-design-');

/** Returns the reply of the bots; its text is empty for "mute". */
function replyTo(text: string): { text: string; buttons: string[] } {
  const said = text.trim().toLowerCase();
  if (said === 'hello') return { text: 'Good day, this is the example bank.', buttons: [] };
  if (said === 'accounts')
    return { text: 'Which account do you mean?', buttons: ['Savings', 'Checking'] };
  if (said === 'savings') return { text: 'Your balance there is 120 dollars.', buttons: [] };
  if (said === 'mute') return { text: '', buttons: [] };
  return { text: 'Sorry, I know nothing about that.', buttons: [] };
}

async function bundleOf(name: string): Promise<string> {
  const build = await rolldown({
    input: `${folder}pages/${pageOf(name)}.js`,
    cwd: folder,
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' } },
    moduleTypes: { '.css': 'empty', '.svg': 'dataurl', '.png': 'dataurl', '.mp3': 'dataurl' },
  });
  try {
    const { output } = await build.generate({ format: 'esm', codeSplitting: false });
    return output[0].code;
  } finally {
    await build.close();
  }
}

function htmlOf(name: string): string {
  const sheets = (styles[name] ?? []).map((sheet) => `node_modules/${sheet}`);
  const css = sheets.map((sheet) => readFileSync(folder + sheet, 'utf8')).join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example bank</title>
<meta name="viewport" content="width=device-width"><style>${css}</style>
<h1>Example bank</h1><p>Accounts, cards and loans for people who read examples.</p>
<form role="search"><input type="search" name="q" placeholder="Search our site" oninput="fetch('/typed-elsewhere')"></form>
<div id="root"></div>${scripts[name] ? `<script src="/script/${name}"></script>` : ''}
<script type="module" src="/bundle/${encodeURIComponent(name)}"></script></html>`;
}

interface Activity {
  id: string;
  [key: string]: unknown;
}

/** Implements the parts of Direct Line 3.0 that its client needs, with one conversation per page. */
function createDirectLine() {
  const logs = new Map<string, Activity[]>();
  return async (path: string, request: IncomingMessage): Promise<object> => {
    const [, id = '', watermark = '0'] =
      /conversations\/([^/?]+)\/activities(?:\?watermark=(\d+))?/.exec(path) ?? [];
    if (id === '') {
      const conversationId = `c${logs.size}`;
      logs.set(conversationId, []);
      return { conversationId, token: 'stub', expires_in: 3600 };
    }
    const log = logs.get(id) ?? [];
    if (request.method !== 'POST') {
      return { activities: log.slice(Number(watermark)), watermark: String(log.length) };
    }
    const add = (activity: object) => {
      const timestamp = new Date().toISOString();
      const next = { ...activity, id: `${id}|${log.length}`, timestamp, conversation: { id } };
      log.push(next);
      return next;
    };
    const heard = (await json(request)) as { type: string; text?: string };
    const { id: activityId } = add(heard);
    if (heard.type === 'message') {
      const { text, buttons } = replyTo(heard.text ?? '');
      const actions = buttons.map((title) => ({ type: 'imBack', title, value: title }));
      if (text) {
        add({
          type: 'message',
          from: { id: 'bank', role: 'bot' },
          text,
          ...(actions.length > 0 && { suggestedActions: { actions } }),
        });
      }
    }
    return { id: activityId };
  };
}

/** Implements the parts of a Flowise server that its embedded chat needs. */
async function flowise(path: string, request: IncomingMessage): Promise<object> {
  if (path.includes('chatflows-streaming')) return { isStreaming: false };
  if (!path.includes('prediction')) return { followUpPrompts: { status: true } };
  const { question } = (await json(request)) as { question: string };
  const { text, buttons } = replyTo(question);
  return new Promise((resolve) => {
    const reply = { text, chatId: 'one', followUpPrompts: JSON.stringify(buttons) };
    if (text) resolve(reply);
  });
}

export async function serveWidgets() {
  const directLine = createDirectLine();
  const bundles = new Map<string, Promise<string>>();
  let typedElsewhere = 0;
  const answerJson: RequestListener = async (request, response) => {
    const path = request.url ?? '';
    response.setHeader('content-type', 'application/json');
    if (path === '/typed-elsewhere') {
      typedElsewhere += 1;
      response.end('{}');
    } else if (path === '/chat') {
      const { text } = (await json(request)) as { text: string };
      response.end(JSON.stringify(replyTo(text)));
    } else if (path.startsWith('/directline')) {
      response.end(JSON.stringify(await directLine(path, request)));
    } else response.end(JSON.stringify(await flowise(path, request)));
  };
  const server = createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const name = decodeURIComponent(path.replace(/^\/(widget|bundle|script)\//, ''));
    if (path.startsWith('/widget/')) {
      response.setHeader('content-type', 'text/html').end(htmlOf(name));
    } else if (path.startsWith('/bundle/')) {
      const bundle = bundles.get(name) ?? bundleOf(name);
      bundles.set(name, bundle);
      const code = await bundle.catch(
        (error: Error) => `throw new Error(${JSON.stringify(error.message)})`,
      );
      response.setHeader('content-type', 'text/javascript').end(code);
    } else if (path.startsWith('/script/')) {
      const script = readFileSync(`${folder}node_modules/${scripts[name]}`);
      response.setHeader('content-type', 'text/javascript').end(script);
    } else await answerJson(request, response);
  });
  const sockets = new SocketServer(server, { path: '/socket.io/' });
  sockets.on('connection', (socket) => {
    socket.on('session_request', () => socket.emit('session_confirm', socket.id));
    socket.on('user_uttered', ({ message }: { message?: string }) => {
      if (message === undefined) return;
      const { text, buttons } = replyTo(message);
      const quick_replies = buttons.map((title) => ({ title, payload: title }));
      if (text) socket.emit('bot_uttered', buttons.length > 0 ? { text, quick_replies } : { text });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Returns how often text was typed into the search box of a page. */
    typedElsewhere: () => typedElsewhere,
    async close() {
      await sockets.close();
      server.closeAllConnections();
    },
  };
}
