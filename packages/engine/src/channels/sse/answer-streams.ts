import type { Json, SseChannelConfiguration } from '@parley/suite';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Channel, ChannelMessages, ConversationContext } from '../channel.ts';
import { requestBuilder } from '../http/build-request.ts';
import { type HttpRequest, notInTime } from '../http/exchange.ts';
import { messagesIn } from '../http/http-channel.ts';
import type { HttpExchange } from '../http/http-connections.ts';
import { createHttpSession } from '../http/http-session.ts';
import { createObserver } from '../observer.ts';
import { createMessageReader } from '../read-messages.ts';
import { holdLikelyText, replyNotFound } from '../reply-paths.ts';
import { createToolParts } from '../tool-parts.ts';
import { createWait } from '../wait.ts';
import { hearStream, type StreamAnswer, type StreamTiming } from './hear-stream.ts';
import {
  createEventMessages,
  createMessageCounter,
  joinPieces,
  observeEvent,
  type ReadEvent,
} from './read-events.ts';

/** Pause that ends a turn, for bots that never end their streams. */
const answerQuietMs = 2_000;
/** No pause ends a turn of an agent with tool calls: agents are quiet while a tool runs, and their formats mark the end. */
const agentQuietMs = Number.POSITIVE_INFINITY;

/** Opens a conversation in which each message is answered by a separate stream. */
export function openAnswerStreams(
  configuration: SseChannelConfiguration,
  context: ConversationContext,
): Channel {
  const { toolCalls, replies, pieces = false } = configuration;
  const { quietMs = toolCalls === undefined ? answerQuietMs : agentQuietMs } = configuration;
  const http = createHttpSession(context, { measuresHolds: true });
  const toRequest = requestBuilder(configuration, context);
  const readEvent = createEventMessages(configuration);
  const readWhole = createMessageReader(replies);
  const observer = createObserver(context);
  const toolParts = createToolParts(configuration, observer);
  const { clock, limits } = context;
  const wait = createWait();
  let unsent: HttpRequest | undefined;
  let underWay: HttpExchange | undefined;
  let isClosed = false;

  /** Counts messages, including those that cannot be parsed; the reader reports them. */
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

  function observeAnswer({ events, firstAt, answer, isCut }: StreamAnswer): void {
    if (events.length === 0) {
      if (!answer) return;
      const said = messagesIn(answer, readWhole, configuration.accepts);
      toolParts?.take(said.payload);
      observer.said(said);
      return;
    }
    // A message without its last pieces says something else. Without `pieces`, each message is complete.
    if (isCut && pieces) throw notInTime();
    const placeOf = createMessageCounter(configuration);
    const said: (ReadEvent & { place: number })[] = [];
    const unread: Json[] = [];
    for (const event of events) {
      toolParts?.takeEvent(event);
      const place = placeOf(event);
      const read = readEvent(event);
      if (read?.reading.unread) unread.push(read.payload);
      if (read?.reading.messages.length) said.push({ ...read, place });
      else observeEvent(observer, event);
    }
    const notFound = () => replyNotFound(replies, unread);
    if (said.length === 0 && holdLikelyText(unread)) throw notFound();
    if (firstAt === undefined && !answer) return;
    const found = said.map(({ place, reading: { messages } }) => ({ place, messages }));
    const whole: ChannelMessages = {
      messages: pieces ? joinPieces(found) : found.flatMap(({ messages }) => messages),
      payload: said.length === 1 && said[0] ? said[0].payload : said.map(({ payload }) => payload),
      ...(said.length > 1 && { isSeveral: true }),
    };
    const isUnread = ({ reading }: ReadEvent) => reading.unread ?? reading.isSign;
    if (unread.length > 0 && said.length > 0 && said.every(isUnread)) whole.unread = notFound;
    observer.said(whole, firstAt === undefined ? undefined : clock.at(firstAt));
  }

  return {
    abilities: { inputs: ['text', 'open', 'pause'], greets: false, quietMs: 0 },

    async send(utterance) {
      observer.sent(utterance.kind);
      unsent = toRequest(utterance.kind === 'text' ? utterance.text : '');
    },

    async attend(deadline) {
      const request = unsent;
      unsent = undefined;
      if (isClosed) return;
      if (!request) return wait.until(deadline);
      observeAnswer(
        await hearStream(http, request, timing(deadline), (exchange) => {
          underWay = exchange;
        }),
      );
    },

    close() {
      isClosed = true;
      underWay?.abort();
      wait.end();
    },
  };
}
