/**
 * The shop agent of `order-agent`, built on the AI SDK. Its chat route is the one from the SDK's guides: it takes the last
 * message of a chat and answers with a UI message stream.
 *
 *   POST /api/chat  {"id": "42", "message": {"role": "user", "parts": [{"type": "text", "text": "…"}]}}
 *
 * `--twice` makes the model refund twice but reply as usual. `--traces` exports OpenTelemetry spans.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { openOrderBook } from '@parley/order-agent/order-book';
import { startScriptedModel } from '@parley/order-agent/scripted-model';
import {
  convertToModelMessages,
  isStepCount,
  pipeUIMessageStreamToResponse,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { z } from 'zod';
import { startTraces, type Traces } from './traces.ts';

export interface AiSdkAgent {
  /** Address for messages. */
  url: string;
  close(): Promise<void>;
}

export async function startAiSdkAgent(
  options: { port?: number; refundsTwice?: boolean; traces?: Traces | undefined } = {},
): Promise<AiSdkAgent> {
  const { traces } = options;
  const model = await startScriptedModel(options.refundsTwice);
  const provider = createOpenAICompatible({ name: 'scripted', baseURL: model.baseUrl });
  const book = openOrderBook();
  const chats = new Map<string, UIMessage[]>();

  const inputSchema = z.object({ order: z.number().int() });
  const tools = {
    get_order: tool({
      description: 'Looks an order up.',
      inputSchema,
      execute: ({ order }) => book.get(order),
    }),
    refund_order: tool({
      description: 'Pays the amount of an order back.',
      inputSchema,
      execute: ({ order }) => book.refund(order),
    }),
    delete_order: tool({
      description: 'Deletes an order.',
      inputSchema,
      execute: ({ order }) => book.delete(order),
    }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST' || request.url !== '/api/chat') {
      response.writeHead(404).end('Post messages to /api/chat.');
      return;
    }
    const { id, message } = (await json(request)) as { id: string; message: UIMessage };
    const messages = [...(chats.get(id) ?? []), message];
    const result = streamText({
      model: provider('scripted'),
      instructions: 'You are the assistant of a shop. Look an order up before you change it.',
      messages: await convertToModelMessages(messages),
      tools,
      stopWhen: isStepCount(10),
    });
    const stream = toUIMessageStream({
      stream: result.stream,
      tools,
      originalMessages: messages,
      onEnd(ended) {
        chats.set(id, ended.messages);
      },
    });
    pipeUIMessageStreamToResponse({ response, stream });
  }

  const server = createServer((request, response) => {
    const answered = () => answer(request, response);
    const answering = traces ? traces.answerWithin(request, response, answered) : answered();
    answering.catch(() => response.destroy());
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(options.port ?? 0, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await model.close();
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4040' },
      twice: { type: 'boolean', default: false },
      traces: { type: 'boolean', default: false },
    },
  });
  const agent = await startAiSdkAgent({
    port: Number(values.port),
    refundsTwice: values.twice,
    traces: values.traces ? startTraces() : undefined,
  });
  console.log(`The AI SDK agent listens at ${agent.url}`);
}
