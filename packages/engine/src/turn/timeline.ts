/**
 * Observations of a conversation that belong to no turn yet. However much a bot sends, the timeline keeps no more than one turn
 * can contain plus what one reader can have missed.
 */
import { type BotEvent, toolPartsPerTurnMax } from '@parley/suite';
import type { ConversationClock, Observation, ToolsObservation } from '../channels/channel.ts';
import { broken } from '../channels/unasked.ts';
import { createWait } from '../channels/wait.ts';
import { limits } from '../limits.ts';
import { type FoldedTurn, foldTurn, noEarlierTurns, type TurnWindow } from './fold-turn.ts';

export interface Timeline {
  clock: ConversationClock;
  observe(observation: Observation): void;
  /** @returns true if no more observations are accepted */
  isOver(): boolean;
  /** Returns the turn as observed so far. */
  fold(window: TurnWindow): FoldedTurn;
  /** Ends the last folded turn. Later observations belong to the next one. */
  endTurn(): void;
  /** Returns the moment at which the last utterance of the turn had been sent. */
  sentAt(): number | undefined;
  /**
   * Waits until something is observed that can end the turn.
   *
   * @returns false if nothing was observed in time
   */
  wait(until: number): Promise<boolean>;
}

/** Maximum unread messages; more of them end the conversation, because the bot talks faster than anyone can read. */
const unreadMax = 1_000;

/** Maximum waits that are kept per turn; a polled bot can be busy for an hour. */
const waitsMax = 100;

export function createTimeline(): Timeline {
  const clock = createClock();
  const wakeUp = createWait();
  let observations: Observation[] = [];
  let earlier = noEarlierTurns;
  let folded: FoldedTurn | undefined;
  /** Number of observations in the folded turn. */
  let foldedCount = 0;
  const unread = { count: 0, size: 0 };
  const events = { count: 0, size: 0, isCut: false };
  const tools = { count: 0, size: 0, isCut: false };
  let waits = 0;
  let isOver = false;
  let isAwake = false;

  function add(observation: Observation): void {
    observations.push(observation);
  }

  function forget(isForgotten: (one: Observation) => boolean): void {
    const kept = observations.filter((one) => !isForgotten(one));
    foldedCount -= observations.slice(0, foldedCount).filter(isForgotten).length;
    observations = kept;
  }

  function wake(): void {
    isAwake = true;
    wakeUp.end();
  }

  function end(observation: Observation): void {
    if (isOver) return;
    isOver = true;
    add(observation);
    wake();
  }

  function cut(at: number): void {
    if (!events.isCut) add({ kind: 'cut', at, leg: 'received', data: null });
    events.isCut = true;
  }

  /**
   * Adds an event if there is room. Once there is none, events are no longer measured, because a bot can send them endlessly.
   */
  function addEvent(observation: Observation & { kind: 'event' }): void {
    const { event } = observation.data;
    if (events.isCut || isBlank(event)) return;
    events.count += 1;
    events.size += JSON.stringify(event.data).length;
    const hasRoom =
      events.count <= limits.eventsPerTurnMax && events.size <= limits.eventsLengthMax;
    if (hasRoom) add(observation);
    else cut(observation.at);
  }

  /** Adds data that may report tool calls. Without room, only the fact that it is missing is kept. */
  function addTools(observation: ToolsObservation): void {
    const { part } = observation.data;
    if (tools.isCut) return;
    tools.count += 1;
    tools.size += part ? JSON.stringify(part.data).length : 0;
    const hasRoom = tools.count <= toolPartsPerTurnMax && tools.size <= limits.turnLengthMax;
    add(hasRoom ? observation : { ...observation, data: { ...observation.data, part: undefined } });
    tools.isCut = !hasRoom;
  }

  function addMessage(observation: Observation & { kind: 'message' }): void {
    if (isOver) return;
    add(observation);
    unread.count += 1;
    unread.size += observation.size;
    if (unread.count > unreadMax || unread.size > limits.unreadLengthMax)
      end({ kind: 'end', at: observation.at, leg: 'received', data: { error: flooded() } });
    wake();
  }

  function forgetFirstWait(): void {
    const over = observations.find((one) => one.kind === 'waited');
    if (!over) return;
    forget((one) => one === over || one === over.data.wait);
    waits -= 1;
  }

  /** Adds an observation that arrived between the last fold and the end of the turn. */
  function addAgain(observation: Observation): void {
    if (observation.kind === 'event') addEvent(observation);
    else if (observation.kind === 'cut') cut(observation.at);
    else if (observation.kind === 'tools') addTools(observation);
    else {
      if (observation.kind === 'wait') waits += 1;
      add(observation);
    }
  }

  return {
    clock,
    isOver: () => isOver,
    observe(observation) {
      switch (observation.kind) {
        case 'message':
          return addMessage(observation);
        case 'event':
          return addEvent(observation);
        case 'tools':
          return addTools(observation);
        case 'cut':
          return cut(observation.at);
        case 'end':
          return end(observation);
        case 'remark':
          forget(({ kind }) => kind === 'remark');
          return add(observation);
        case 'failure':
          add(observation);
          return wake();
        case 'wait':
          if (++waits > waitsMax) forgetFirstWait();
          return add(observation);
        default:
          return add(observation);
      }
    },
    fold(window) {
      folded = foldTurn(observations, window, earlier);
      if (folded.late.length > limits.messagesPerTurnMax) {
        const late = new Set<Observation>(folded.late);
        forget((one) => late.has(one));
      }
      foldedCount = observations.length;
      unread.count = 0;
      unread.size = 0;
      for (const one of folded.rest) {
        if (one.kind !== 'message') continue;
        unread.count += 1;
        unread.size += one.size;
      }
      return folded;
    },
    endTurn() {
      if (!folded) return;
      const since = observations.slice(foldedCount);
      ({ rest: observations, earlier } = folded);
      folded = undefined;
      waits = 0;
      for (const { kind } of observations) if (kind === 'wait') waits += 1;
      events.count = 0;
      events.size = 0;
      events.isCut = false;
      tools.count = 0;
      tools.size = 0;
      tools.isCut = false;
      for (const observation of since) addAgain(observation);
    },
    sentAt() {
      const sent = observations.findLast(({ kind }) => kind === 'sent');
      return sent?.at;
    },
    async wait(until) {
      isAwake = false;
      await wakeUp.until(clock.timeOf(until));
      return isAwake;
    },
  };
}

function createClock(): ConversationClock {
  const beganAt = performance.now();
  return {
    now: () => performance.now() - beganAt,
    at: (time) => time - beganAt,
    timeOf: (at) => beganAt + at,
  };
}

/** @returns true for a keep-alive: an event without any content */
const isBlank = ({ name, data }: BotEvent) => name === undefined && (data === '' || data === null);

const flooded = () => broken('flood', 'The bot sends messages faster than they can be read.');
