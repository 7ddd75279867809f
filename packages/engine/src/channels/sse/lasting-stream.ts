import { fillAddress, type SseChannelConfiguration } from '@parley/suite';
import type { Channel, ConversationContext } from '../channel.ts';
import { checkedHeaders } from '../headers.ts';
import { httpSchemes, requestBuilder } from '../http/build-request.ts';
import { createHttpSession } from '../http/http-session.ts';
import { checkAnswer } from '../http/payload-of.ts';
import { createObserver } from '../observer.ts';
import { createReplyObserver } from '../reply-observer.ts';
import { createToolParts } from '../tool-parts.ts';
import { acceptedTooLate, closedEarly, unaskedAbilities } from '../unasked.ts';
import { createUtteranceIds } from '../utterance-ids.ts';
import { createWait } from '../wait.ts';
import { createEventReader } from './event-reader.ts';
import { createEventMessages, observeEvent } from './read-events.ts';

/** Opens a conversation with one persistent stream: messages are posted, and replies arrive on the stream. */
export async function openLastingStream(
  configuration: SseChannelConfiguration & { stream: string },
  context: ConversationContext,
): Promise<Channel> {
  const { egress, values, deadline, stop, traffic, limits } = context;
  const http = createHttpSession(context, { measuresHolds: true });
  const toRequest = requestBuilder(configuration, context);
  const readEvent = createEventMessages(configuration);
  const ids = createUtteranceIds(configuration.replies?.inReplyTo);
  const observer = createObserver(context);
  const toolParts = createToolParts(configuration, observer);
  const observeReading = createReplyObserver(observer, ids, toolParts);
  const opening = createWait();
  let isOpen = false;
  const reader = createEventReader((event) => {
    const read = readEvent(event);
    if (read) observeReading(read.reading, read.payload, { name: event.event });
    else {
      toolParts?.takeEvent(event);
      observeEvent(observer, event);
    }
  });
  const url = egress.checkUrl(fillAddress(configuration.stream, values), httpSchemes);
  const stream = http.exchange(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: {
        'user-agent': 'Parley',
        ...checkedHeaders(configuration.headers ?? {}, values),
        accept: 'text/event-stream',
      },
      traffic,
      isQuestion: true,
      events: {
        begin() {
          isOpen = true;
          opening.end();
        },
        take: reader.take,
      },
    },
    performance.now() + limits.conversationMs,
    (until) => until < deadline,
  );
  const ended = stream.answer
    .then((answer) => {
      if (answer) {
        checkAnswer(answer);
        reader.end();
      }
      return closedEarly();
    })
    .catch((error: Error) => error)
    .then((error) => {
      observer.end(error);
      opening.end();
      return error;
    });
  const opened = opening.until(deadline);
  const forget = stop.whenStopped(opening.end);
  await opened;
  forget();
  if (!isOpen) {
    stream.abort(acceptedTooLate());
    throw await ended;
  }

  return {
    abilities: unaskedAbilities(configuration),

    async send(utterance, deadline) {
      if (utterance.kind !== 'text') return;
      const id = ids.next();
      observer.sent(utterance.kind, id);
      const answer = await http.exchange(toRequest(utterance.text, id), deadline).answer;
      if (answer) checkAnswer(answer, configuration.accepts);
    },

    close() {
      observer.end();
      http.close();
    },
  };
}
