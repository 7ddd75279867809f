import { fillAddress, type SseChannelConfiguration } from '@parley/suite';
import { limits } from '../../limits.ts';
import type { Channel, Surroundings } from '../channel.ts';
import { checkedHeaders } from '../headers.ts';
import { httpSchemes, requestBuilder } from '../http/build-request.ts';
import { createHttpSession } from '../http/http-session.ts';
import { checkAnswer } from '../http/payload-of.ts';
import { createLateReplies, nextInTime } from '../late-replies.ts';
import { acceptedTooLate, closedEarly, unaskedAbilities } from '../unasked.ts';
import { createUnaskedReplies } from '../unasked-replies.ts';
import { createWait } from '../wait.ts';
import { createEventReader } from './event-reader.ts';
import { addEvent, createEventMessages } from './read-events.ts';

/** One stream stays open for the whole conversation; what is posted is answered there. */
export async function openLastingStream(
  configuration: SseChannelConfiguration & { stream: string },
  surroundings: Surroundings,
): Promise<Channel> {
  const { egress, values, deadline, stop, traffic } = surroundings;
  const http = createHttpSession(surroundings);
  const toRequest = requestBuilder(configuration, surroundings);
  const readEvent = createEventMessages(configuration);
  const late = createLateReplies(configuration.replies?.inReplyTo);
  const { inbox, events, take, takeEvents, whySilent } = createUnaskedReplies(
    configuration.replies,
  );
  const opening = createWait();
  let isOpen = false;
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
      events: {
        begin() {
          isOpen = true;
          opening.end();
        },
        take: createEventReader((event) => {
          const read = readEvent(event);
          if (read) take(read.reading, read.payload, { name: event.event });
          else addEvent(events, event);
        }),
      },
    },
    performance.now() + limits.conversationMs,
    (until) => until < deadline,
  );
  stream.answer
    .then((answer) => {
      if (answer) checkAnswer(answer);
      throw closedEarly();
    })
    .catch((error) => inbox.end(error))
    .finally(opening.end);
  const opened = opening.until(deadline);
  const forget = stop.whenStopped(opening.end);
  await opened;
  forget();
  if (!isOpen) {
    stream.abort(acceptedTooLate());
    await inbox.next(deadline);
  }

  return {
    abilities: unaskedAbilities(configuration),

    async send(utterance, deadline) {
      if (utterance.kind !== 'text') return;
      const answer = await http.exchange(toRequest(utterance.text, late.nextId()), deadline).answer;
      if (answer) checkAnswer(answer, configuration.accepts);
    },

    waitedMs: http.waitedMs,
    heldMs: http.heldMs,

    next: (deadline) => nextInTime(inbox, deadline, late.isLate),
    takeEvents,
    whySilent,

    close() {
      inbox.end();
      http.close();
    },
  };
}
