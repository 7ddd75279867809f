/**
 * Channel for a model with a chat completions API. The model has no memory, so each request includes the conversation so far.
 * Answers are streamed, or read in one piece from servers that do not stream.
 */

import { ConversationError } from '@parley/egress';
import {
  type ChatCompletionsChannelConfiguration,
  fillTemplate,
  type Json,
  type JsonObject,
  objectsIn,
} from '@parley/suite';
import type { ChannelAbilities, OpenChannel } from '../channel.ts';
import { requestBuilder } from '../http/build-request.ts';
import { notInTime } from '../http/exchange.ts';
import type { HttpExchange } from '../http/http-connections.ts';
import { createHttpSession } from '../http/http-session.ts';
import { payloadOf } from '../http/payload-of.ts';
import { createObserver } from '../observer.ts';
import { hearStream } from '../sse/hear-stream.ts';
import { createWait } from '../wait.ts';
import { createAnswers, toolRoundsMax, tooManyRounds } from './answer-calls.ts';
import { streamedAnswer, wholeAnswer } from './answer-of-model.ts';
import { type AssistantTurn, readCompletion } from './read-completion.ts';

type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'tool'; tool_call_id: string; content: string }
  | AssistantTurn;

interface Answer {
  answer: JsonObject;
  at?: number;
  /** Number of pieces of a streamed answer. */
  chunks?: number;
}

interface Said {
  text: string;
  payload: JsonObject;
  at: number | undefined;
}

const abilities: ChannelAbilities = {
  inputs: ['text', 'open', 'pause'],
  greets: false,
  quietMs: 0,
};

export const openChatCompletionsChannel: OpenChannel<ChatCompletionsChannelConfiguration> = async (
  { url, model, headers, system, temperature, tools, toolChoice, toolResults },
  context,
) => {
  const { values } = context;
  const http = createHttpSession(context, { measuresHolds: true });
  const toRequest = requestBuilder({ url, ...(headers && { headers }), request: '' }, context);
  const conversation: ChatMessage[] =
    system === undefined ? [] : [{ role: 'system', content: fillTemplate(system, values) }];
  const observer = createObserver(context);
  const wait = createWait();
  const answerCall = toolResults && createAnswers(toolResults, values);
  let isAnswerDue = false;
  /** Tools that the model called and whose results it still needs. */
  let unanswered: string[] = [];
  let underWay: HttpExchange | undefined;
  let isClosed = false;

  /** Requests an answer, and answers the model's tool calls until it makes no more. */
  async function complete(deadline: number): Promise<void> {
    const said: Said[] = [];
    for (let rounds = 0; ; rounds += 1) {
      const answer = await ask(deadline);
      // If no further answer arrives, the calls so far are evidence, and the turn ends in silence.
      if (!answer) return;
      said.push(take(answer));
      if (!(await answerCalls(deadline))) break;
      if (rounds === toolRoundsMax) throw tooManyRounds();
    }
    const [first] = said;
    if (!first) return;
    const texts = said
      .map(({ text }) => text)
      .filter((text, at) => text !== '' || at === said.length - 1);
    observer.said(
      {
        messages: texts.map((text) => ({ text, buttons: [], attachments: [] })),
        payload: said.length === 1 ? first.payload : said.map(({ payload }) => payload),
        ...(said.length > 1 && { isSeveral: true }),
      },
      first.at,
    );
  }

  /** @returns false if no call waits for a result, or if no rule matches one of the calls */
  async function answerCalls(deadline: number): Promise<boolean> {
    if (!answerCall || unanswered.length === 0 || isClosed) return false;
    const calls = objectsIn(conversation.at(-1)?.role === 'assistant' ? lastCalls() : undefined);
    const answers = await Promise.all(calls.map((call) => answerCall(call, deadline)));
    if (answers.length === 0 || answers.includes(undefined)) return false;
    for (const answered of answers) {
      if (!answered) continue;
      const { message, error } = answered;
      conversation.push(message);
      observer.tools('openai', { data: { ...message, ...(error !== undefined && { error }) } });
    }
    unanswered = [];
    return true;
  }

  function lastCalls(): Json | undefined {
    const last = conversation.at(-1);
    return last && 'tool_calls' in last ? last.tool_calls : undefined;
  }

  async function ask(deadline: number): Promise<Answer | undefined> {
    const blank = toRequest('');
    const body = JSON.stringify({
      model: fillTemplate(model, values),
      messages: conversation,
      stream: true,
      ...usageOption(blank.origin),
      ...(temperature !== undefined && { temperature }),
      ...(tools && { tools }),
      ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    });
    // Models pause between words, so no pause ends an answer.
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
      return answer && { answer: wholeAnswer(payloadOf(answer)) };
    }
    const streamed = streamedAnswer(events, observer);
    return { answer: streamed.answer, at: context.clock.at(firstAt), chunks: streamed.chunks };
  }

  function take({ answer, at, chunks }: Answer): Said {
    const { text, payload, turn, unanswered: calls } = readCompletion(answer);
    observer.tools('openai', { data: answer });
    conversation.push(turn);
    unanswered = calls;
    return { text, at, payload: chunks === undefined ? payload : { ...payload, text, chunks } };
  }

  return {
    abilities,

    async send(utterance) {
      if (unanswered.length > 0) throw toolCallsUnanswered(unanswered);
      // Without a message from the tester, the model greets as its instructions say.
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
 * Option that asks for the token usage of a streamed answer. It is sent only to the original API: other servers report usage
 * without it or not at all, and some refuse requests with unknown fields.
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
    message: `The model called ${called} and waits for a result that the suite does not provide.`,
    hint: 'Add the result under toolResults in the channel, end the test at the call, or use the address of an agent that runs its own tools.',
  });
}
