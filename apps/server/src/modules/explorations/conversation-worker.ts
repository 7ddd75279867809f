/** Claims waiting conversations and holds many of them at the same time. */
import type { BrowserSettings, PhoneSettings } from '@parley/engine';
import type { PaceOf } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { type LeasedWorker, startLeasedWork } from '../../platform/leased-work/leased-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { newLeaseOwner } from '../../platform/presence.ts';
import {
  claimConversation,
  conversationKey,
  conversationLease,
  endAllOf,
  endExpired,
  renewConversations,
} from './conversation-leases.ts';
import { explorationLimits } from './exploration-limits.ts';
import { waitingTopic } from './exploration-news.ts';
import type { ExplorationRow } from './exploration-row.ts';
import { holdConversation } from './exploration-session.ts';

/** Interval of lease renewals; also the delay after which a conversation is hung up if the news of its end was lost. */
const renewEveryMs = 3000;

const sweepEveryMs = 5000;

export interface ConversationWorkerOptions {
  egressOf: OrganizationEgress;
  paceOf?: PaceOf;
  browser?: BrowserSettings;
  phone?: PhoneSettings;
  /** Milliseconds after which an idle conversation ends. */
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
): Promise<LeasedWorker> {
  const { db, news, log, storage, databaseKind, config } = platform;
  const owner = newLeaseOwner(platform);

  return startLeasedWork<ExplorationRow>({
    name: 'conversations',
    db,
    log,
    lease: conversationLease,
    isAlone: databaseKind === 'embedded',
    renewEveryMs,
    sweepEveryMs,
    places: explorationLimits.perWorker,
    async claim() {
      const row = await claimConversation(db, owner);
      return row === undefined ? [] : [row];
    },
    carryOut: ({ claimed, signal }) =>
      holdConversation(
        {
          ...{ db, news, storage, log, egressOf, paceOf, browser, phone, owner, idleMs },
          secret: config.secret,
        },
        claimed,
        signal,
      ),
    async renew(asked) {
      const ids = asked.map(({ claimed }) => claimed.id);
      const ours = await renewConversations(db, owner, ids);
      return asked.filter(({ claimed: { id, conversation } }) =>
        ours.has(conversationKey(id, conversation)),
      );
    },
    sweep: () => endExpired(db, news),
    handOver: () => endAllOf(db, news, owner),
    listen: ({ look }) => news.subscribe(waitingTopic, { onNews: look, onGap: look }),
    about: ({ id }) => ({ explorationId: id }),
    texts: {
      notClaimed: 'No conversation could be taken at the moment',
      broken: 'A conversation broke',
      notRenewed: 'Conversations were not looked after',
      notSwept: 'Conversations were not looked after',
      notHandedOver: 'Conversations could not be ended',
    },
  });
}
