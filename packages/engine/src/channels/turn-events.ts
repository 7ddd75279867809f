import type { BotEvent, Silence } from '@parley/suite';
import { limits } from '../limits.ts';

/** What a bot sends without saying anything, from one turn to the next. It never makes or ends a turn. */
export interface TurnEvents {
  add(event: BotEvent): void;
  /** Something unreadable arrived. */
  cut(): void;
  /** See `Channel.takeEvents`. */
  take(): Silence | undefined;
}

export function createTurnEvents(): TurnEvents {
  let events: BotEvent[] = [];
  let length = 0;
  let isCut = false;
  return {
    add(event) {
      // The first that has no room is the last that is measured: a bot can send them without end.
      if (isCut || isBlank(event)) return;
      length += JSON.stringify(event.data).length;
      isCut = length > limits.eventsLengthMax || events.length === limits.eventsPerTurnMax;
      if (!isCut) events.push(event);
    },
    cut() {
      isCut = true;
    },
    take() {
      if (events.length === 0 && !isCut) return undefined;
      const taken: Silence = { events, ...(isCut && { areEventsCut: true }) };
      events = [];
      length = 0;
      isCut = false;
      return taken;
    },
  };
}

/** A sign of life without anything in it. */
const isBlank = ({ name, data }: BotEvent) => name === undefined && (data === '' || data === null);
