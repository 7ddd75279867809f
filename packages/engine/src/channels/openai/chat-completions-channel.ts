/**
 * A model behind a chat completions interface. It remembers nothing, so the conversation so far goes
 * with each message. Answers are streamed, and read whole from servers that do not stream.
 */
import { type ChatCompletionsChannelConfiguration, fillTemplate, type Json } from '@parley/suite';
import type { ChannelAbilities, Heard, OpenChannel } from '../channel.ts';
import { requestBuilder } from '../http/build-request.ts';
import { notInTime } from '../http/exchange.ts';
import type { HttpExchange } from '../http/http-connections.ts';
import { createHttpSession } from '../http/http-session.ts';
import { payloadOf } from '../http/payload-of.ts';
import { readAnswer } from '../read-answer.ts';
import { isObject, textFrom } from '../read-messages.ts';
import { hearStream, isEndMark } from '../sse/hear-stream.ts';
import { broken } from '../unasked.ts';
import { createWait } from '../wait.ts';

interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The part of an answer that is read: `message` of a whole one, `delta` of a piece. */
interface Completion {
  choices?: { message?: { content?: Json }; delta?: { content?: Json } }[];
  error?: { message?: Json };
}

const abilities: ChannelAbilities = {
  inputs: ['text', 'open', 'pause'],
  greets: false,
  quietMs: 0,
};

export const openChatCompletionsChannel: OpenChannel<ChatCompletionsChannelConfiguration> = async (
  { url, model, headers, system, temperature },
  surroundings,
) => {
  const { values } = surroundings;
  const http = createHttpSession(surroundings);
  const toRequest = requestBuilder({ url, ...(headers && { headers }), request: '' }, surroundings);
  const conversation: ChatMessage[] =
    system === undefined ? [] : [{ role: 'system', content: fillTemplate(system, values) }];
  const wait = createWait();
  let isAnswerDue = false;
  let underWay: HttpExchange | undefined;
  let isClosed = false;

  async function complete(deadline: number): Promise<Heard | undefined> {
    const body = JSON.stringify({
      model: fillTemplate(model, values),
      messages: conversation,
      stream: true,
      ...(temperature !== undefined && { temperature }),
    });
    // Models think between words, so no quiet means that they are done.
    const timing = { deadline, quietMs: Number.POSITIVE_INFINITY };
    const request = { ...toRequest(''), body };
    const { events, firstAt, answer, isCut } = await hearStream(
      http,
      request,
      timing,
      (exchange) => {
        underWay = exchange;
      },
    );
    if (isCut) throw notInTime();
    if (firstAt === undefined) return answer && toHeard([payloadOf(answer)], performance.now());
    const pieces = events.filter((event) => !isEndMark(event));
    return toHeard(
      pieces.map(({ data }) => readAnswer(Buffer.from(data))),
      firstAt,
    );
  }

  return {
    abilities,

    async send(utterance) {
      // Without a word of the tester the model greets as its instructions say.
      if (utterance.kind === 'text') conversation.push({ role: 'user', content: utterance.text });
      isAnswerDue = true;
    },

    waitedMs: http.waitedMs,

    async next(deadline) {
      if (isClosed) return undefined;
      if (!isAnswerDue) {
        await wait.until(deadline);
        return undefined;
      }
      isAnswerDue = false;
      const heard = await complete(deadline);
      if (heard) conversation.push({ role: 'assistant', content: heard.messages[0]?.text ?? '' });
      return heard;
    },

    close() {
      isClosed = true;
      underWay?.abort();
      wait.end();
    },
  };
};

function toHeard(parts: Json[], at: number): Heard {
  const completions = parts.filter(isObject) as Completion[];
  const failed = completions.find((part) => part.error);
  if (failed) {
    const why = textFrom(failed.error?.message) || 'no reason given';
    throw broken('model-failed', `The model failed: ${why}`);
  }
  const isCompletion = completions.some((part) => Array.isArray(part.choices));
  if (!isCompletion) throw broken('malformed-answer', 'The answer is not a chat completion.');
  const text = completions
    .map(({ choices }) => choices?.[0]?.delta?.content ?? choices?.[0]?.message?.content)
    .map(textFrom)
    .join('');
  const [only] = parts;
  const payload = parts.length === 1 && only !== undefined ? only : { text, chunks: parts.length };
  return { messages: [{ text, buttons: [], attachments: [] }], payload, at };
}
