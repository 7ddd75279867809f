/**
 * Channel for a bot that accepts messages and answers later: its replies are polled at another address, throughout the
 * conversation.
 */

import { ConversationError, hostAndPort } from '@parley/egress';
import { fillAddress, type HttpChannelConfiguration, type Json } from '@parley/suite';
import { limits } from '../../limits.ts';
import type { BotMessage, OpenChannel } from '../channel.ts';
import { createHolds } from '../holds.ts';
import { createObserver } from '../observer.ts';
import { createMessageReader, pathReader, type Reading } from '../read-messages.ts';
import { createReplyObserver } from '../reply-observer.ts';
import { replyNotFound } from '../reply-paths.ts';
import { createToolParts } from '../tool-parts.ts';
import { unaskedAbilities } from '../unasked.ts';
import { createUtteranceIds } from '../utterance-ids.ts';
import { createWait } from '../wait.ts';
import { httpSchemes, requestBuilder } from './build-request.ts';
import type { HttpRequest } from './exchange.ts';
import { createHttpSession } from './http-session.ts';
import { payloadOf } from './payload-of.ts';

const pollMsDefault = 500;

/** Timeout of one poll, long enough for bots that answer a poll only when they have something to say. */
const questionMs = 30_000;

export const openPollingChannel: OpenChannel<HttpChannelConfiguration & { poll: string }> = async (
  configuration,
  context,
) => {
  const http = createHttpSession(context, { keepsCookies: true });
  const { poll, pollMs = pollMsDefault, quietMs = 2 * pollMs + 250 } = configuration;
  const say = requestBuilder(configuration, context);
  const ask = questionBuilder(poll, configuration, context);
  const read = createMessageReader(
    configuration.replies,
    configuration.repeats ? limits.messagesPerConversationMax : limits.messagesPerTurnMax,
  );
  const news = newsReader(configuration);
  const ids = createUtteranceIds(configuration.replies?.inReplyTo);
  const observer = createObserver(context);
  const toolParts = createToolParts(configuration, observer);
  const observeReading = createReplyObserver(observer, ids, toolParts);
  const { replies: paths = {}, accepts } = configuration;
  const questions = createHolds(context, 'question');
  const wait = createWait();
  let hasAnswered = false;

  function take(reading: Reading, payload: Json, heldMs = 0) {
    hasAnswered ||= reading.messages.length > 0;
    observeReading(reading, payload, { heldMs });
  }

  async function askOn() {
    let before: Buffer | undefined;
    while (!context.isOver()) {
      const asked = ask(news.after());
      const heldMs = await questions.wait(hostAndPort(new URL(asked.origin)));
      const until = performance.now() + questionMs;
      // Once the bot has spoken, it may go on, so replies would be missed during a wait.
      const mayWait = (moment: number) => !hasAnswered && moment < until;
      const answer = await http.exchange(asked, until, mayWait).answer;
      if (context.isOver()) return;
      if (answer) {
        const payload = payloadOf(answer, accepts);
        const reading = read(payload);
        if (hasNoPlace(reading)) throw replyNotFound(paths, [payload]);
        const isRepeated = before?.equals(answer.body) ?? false;
        before = answer.body;
        const fresh = news.of(payload, reading.messages);
        // Most polls return nothing new.
        if (fresh.length > 0 || !isRepeated) take({ ...reading, messages: fresh }, payload, heldMs);
      }
      await wait.until(performance.now() + pollMs);
    }
  }

  askOn().catch((error) => observer.end(error));

  return {
    abilities: unaskedAbilities({ ...configuration, quietMs }),

    async send(utterance, deadline) {
      if (utterance.kind !== 'text') return;
      hasAnswered = false;
      const id = ids.next();
      observer.sent(utterance.kind, id);
      const answer = await http.exchange(say(utterance.text, id), deadline).answer;
      if (!answer) throw notTaken();
      // Some bots reply immediately; most only confirm the message.
      const payload = payloadOf(answer, accepts);
      const { messages, isSign } = isObject(payload) ? read(payload) : nothing;
      if (messages.length === 0) {
        toolParts?.take(payload);
        observer.event({ data: payload });
      } else if (!configuration.repeats) take({ messages, ...(isSign && { isSign }) }, payload);
    },

    close() {
      observer.end();
      http.close();
      wait.end();
    },
  };
};

const nothing: Reading = { messages: [] };

/** @returns true if no reply was found under the usual names. A suite without paths expects them in every answer. */
function hasNoPlace({ messages, unread }: Reading): boolean {
  return messages.length === 0 && unread !== undefined && !(unread.list ?? unread.text);
}

/** Makes polls. `{{after}}` is the position at which the previous answer ended. */
function questionBuilder(
  poll: string,
  { headers }: HttpChannelConfiguration,
  context: Parameters<typeof requestBuilder>[1],
): (after: string) => HttpRequest {
  const { egress, values } = context;
  const blank = requestBuilder(
    { url: poll, method: 'GET', ...(headers && { headers }) },
    { ...context, values: { after: '', ...values } },
  )('');
  return (after) => {
    const filled = fillAddress(poll, { ...values, after });
    const { origin, pathname, search } = egress.checkUrl(filled, httpSchemes);
    return { ...blank, origin, path: pathname + search, isQuestion: true };
  };
}

/** Makes a function that returns the new messages of an answer. */
function newsReader({ after, repeats = false }: HttpChannelConfiguration) {
  const readAfter = after === undefined ? undefined : pathReader(after);
  let place = '';
  let seen = 0;
  return {
    after: () => place,
    of(payload: Json, messages: BotMessage[]): BotMessage[] {
      const found = readAfter?.(payload);
      if (typeof found === 'string' || typeof found === 'number') place = String(found);
      if (!repeats) return messages;
      const fresh = messages.slice(seen);
      seen = Math.max(seen, messages.length);
      return fresh;
    },
  };
}

const isObject = (payload: Json): boolean => typeof payload === 'object' && payload !== null;

const notTaken = () =>
  new ConversationError({
    class: 'silent',
    code: 'reply-timeout',
    message: 'The bot did not accept the message in time.',
    hint: 'Check the bot, or allow more time with replyTimeout.',
  });
