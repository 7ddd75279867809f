import type { EventSourceMessage } from 'eventsource-parser';
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts';
import type { HttpConnections, HttpExchange } from '../http/http-connections.ts';
import { createWait } from '../wait.ts';
import { createEventReader } from './event-reader.ts';

/** What a request brought: events, or an ordinary answer where the bot does not stream. */
export interface StreamAnswer {
  events: EventSourceMessage[];
  /** When the first event came. */
  firstAt: number;
  /** Undefined when the stream did not end until it was quiet or the deadline came. */
  answer: HttpAnswer | undefined;
}

/**
 * Sends a request and collects the events of its answer until the stream ends, it was quiet for
 * `quietMs` after an event, or the deadline comes. `started` gets the exchange, to break it off.
 */
export async function hearStream(
  http: HttpConnections,
  request: HttpRequest,
  { deadline, quietMs }: { deadline: number; quietMs: number },
  started: (exchange: HttpExchange) => void,
): Promise<StreamAnswer> {
  const events: EventSourceMessage[] = [];
  const wait = createWait();
  let firstAt = 0;
  let lastAt = 0;
  const take = createEventReader((event) => {
    lastAt = performance.now();
    firstAt ||= lastAt;
    events.push(event);
    wait.end();
  });
  const exchange = http.exchange({ ...request, events: { take } }, deadline);
  started(exchange);
  let isOver = false;
  const ended = exchange.answer.finally(() => {
    isOver = true;
    wait.end();
  });
  // Its error is thrown below, where the answer is awaited.
  ended.catch(() => {});
  for (;;) {
    const until = events.length > 0 ? Math.min(deadline, lastAt + quietMs) : deadline;
    if (isOver || performance.now() >= until) break;
    await wait.until(until);
  }
  if (isOver) return { events, firstAt, answer: await ended };
  exchange.abort();
  return { events, firstAt, answer: undefined };
}
