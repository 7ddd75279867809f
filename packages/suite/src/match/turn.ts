import type { Failure } from '../events/failure.ts';
import type { ToolReport } from '../tools/tool-call.ts';
import type { VoiceFacts } from '../voice/voice-facts.ts';
import type { BotEvent, Reply } from './matcher.ts';

/** Everything that was received from the bot in one turn. */
export type Turn = Reply | Silence;

/** Everything that was received in a turn without a reply. */
export interface Silence {
  text?: undefined;
  events: BotEvent[];
  /** See `Reply`. */
  areEventsCut?: true;
  /** What was received instead of a reply, such as music. It explains why there was none. */
  remark?: Failure;
  /** See `Reply`. */
  isMasked?: true;
  /** See `Reply`. */
  tools?: ToolReport;
  /** See `Reply`. */
  voice?: VoiceFacts;
}

/** @returns the reply of a turn; undefined if the bot did not reply */
export const replyIn = (turn: Turn | undefined): Reply | undefined =>
  turn?.text === undefined ? undefined : turn;

/** @returns the turn without its reply; undefined if nothing else was received */
export function silenceIn(turn: Turn | undefined): Silence | undefined {
  if (!turn?.events && !turn?.tools && !turn?.voice) return undefined;
  const { events = [], areEventsCut, remark, tools, voice } = turn;
  return {
    events,
    ...(areEventsCut && { areEventsCut }),
    ...(remark && { remark }),
    ...(tools && { tools }),
    ...(voice && { voice }),
  };
}

/** @returns true if nothing was received in a turn, even if its silence was timed */
export const isSilent = (turn: Turn | undefined): boolean =>
  turn === undefined ||
  (turn.text === undefined &&
    turn.events.length === 0 &&
    !turn.tools &&
    !turn.remark &&
    !turn.areEventsCut);
