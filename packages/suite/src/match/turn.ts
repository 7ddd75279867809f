import type { Failure } from '../events/failure.ts';
import type { ToolReport } from '../tools/tool-call.ts';
import type { VoiceFacts } from '../voice/voice-facts.ts';
import type { BotEvent, Reply } from './matcher.ts';

/** Everything received from the bot in one turn. */
export type Turn = Reply | Silence;

/** Everything received in a turn without a reply. */
export interface Silence {
  text?: undefined;
  events: BotEvent[];
  /** See `Reply`. */
  areEventsCut?: true;
  /** What was heard instead of a reply, such as music, which explains why there was none. */
  remark?: Failure;
  /** See `Reply`. */
  isMasked?: true;
  /** See `Reply`. */
  tools?: ToolReport;
  /** See `Reply`. */
  voice?: VoiceFacts;
}

/** The reply of a turn in which the bot said something. */
export const replyIn = (turn: Turn | undefined): Reply | undefined =>
  turn?.text === undefined ? undefined : turn;

/** Removes the reply from a turn; undefined if nothing else came. */
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
