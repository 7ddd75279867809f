/** Listens to a conversation until a turn is over. */
import type { OpenConversation } from '../open-conversation.ts';
import { type FoldedTurn, firstMessageAt, type TurnWindow, turnUntil } from './fold-turn.ts';

/** Time of the first message of a turn, in milliseconds of `performance.now()`. */
export interface TurnTiming {
  firstAt?: number;
}

interface Listening {
  /** Time when the bot was addressed, and until when it can answer, in milliseconds of `performance.now()`. */
  spokenAt: number;
  until: number;
  /** See `TurnWindow`. */
  isPause?: boolean;
  /** Receives the time of the first message as soon as it is known, even if the turn fails later. */
  timing?: TurnTiming | undefined;
}

/** Listens until the turn is over. The caller has to end the turn, because a turn without messages can continue. */
export function listen(
  conversation: OpenConversation,
  { spokenAt, until, isPause = false, timing }: Listening,
): Promise<FoldedTurn> {
  const { channel, timeline } = conversation;
  const { quietMs, repliesNameOthers } = channel.abilities;
  const { clock } = timeline;
  const window: TurnWindow = {
    from: clock.now(),
    until: clock.at(until),
    spokenAt: clock.at(spokenAt),
    quietMs,
    isPause,
    repliesNameOthers,
  };
  const fold = () => {
    const turn = timeline.fold(window);
    if (timing && timing.firstAt === undefined) {
      const firstAt = firstMessageAt(turn);
      if (firstAt !== undefined) timing.firstAt = clock.timeOf(firstAt);
    }
    return turn;
  };
  return channel.attend
    ? attend(conversation, until, isPause, fold)
    : waitForEnd(conversation, fold);
}

/** Waits for the end of the turn on a channel that reports observations unprompted. */
async function waitForEnd(
  { timeline }: OpenConversation,
  fold: () => FoldedTurn,
): Promise<FoldedTurn> {
  let waitedUntil = Number.NEGATIVE_INFINITY;
  for (;;) {
    const turn = fold();
    const until = turnUntil(turn, timeline.clock.now());
    // Timers can end slightly early, so the same moment is not waited for twice.
    if (until === undefined || until <= waitedUntil) return turn;
    waitedUntil = (await timeline.wait(until)) ? Number.NEGATIVE_INFINITY : until;
  }
}

/** Waits for the turn on a channel that reports observations only during `attend`. */
async function attend(
  { channel, timeline }: OpenConversation,
  until: number,
  isPause: boolean,
  fold: () => FoldedTurn,
): Promise<FoldedTurn> {
  for (let before = 0; ; ) {
    await channel.attend?.(until, isPause).catch((error: unknown) => {
      timeline.observe({
        kind: 'failure',
        at: timeline.clock.now(),
        leg: 'received',
        data: { error },
      });
    });
    const turn = fold();
    const isNew = turn.messages.length > before;
    if (!isNew || turnUntil(turn, timeline.clock.now()) === undefined) return turn;
    before = turn.messages.length;
  }
}
