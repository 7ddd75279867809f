/** Takes conversations that wait and holds them, many at a time. */
import type { BrowserSettings, PhoneSettings } from '@parley/engine';
import type { PaceOf } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../platform/egress/organization-egress.ts';
import type { Platform } from '../../platform/platform.ts';
import { newLeaseOwner } from '../../platform/presence.ts';
import {
  claimConversation,
  conversationKey,
  endAllHeld,
  endAllOf,
  endExpired,
  renewConversations,
} from './conversation-leases.ts';
import { explorationLimits } from './exploration-limits.ts';
import { waitingTopic } from './exploration-news.ts';
import type { ExplorationRow } from './exploration-row.ts';
import { holdConversation } from './hold-conversation.ts';

/** Also how soon a conversation is hung up whose end nobody heard of. */
const renewEveryMs = 3000;

const sweepEveryMs = 5000;

export interface ConversationWorker {
  close(): Promise<void>;
}

export interface ConversationWorkerOptions {
  egressOf: OrganizationEgress;
  paceOf?: PaceOf;
  browser?: BrowserSettings;
  phone?: PhoneSettings;
  /** Longest idle time of a conversation. */
  idleMs?: number;
}

export async function startConversationWorker(
  platform: Platform,
  {
    egressOf,
    paceOf,
    browser,
    phone,
    idleMs = explorationLimits.idleMs,
  }: ConversationWorkerOptions,
): Promise<ConversationWorker> {
  const { db, news, log, storage, databaseKind } = platform;
  const owner = newLeaseOwner(platform);
  const held = new Map<string, { explorationId: string; hangUp(): void; ended: Promise<void> }>();
  let isClosing = false;
  let isTaking = false;
  let isWanted = false;

  async function takeAll(): Promise<void> {
    isWanted = true;
    if (isTaking) return;
    isTaking = true;
    try {
      while (isWanted) {
        isWanted = false;
        await takeWaiting();
      }
    } catch (error) {
      log.warn({ err: error }, 'No conversation could be taken at the moment');
    } finally {
      isTaking = false;
    }
  }

  async function takeWaiting(): Promise<void> {
    while (!isClosing && held.size < explorationLimits.perWorker) {
      const row = await claimConversation(db, owner);
      if (row === undefined) return;
      begin(row);
    }
  }

  function begin(row: ExplorationRow): void {
    const hangingUp = new AbortController();
    const key = conversationKey(row.id, row.conversation);
    const ended = holdConversation(
      { db, news, storage, log, egressOf, paceOf, browser, phone, owner, idleMs },
      row,
      hangingUp.signal,
    )
      .catch((error) => log.error({ err: error, explorationId: row.id }, 'A conversation broke'))
      .finally(() => {
        held.delete(key);
        void takeAll();
      });
    held.set(key, { explorationId: row.id, hangUp: () => hangingUp.abort(), ended });
  }

  async function renew(): Promise<void> {
    if (held.size === 0) return;
    const asked = [...held];
    const ids = asked.map(([, { explorationId }]) => explorationId);
    const ours = await renewConversations(db, owner, ids);
    for (const [key, { hangUp }] of asked) if (!ours.has(key)) hangUp();
  }

  async function sweep(): Promise<void> {
    await endExpired(db, news);
    await takeAll();
  }

  const every = (ms: number, act: () => Promise<void>) =>
    setInterval(() => {
      act().catch((error) => log.warn({ err: error }, 'Conversations were not looked after'));
    }, ms);
  const timers = [every(renewEveryMs, renew), every(sweepEveryMs, sweep)];
  if (databaseKind === 'embedded') await endAllHeld(db, news);
  const unsubscribe = news.subscribe(waitingTopic, {
    onNews: () => void takeAll(),
    onGap: () => void takeAll(),
  });
  await sweep();

  return {
    async close() {
      isClosing = true;
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      for (const { hangUp } of held.values()) hangUp();
      await Promise.all([...held.values()].map(({ ended }) => ended));
      await endAllOf(db, news, owner);
    },
  };
}
