import type { Json, ReportsTools } from '@parley/suite';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Observer } from './observer.ts';
import { readAnswer } from './read-answer.ts';
import { isEndMark } from './sse/hear-stream.ts';

/** Observes data that can report tool calls. */
export interface ToolParts {
  /** Observes an answer, a frame or the data of an event. `answers` are the utterances that it names. */
  take(data: Json, answers?: string[]): void;
  takeEvent(event: EventSourceMessage): void;
}

export function createToolParts(
  { toolCalls: format }: ReportsTools,
  observer: Observer,
): ToolParts | undefined {
  if (format === undefined) return undefined;
  const take = (data: Json, answers?: string[]) => observer.tools(format, { data }, answers);
  return {
    take,
    takeEvent(event) {
      const name = event.event === undefined ? {} : { name: event.event };
      try {
        const data = isEndMark(event) ? event.data : readAnswer(Buffer.from(event.data));
        observer.tools(format, { ...name, data });
      } catch {
        // Unreadable data may have been a tool call.
        observer.tools(format, undefined);
      }
    },
  };
}
