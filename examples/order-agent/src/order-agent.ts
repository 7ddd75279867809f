/**
 * An agent of a shop, built on the official `openai` client. It looks up, refunds and deletes orders.
 *
 *   POST /chat  {"text": "Refund order 7", "conversationId": "42"}
 *            -> {"reply": "Order 7 has been refunded. …", "messages": [… the messages of this turn …]}
 *   POST /chat/stream: the same as a stream of chat completion chunks and tool messages.
 *   GET /records: the orders and refunds.
 *   POST /orders, GET and DELETE /orders/7: the system of record, for tests that check it.
 *
 * Its model is a script, so it needs no key. `--twice` makes the model refund twice but reply as usual; `--twice-in 0.1` does
 * so in a random 10% of conversations.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import OpenAI from 'openai';
import { type OrderBook, openOrderBook } from './order-book.ts';
import { startScriptedModel } from './scripted-model.ts';

type Message = OpenAI.ChatCompletionMessageParam;

export interface OrderAgentOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Makes the model refund twice but reply as usual: always, or when the function returns true. */
  refundsTwice?: boolean | (() => boolean);
  /** Keeps orders and refunds in this JSON file. */
  database?: string;
}

export interface OrderAgent {
  /** Address for messages. */
  url: string;
  close(): Promise<void>;
}

const instructions = 'You are the assistant of a shop. Look an order up before you change it.';

export async function startOrderAgent(options: OrderAgentOptions = {}): Promise<OrderAgent> {
  const model = await startScriptedModel(options.refundsTwice);
  const client = new OpenAI({ apiKey: 'none', baseURL: model.baseUrl });
  const book = openOrderBook(options.database);
  const conversations = new Map<string, Message[]>();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.url === '/records') return reply(response, 200, book.records());
    if (request.url?.startsWith('/orders')) return answerOfRecord(book, request, response);
    const isStream = request.url === '/chat/stream';
    if (request.method !== 'POST' || (request.url !== '/chat' && !isStream)) {
      return reply(response, 404, { error: 'Post messages to /chat.' });
    }
    const { text, conversationId } = (await json(request)) as Record<string, string>;
    if (!text || !conversationId) {
      return reply(response, 400, { error: 'Send {"text": "…", "conversationId": "…"}.' });
    }
    const before = conversations.get(conversationId) ?? [{ role: 'system', content: instructions }];
    const messages: Message[] = [...before, { role: 'user', content: text }];
    const asked = { model: 'scripted', messages, tools: toolsOf(book) };
    if (isStream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
      const runner = client.chat.completions.runTools({ ...asked, stream: true });
      runner.on('chunk', send);
      runner.on('message', (message) => message.role === 'tool' && send(message));
      await runner.done();
      conversations.set(conversationId, runner.messages);
      response.end('data: [DONE]\n\n');
      return;
    }
    const runner = client.chat.completions.runTools(asked);
    const words = await runner.finalContent();
    conversations.set(conversationId, runner.messages);
    reply(response, 200, { reply: words, messages: runner.messages.slice(messages.length) });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (response.headersSent) response.destroy();
      else reply(response, 500, { error: String(error) });
    });
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(options.port ?? 0, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await model.close();
    },
  };
}

/** Creates, reads and deletes orders. */
async function answerOfRecord(
  book: OrderBook,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '' } = request;
  if (method === 'POST' && url === '/orders') {
    const { item, amount } = (await json(request)) as { item: string; amount: number };
    return reply(response, 201, book.add(item, amount));
  }
  const { orders, refunds } = book.records();
  const found = orders.find(({ order }) => url === `/orders/${order}`);
  if (!found) return reply(response, 404, { error: 'There is no such order.' });
  if (method === 'DELETE') {
    book.remove(found.order);
    response.writeHead(204).end();
    return;
  }
  reply(response, 200, {
    ...found,
    refunds: refunds.filter(({ order }) => order === found.order),
  });
}

/** The tools as the client runs them: an error becomes the result that the model gets. */
function toolsOf(book: OrderBook) {
  const tool = (name: string, description: string, act: (order: number) => object) => ({
    type: 'function' as const,
    function: {
      name,
      description,
      parameters: {
        type: 'object',
        properties: { order: { type: 'integer' } },
        required: ['order'],
      },
      parse: (args: string): { order: number } => JSON.parse(args),
      function: ({ order }: { order: number }) => {
        try {
          return act(order);
        } catch (error) {
          return { error: (error as Error).message };
        }
      },
    },
  });
  return [
    tool('get_order', 'Looks an order up.', book.get),
    tool('refund_order', 'Pays the amount of an order back.', book.refund),
    tool('delete_order', 'Deletes an order.', book.delete),
  ];
}

function reply(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4030' },
      twice: { type: 'boolean', default: false },
      'twice-in': { type: 'string', default: '0' },
      database: { type: 'string' },
    },
  });
  const agent = await startOrderAgent({
    port: Number(values.port),
    refundsTwice: values.twice || (() => Math.random() < Number(values['twice-in'])),
    ...(values.database !== undefined && { database: values.database }),
  });
  console.log(`The order agent listens at ${agent.url}`);
}
