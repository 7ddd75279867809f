/** Commands of the person who explores a bot. Workers read them from the log. */
import type { ConversationEndReason, ExplorationEvent, Input } from '@parley/suite';
import { sql } from 'drizzle-orm';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { News } from '../../platform/live/news.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuseRunBeyondQuota } from '../billing/billing.ts';
import { refuseInactiveSubscription } from '../organizations/organizations.ts';
import { botOfSuite, deviceColumns } from './begin-exploration.ts';
import { explorationLimits } from './exploration-limits.ts';
import { append } from './exploration-log.ts';
import { explorationTopic, waitingTopic } from './exploration-news.ts';
import { type ExplorationRow, folderOfExploration, openStates } from './exploration-row.ts';
import {
  countOpenConversations,
  deleteExploration,
  lockExploration,
} from './explorations.queries.ts';

/** Starts a conversation and ends the previous one. A worker sends the messages in `path` as soon as it has claimed it. */
export function startConversation(
  scope: Scope,
  news: News,
  id: string,
  path: readonly Input[],
): Promise<ExplorationRow> {
  return inTransaction(scope, async (inside) => {
    const exploration = found(await lockExploration(inside, id));
    await refuseInactiveSubscription(inside);
    await refuseRunBeyondQuota(inside, exploration.configuration.platform ?? 'webchat');
    refuseWhenFull(exploration, path.length);
    const isOpenAlready = isOpen(exploration);
    const open = (await countOpenConversations(inside)) - (isOpenAlready ? 1 : 0);
    if (open >= explorationLimits.openConversationsPerOrganization) {
      throw new ApiError('limit_reached', {
        message: `Your organization already has ${open} open conversations, which is the limit.`,
        hint: 'End one of them, or wait: an idle conversation ends after 10 minutes.',
      });
    }
    const { suiteId } = exploration;
    const bot =
      suiteId === null ? exploration : await botOfSuite(inside, suiteId, { chosen: exploration });

    const at = Date.now();
    const conversation = exploration.conversation + 1;
    const ending: ExplorationEvent[] = isOpenAlready ? [endOf(exploration, 'replaced')] : [];
    const said = path.map((input, index): ExplorationEvent => {
      return { type: 'said', at, conversation, turn: index + 1, input, isReplay: true };
    });
    const row = await append(inside.db, news, {
      explorationId: id,
      events: [...ending, { type: 'conversation.started', at, conversation }, ...said],
      change: {
        conversation,
        conversationStatus: 'waiting',
        conversationSeq: exploration.lastSeq + ending.length + 1,
        turnsSaid: path.length,
        turnsAnswered: 0,
        waitingSince: sql`now()`,
        lastActiveAt: sql`now()`,
        leaseOwner: null,
        leaseExpiresAt: null,
        configuration: bot.configuration,
        ...('columns' in bot && bot.columns),
        ...(await deviceColumns(inside, bot.deviceId)),
      },
    });
    await news.publish(inside.db, waitingTopic);
    return found(row);
  });
}

export function say(
  scope: Scope,
  news: News,
  id: string,
  conversation: number,
  input: Input,
): Promise<ExplorationRow> {
  return sayIn(scope, news, id, conversation, { input });
}

/** Sends a message. `recording` is the ID of a recording that is played on the phone line instead of speaking the text. */
export function sayIn(
  scope: Scope,
  news: News,
  id: string,
  conversation: number,
  said: { input: Input; recording?: string },
): Promise<ExplorationRow> {
  return inTransaction(scope, async (inside) => {
    const exploration = found(await lockExploration(inside, id));
    refuseOver(exploration, conversation);
    refuseWhenFull(exploration, 1);
    const unanswered = exploration.turnsSaid - exploration.turnsAnswered;
    if (unanswered >= explorationLimits.unansweredMax) {
      throw new ApiError('limit_reached', {
        message: 'The bot has not answered the previous message yet.',
        hint: 'Wait for its answer, or start another conversation.',
      });
    }
    const turn = exploration.turnsSaid + 1;
    const row = await append(inside.db, news, {
      explorationId: id,
      events: [{ type: 'said', at: Date.now(), conversation, turn, ...said }],
      change: {
        turnsSaid: turn,
        lastActiveAt: sql`now()`,
        ...(said.recording !== undefined && { hasEvidence: true }),
      },
    });
    return found(row);
  });
}

/** Ends the conversation. Hanging up twice is not an error. */
export function endConversation(scope: Scope, news: News, id: string): Promise<ExplorationRow> {
  return inTransaction(scope, async (inside) => {
    return hangUp(inside, news, found(await lockExploration(inside, id)));
  });
}

/** Removes an exploration. An active call ends first, because its length is counted when it ends. */
export async function removeExploration(
  scope: Scope,
  { news, storage }: Pick<Platform, 'news' | 'storage'>,
  id: string,
): Promise<void> {
  await inTransaction(scope, async (inside) => {
    await hangUp(inside, news, found(await lockExploration(inside, id)));
    await deleteExploration(inside, id);
  });
  await storage.removeUnder(folderOfExploration(id));
  // Makes the worker that holds the conversation hang up.
  await news.publish(scope.db, explorationTopic(id));
}

async function hangUp(
  { db }: Scope,
  news: News,
  exploration: ExplorationRow,
): Promise<ExplorationRow> {
  if (!isOpen(exploration)) return exploration;
  const row = await append(db, news, {
    explorationId: exploration.id,
    events: [endOf(exploration, 'user')],
    change: endColumns,
  });
  return found(row);
}

export function nameState(
  scope: Scope,
  news: News,
  id: string,
  state: string,
  name: string,
): Promise<ExplorationRow> {
  return inTransaction(scope, async (inside) => {
    const exploration = found(await lockExploration(inside, id));
    refuseWhenFull(exploration, 1);
    const row = await append(inside.db, news, {
      explorationId: id,
      events: [{ type: 'state.named', at: Date.now(), state, name }],
    });
    return found(row);
  });
}

/** Columns of an exploration whose conversation has ended, so that no worker holds it. */
export const endColumns = {
  conversationStatus: 'ended',
  leaseOwner: null,
  leaseExpiresAt: null,
  waitingSince: null,
} as const;

export function endOf(
  { conversation }: Pick<ExplorationRow, 'conversation'>,
  reason: ConversationEndReason,
): ExplorationEvent {
  return { type: 'conversation.ended', at: Date.now(), conversation, reason };
}

export function refuseOver(exploration: ExplorationRow, conversation: number): void {
  if (exploration.conversation === conversation && isOpen(exploration)) return;
  throw new ApiError('conversation_over');
}

function isOpen({ conversationStatus }: ExplorationRow): boolean {
  return (openStates as readonly string[]).includes(conversationStatus);
}

export function refuseWhenFull({ lastSeq }: ExplorationRow, more: number): void {
  // Each message also needs an event for its reply.
  if (lastSeq + 2 * more + 10 <= explorationLimits.eventsMax) return;
  throw new ApiError('limit_reached', {
    message: 'This exploration is too long.',
    hint: 'Save its map as a test suite and start another exploration.',
  });
}
