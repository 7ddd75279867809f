import type { EventSourceMessage } from 'eventsource-parser';
import { limits } from '../../limits.ts';
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts';
import type { HttpExchange } from '../http/http-connections.ts';
import type { HttpSession } from '../http/http-session.ts';
import { tooManyMessages } from '../read-messages.ts';
import { createWait } from '../wait.ts';
import { createEventReader } from './event-reader.ts';

/** The answer to a request: events, or an ordinary answer if the bot does not stream. */
export interface StreamAnswer {
  events: EventSourceMessage[];
  /** Time of the first event that counts, by `performance.now()`; undefined if none arrived. */
  firstAt: number | undefined;
  /** Undefined if the stream was still open when the pause or the deadline ended the wait. */
  answer: HttpAnswer | undefined;
  /** True if the bot was still talking at the deadline. */
  isCut: boolean;
}

export interface StreamTiming {
  deadline: number;
  quietMs: number;
  /**
   * Returns true if an event counts as a message. Other events, such as "typing", are collected, but not counted. By default,
   * every event counts.
   */
  counts?(event: EventSourceMessage): boolean;
  /** Maximum number of messages. Defaults to `eventsPerAnswerMax`. */
  countMax?: number;
}

/**
 * Sends a request and collects the events of its answer until the stream ends, nothing arrived for `quietMs` after an event
 * that counts, or the deadline is reached. `started` receives the exchange, so that it can be aborted.
 */
export async function hearStream(
  http: HttpSession,
  request: HttpRequest,
  {
    deadline: asked,
    quietMs,
    counts = () => true,
    countMax = limits.eventsPerAnswerMax,
  }: StreamTiming,
  started: (exchange: HttpExchange) => void,
): Promise<StreamAnswer> {
  const startedAt = performance.now();
  const events: EventSourceMessage[] = [];
  const wait = createWait();
  let firstAt: number | undefined;
  let lastAt: number | undefined;
  let counted = 0;
  const reader = createEventReader((event) => {
    if (events.push(event) > limits.eventsPerAnswerMax) {
      throw tooManyMessages(limits.eventsPerAnswerMax);
    }
    if (!counts(event)) return;
    if (++counted > countMax) throw tooManyMessages(countMax);
    lastAt = performance.now();
    firstAt ??= lastAt;
    wait.end();
  });
  const exchange = http.exchange({ ...request, events: { take: reader.take } }, asked);
  started(exchange);
  let isOver = false;
  const ended = exchange.answer
    .then((answer) => {
      // Nothing can be missing after the end mark.
      if (answer && !events.some(isEndMark)) reader.end();
      return answer;
    })
    .finally(() => {
      isOver = true;
      wait.end();
    });
  // The error is thrown below, where the answer is awaited.
  ended.catch(() => {});
  let deadline = asked;
  for (;;) {
    deadline = asked + http.heldMs(startedAt);
    const until = lastAt === undefined ? deadline : Math.min(deadline, lastAt + quietMs);
    if (isOver || performance.now() >= until) break;
    await wait.until(until);
  }
  const answer = isOver ? await ended : undefined;
  exchange.abort();
  const hasEnd = answer !== undefined || events.some(isEndMark);
  // If the time is too short for two pauses, half of it must be quiet to show that the bot has finished.
  const halfMs = (deadline - startedAt) / 2;
  const enoughMs = Number.isFinite(quietMs) ? Math.min(quietMs, halfMs) : quietMs;
  const isCut = !hasEnd && lastAt !== undefined && lastAt + enoughMs > deadline;
  return { events, firstAt, answer, isCut };
}

/** @returns true for the marker that language models send last, even if the stream then stays open */
export const isEndMark = ({ data }: EventSourceMessage): boolean => data === '[DONE]';
