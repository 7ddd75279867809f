/**
 * A Direct Line 3 service for tests, with a bot that greets, offers actions and echoes. Activities arrive on a WebSocket, or
 * are polled with a watermark.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { listening, type TestServer } from './servers.ts';

export interface DirectLineService extends TestServer {
  /** Tokens that requests were authorized with, in order. */
  tokens: string[];
}

export async function serveDirectLine(options: {
  hasStream: boolean;
  /** True to return no token, so that the secret has to be used again, and to send null in empty fields. */
  isSparse?: boolean;
  /** True if the bot speaks first. Default true. */
  greets?: boolean;
  /** Returns the activities in reply to a text, instead of the default ones. */
  say?(text: string): object[];
}): Promise<DirectLineService> {
  const tokens: string[] = [];
  const log: object[] = [];
  let stream: WebSocket | undefined;

  function say(activity: object) {
    log.push(activity);
    stream?.send(JSON.stringify({ activities: [activity], watermark: String(log.length) }));
  }

  async function answer(request: IncomingMessage): Promise<object | undefined> {
    tokens.push(String(request.headers.authorization));
    if (request.headers.authorization === 'Bearer wrong') return undefined;
    const url = new URL(request.url ?? '', 'http://service');
    if (url.pathname === '/conversations') {
      if (options.greets !== false) {
        setTimeout(() => say({ type: 'message', from: { id: 'bot' }, text: 'Welcome' }), 20);
      }
      const streamUrl = `ws://127.0.0.1:${server.port}/stream`;
      return {
        conversationId: 'c1',
        token: options.isSparse ? null : 't1',
        ...(options.hasStream && { streamUrl }),
      };
    }
    if (request.method === 'GET') {
      const watermark = Number(url.searchParams.get('watermark'));
      return { activities: log.slice(watermark), watermark: String(log.length) };
    }
    const activity = (await json(request)) as { text: string };
    log.push(activity);
    if (options.say) {
      const id = String(log.length);
      for (const said of options.say(activity.text)) say({ from: { id: 'bot' }, ...said });
      return { id };
    }
    say({ type: 'typing', from: { id: 'bot' } });
    if (options.isSparse) {
      const nothing = { suggestedActions: null, attachments: null };
      say({ type: 'message', from: { id: 'bot' }, text: null, ...nothing });
    }
    say({
      type: 'message',
      from: { id: 'bot' },
      text: `You said ${activity.text}`,
      suggestedActions: { actions: [{ title: 'Yes', value: 'yes' }] },
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.hero',
          content: { title: 'Card', buttons: [{ title: 'Open' }] },
        },
      ],
    });
    return { id: String(log.length) };
  }

  const http = createServer(async (request, response) => {
    const body = await answer(request);
    response.writeHead(body ? 200 : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: { code: 'BadArgument' } }));
  });
  new WebSocketServer({ server: http }).on('connection', (socket) => {
    stream = socket;
    // The service sends an empty frame to check that the client still listens.
    socket.send('');
  });
  const server = await listening(http);
  return { ...server, tokens };
}
