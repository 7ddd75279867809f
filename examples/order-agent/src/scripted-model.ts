/**
 * A substitute for a model, so that the agents need no key: a server that speaks chat completions with tool calls, whole or
 * streamed. It follows a script, and always uses the same words.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ScriptedModel {
  /** What clients call the base URL: `http://127.0.0.1:…/v1`. */
  baseUrl: string;
  close(): Promise<void>;
}

interface Message {
  role: string;
  content?: unknown;
  tool_calls?: { function: { name: string } }[];
}

interface Asked {
  model: string;
  messages: Message[];
  stream?: boolean;
}

interface Answer {
  /** Text of the reply. It comes before the tool calls, if any. */
  words?: string;
  calls?: { name: string; args: string }[];
  /** Reasoning, in the format of reasoning models. */
  thought?: string;
}

/**
 * Starts the model. A faulty one asks for a second refund after the first one worked: always, or when the function returns
 * true.
 */
export async function startScriptedModel(
  isFaulty: boolean | (() => boolean) = false,
): Promise<ScriptedModel> {
  const asksAgain = typeof isFaulty === 'function' ? isFaulty : () => isFaulty;
  let answers = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end('{"error": {"message": "Post to /v1/chat/completions."}}');
      return;
    }
    const asked = (await json(request)) as Asked;
    answers += 1;
    const answer = answerTo(asked.messages, asksAgain);
    const common = { id: `chatcmpl-${answers}`, created: 1_800_000_000, model: asked.model };
    if (asked.stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of chunksOf(answer, answers)) {
        const choice = { index: 0, finish_reason: null, ...chunk };
        const data = { ...common, object: 'chat.completion.chunk', choices: [choice] };
        response.write(`data: ${JSON.stringify(data)}\n\n`);
      }
      response.end('data: [DONE]\n\n');
      return;
    }
    const message = {
      role: 'assistant',
      content: answer.words ?? null,
      ...(answer.calls && { tool_calls: callsOf(answer, answers) }),
    };
    const choice = { index: 0, message, finish_reason: reasonOf(answer) };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...common, object: 'chat.completion', choices: [choice] }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Determines the next step of the script from the last message and the tools that were called since. */
function answerTo(messages: Message[], asksAgain: () => boolean): Answer {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const said = textOf(messages[at]?.content);
  const [, number] = /\b(\d+)\b/.exec(said) ?? [];
  if (number === undefined) return { words: 'Which order do you mean? Tell me its number.' };
  const asked = messages
    .slice(at + 1)
    .flatMap(({ tool_calls: calls = [] }) => calls.map((call) => call.function.name));
  const args = `{"order":${number}}`;
  if (!asked.includes('get_order')) {
    return {
      words: 'One moment.',
      thought: 'First look it up.',
      calls: [{ name: 'get_order', args }],
    };
  }
  if (/no order/.test(textOf(messages.at(-1)?.content))) {
    return { words: `There is no order ${number}.` };
  }
  if (!/refund/i.test(said)) return { words: `Order ${number} is paid and on its way.` };
  const refunds = asked.filter((name) => name === 'refund_order').length;
  if (refunds === 0 || (refunds === 1 && asksAgain()))
    return { calls: [{ name: 'refund_order', args }] };
  return { words: `Order ${number} has been refunded. The money arrives within three days.` };
}

/** Returns the text of a content, which is a string or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join(' ');
}

const reasonOf = ({ calls }: Answer) => (calls ? 'tool_calls' : 'stop');

const callsOf = ({ calls = [] }: Answer, answers: number) =>
  calls.map(({ name, args }, at) => ({
    id: `call_${answers}_${at}`,
    type: 'function',
    function: { name, arguments: args },
  }));

/** Splits the answer into chunks as OpenAI sends them: the text in halves, and tool calls by index. */
function chunksOf(answer: Answer, answers: number): object[] {
  const { words = '', thought } = answer;
  const half = Math.ceil(words.length / 2);
  return [
    { delta: { role: 'assistant', content: words === '' ? null : '' } },
    ...(thought === undefined ? [] : [{ delta: { reasoning_content: thought } }]),
    ...(words === '' ? [] : [words.slice(0, half), words.slice(half)]).map((content) => ({
      delta: { content },
    })),
    ...callsOf(answer, answers).flatMap(
      ({ function: { name, arguments: args }, ...call }, index) => [
        { delta: { tool_calls: [{ index, ...call, function: { name, arguments: '' } }] } },
        { delta: { tool_calls: [{ index, function: { arguments: args.slice(0, 4) } }] } },
        { delta: { tool_calls: [{ index, function: { arguments: args.slice(4) } }] } },
      ],
    ),
    { delta: {}, finish_reason: reasonOf(answer) },
  ];
}
