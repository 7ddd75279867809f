/**
 * A model with a chat completions interface. It has no memory, so each message includes the
 * conversation so far. Answers are streamed, or read at once from servers that do not stream.
 */

import { ConversationError } from '@parley/egress';
import { type ChatCompletionsChannelConfiguration, fillTemplate } from '@parley/suite';
import type { ChannelAbilities, OpenChannel } from '../channel.ts';
import { requestBuilder } from '../http/build-request.ts';
import { notInTime } from '../http/exchange.ts';
import type { HttpExchange } from '../http/http-connections.ts';
import { createHttpSession } from '../http/http-session.ts';
import { payloadOf } from '../http/payload-of.ts';
import type { JsonObject } from '../json-object.ts';
import { createObserver } from '../observer.ts';
import { hearStream } from '../sse/hear-stream.ts';
import { createWait } from '../wait.ts';
import { streamedAnswer, wholeAnswer } from './answer-of-model.ts';
import { type AssistantTurn, readCompletion } from './read-completion.ts';

type ChatMessage = { role: 'system' | 'user'; content: string } | AssistantTurn;

const abilities: ChannelAbilities = {
  inputs: ['text', 'open', 'pause'],
  greets: false,
  quietMs: 0,
};

export const openChatCompletionsChannel: OpenChannel<ChatCompletionsChannelConfiguration> = async (
  { url, model, headers, system, temperature },
  context,
) => {
  const { values } = context;
  const http = createHttpSession(context, { measuresHolds: true });
  const toRequest = requestBuilder({ url, ...(headers && { headers }), request: '' }, context);
  const conversation: ChatMessage[] =
    system === undefined ? [] : [{ role: 'system', content: fillTemplate(system, values) }];
  const observer = createObserver(context);
  const wait = createWait();
  let isAnswerDue = false;
  /** Tools that the model called last and waits for. */
  let unanswered: string[] = [];
  let underWay: HttpExchange | undefined;
  let isClosed = false;

  async function complete(deadline: number): Promise<void> {
    const blank = toRequest('');
    const body = JSON.stringify({
      model: fillTemplate(model, values),
      messages: conversation,
      stream: true,
      ...usageOption(blank.origin),
      ...(temperature !== undefined && { temperature }),
    });
    // Models think between words, so no quiet means that they are done.
    const timing = { deadline, quietMs: Number.POSITIVE_INFINITY };
    const request = { ...blank, body };
    const { events, firstAt, answer, isCut } = await hearStream(
      http,
      request,
      timing,
      (exchange) => {
        underWay = exchange;
      },
    );
    if (isCut) throw notInTime();
    if (firstAt === undefined) {
      if (answer) observeAnswer(wholeAnswer(payloadOf(answer)));
      return;
    }
    const streamed = streamedAnswer(events, observer);
    observeAnswer(streamed.answer, context.clock.at(firstAt), streamed.chunks);
  }

  /** `chunks` is how many pieces it came in, if it was streamed. */
  function observeAnswer(answer: JsonObject, at?: number, chunks?: number): void {
    const { text, payload, turn, unanswered: calls } = readCompletion(answer);
    conversation.push(turn);
    unanswered = calls;
    observer.said(
      {
        messages: [{ text, buttons: [], attachments: [] }],
        payload: chunks === undefined ? payload : { ...payload, text, chunks },
      },
      at,
    );
  }

  return {
    abilities,

    async send(utterance) {
      if (unanswered.length > 0) throw toolCallsUnanswered(unanswered);
      // Without a word of the tester the model greets as its instructions say.
      if (utterance.kind === 'text') conversation.push({ role: 'user', content: utterance.text });
      observer.sent(utterance.kind);
      isAnswerDue = true;
    },

    async attend(deadline) {
      if (isClosed) return;
      if (!isAnswerDue) return wait.until(deadline);
      isAnswerDue = false;
      await complete(deadline);
    },

    close() {
      isClosed = true;
      underWay?.abort();
      wait.end();
    },
  };
};

/**
 * Asks for the usage of a streamed answer where the interface comes from. Others give it unasked or not at
 * all, and some refuse a request with a field that they do not know.
 */
export const usageOption = (origin: string) =>
  /^https:\/\/([\w-]+\.)*api\.openai\.com$/.test(origin)
    ? { stream_options: { include_usage: true } }
    : {};

function toolCallsUnanswered(names: string[]): ConversationError {
  const called = [...new Set(names)].slice(0, 10).join(', ').slice(0, 500);
  return new ConversationError({
    class: 'configuration',
    code: 'tool-calls-unanswered',
    message: `The model called ${called} and waits for the result, which nobody gives.`,
    hint: 'End the test at the call, or use the address of an agent that runs its tools itself.',
  });
}
