import type { Json, SseChannelConfiguration } from '@parley/suite';
import type { EventSourceMessage } from 'eventsource-parser';
import { limits } from '../../limits.ts';
import type { Channel, Heard, Surroundings } from '../channel.ts';
import { requestBuilder } from '../http/build-request.ts';
import { type HttpRequest, notInTime } from '../http/exchange.ts';
import { heardIn } from '../http/http-channel.ts';
import type { HttpExchange } from '../http/http-connections.ts';
import { createHttpSession } from '../http/http-session.ts';
import { createMessageReader } from '../read-messages.ts';
import { holdLikelyText, replyNotFound } from '../reply-paths.ts';
import { createTurnEvents } from '../turn-events.ts';
import { createWait } from '../wait.ts';
import { hearStream, type StreamAnswer, type StreamTiming } from './hear-stream.ts';
import { addEvent, createEventMessages, joinPieces, type ReadEvent } from './read-events.ts';

/** The end of a stream ends its turn; this is for bots that never end one. */
const answerQuietMs = 2_000;

/** The response to each message is a stream of its own. */
export function openAnswerStreams(
  configuration: SseChannelConfiguration,
  surroundings: Surroundings,
): Channel {
  const { quietMs = answerQuietMs, replies, pieces = false } = configuration;
  const http = createHttpSession(surroundings);
  const toRequest = requestBuilder(configuration, surroundings);
  const readEvent = createEventMessages(configuration);
  const readWhole = createMessageReader(replies);
  const turnEvents = createTurnEvents();
  const wait = createWait();
  let unsent: HttpRequest | undefined;
  let underWay: HttpExchange | undefined;
  let isClosed = false;

  /** One that can't be read counts: that is told where it is read. */
  function counts(event: EventSourceMessage): boolean {
    try {
      return (readEvent(event)?.reading.messages.length ?? 0) > 0;
    } catch {
      return true;
    }
  }

  const timing = (deadline: number): StreamTiming => ({
    deadline,
    quietMs,
    counts,
    ...(!pieces && { countMax: limits.messagesPerTurnMax }),
  });

  function toHeard({ events, firstAt, answer, isCut }: StreamAnswer): Heard | undefined {
    if (events.length === 0) return answer && heardIn(answer, readWhole, configuration.accepts);
    // Without its last pieces a message says something else; messages of their own are whole.
    if (isCut && pieces) throw notInTime();
    const said: ReadEvent[] = [];
    const unread: Json[] = [];
    for (const event of events) {
      const read = readEvent(event);
      if (read?.reading.unread) unread.push(read.payload);
      if (read?.reading.messages.length) said.push(read);
      else addEvent(turnEvents, event);
    }
    const notFound = () => replyNotFound(replies, unread);
    if (said.length === 0 && holdLikelyText(unread)) throw notFound();
    if (firstAt === undefined && !answer) return undefined;
    const messages = said.flatMap(({ reading }) => reading.messages);
    const heard: Heard = {
      messages: pieces ? [joinPieces(messages)] : messages,
      payload: said.length === 1 && said[0] ? said[0].payload : said.map(({ payload }) => payload),
      ...(said.length > 1 && { isSeveral: true }),
      at: firstAt ?? performance.now(),
    };
    const isUnread = ({ reading }: ReadEvent) => reading.unread ?? reading.isSign;
    if (unread.length > 0 && said.length > 0 && said.every(isUnread)) heard.unread = notFound;
    return heard;
  }

  return {
    abilities: { inputs: ['text', 'open', 'pause'], greets: false, quietMs: 0 },

    async send(utterance) {
      unsent = toRequest(utterance.kind === 'text' ? utterance.text : '');
    },

    waitedMs: http.waitedMs,
    heldMs: http.heldMs,

    async next(deadline) {
      const request = unsent;
      unsent = undefined;
      if (isClosed) return undefined;
      if (!request) {
        await wait.until(deadline);
        return undefined;
      }
      return toHeard(
        await hearStream(http, request, timing(deadline), (exchange) => {
          underWay = exchange;
        }),
      );
    },

    takeEvents: turnEvents.take,

    close() {
      isClosed = true;
      underWay?.abort();
      wait.end();
    },
  };
}
