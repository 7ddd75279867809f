/**
 * Holds one conversation with a bot: sends the messages in the log, in order, and records the replies, until it ends. Once
 * another worker or conversation has taken over the exploration, nothing more is written.
 */
import {
  type BrowserSettings,
  kept,
  type ManualConversation,
  openManualConversation,
  type PhoneSettings,
} from '@parley/engine';
import type {
  ConversationEndReason,
  ExplorationEvent,
  Failure,
  Input,
  SuiteEnvironment,
} from '@parley/suite';
import { and, eq } from 'drizzle-orm';
import { explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/database/db.ts';
import { type WorkScope, workScope } from '../../platform/database/scope.ts';
import type { PaceOf } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../platform/egress/organization-egress.ts';
import type { News } from '../../platform/live/news.ts';
import type { Log } from '../../platform/observability/log.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { openValues } from '../environments/environments.ts';
import { loadRecordingsOf } from '../recordings/recordings.ts';
import { applyDevice, countLostEvidence, keepEvidenceIn } from '../runs/runs.ts';
import { findSuite } from '../suites/suites.ts';
import { endColumns } from './exploration-commands.ts';
import { explorationLimits } from './exploration-limits.ts';
import { append } from './exploration-log.ts';
import { explorationTopic } from './exploration-news.ts';
import { type ExplorationRow, folderOfExploration } from './exploration-row.ts';
import { listEvents } from './explorations.queries.ts';
import { readVoice, transcribeVoice } from './voices.ts';

export interface Holding {
  db: Database;
  news: News;
  storage: Storage;
  log: Log;
  egressOf: OrganizationEgress;
  paceOf?: PaceOf | undefined;
  browser?: BrowserSettings | undefined;
  phone?: PhoneSettings | undefined;
  owner: string;
  /** Installation secret, which decrypts the secrets of environments. */
  secret: string;
  /** Milliseconds after which an idle conversation ends. */
  idleMs: number;
}

type Change = Parameters<typeof append>[2]['change'];

/** Polling intervals: `unasked` for bots that can speak first, `otherwise` to make up for lost notifications. */
const lookEveryMs = { unasked: 300, otherwise: 5000 };

const eventsPerPage = 500;

/** Opens the environment of the conversation; empty if it has none, or if its suite cannot use one. */
async function inEnvironment(
  scope: WorkScope,
  secret: string,
  { environmentId, environment: name, configuration }: ExplorationRow,
): Promise<{ environment?: SuiteEnvironment; failure?: Failure }> {
  if (environmentId === null || configuration.syntax !== 2) return {};
  const opened = await openValues(scope, secret, { environmentId, name, work: 'conversation' });
  return opened.environment ? { environment: opened.environment } : opened;
}

class GoneError extends Error {
  override name = 'GoneError';
}

/** Resolves when the conversation has ended or this worker has lost it. */
export async function holdConversation(
  { db, news, storage, log, egressOf, paceOf, browser, phone, owner, secret, idleMs }: Holding,
  row: ExplorationRow,
  signal: AbortSignal,
): Promise<void> {
  const { id: explorationId, conversation, device } = row;
  const { configuration } = device
    ? applyDevice({ configuration: row.configuration, tests: [] }, device)
    : row;
  const { channel } = configuration;
  const locale = configuration.locale ?? device?.locale ?? 'en-US';
  const folder = folderOfExploration(explorationId);
  const keep = keepEvidenceIn(storage, folder, log);
  const unsaid: { turn: number; input: Input; recording?: string }[] = [];
  const beganAt = Date.now();
  let seen = row.conversationSeq;
  let lastSeq = row.lastSeq;
  let activeAt = Date.now();
  let wake = () => {};
  let hasNews = true;
  // Hangs up even while the bot is still preparing its reply.
  const hangUp = new AbortController();
  const unsubscribe = news.subscribe(explorationTopic(explorationId), {
    onNews: notice,
    onGap: notice,
  });
  signal.addEventListener('abort', stop);

  function notice(): void {
    hasNews = true;
    wake();
    refuseIfNotOurs().catch((error) => error instanceof GoneError && stop());
  }

  function stop(): void {
    hangUp.abort();
    wake();
  }

  /** Throws if this worker has lost the conversation. */
  async function write(event: ExplorationEvent, change: Change = {}, turns = 0): Promise<void> {
    const isOurs = and(
      eq(explorations.conversation, conversation),
      eq(explorations.conversationStatus, 'held'),
      eq(explorations.leaseOwner, owner),
    );
    const written = await db.transaction((tx) =>
      append(tx, news, { explorationId, events: [event], change, turns, provided: isOurs }),
    );
    if (written === undefined) throw new GoneError(`Conversation ${explorationId} is gone`);
    lastSeq = written.lastSeq;
  }

  const end = (reason: ConversationEndReason, failure?: Failure, turns = 0) =>
    write(
      {
        type: 'conversation.ended',
        at: Date.now(),
        conversation,
        reason,
        ...(failure && { failure }),
      },
      endColumns,
      turns,
    );

  /**
   * Reads the events since the last poll.
   *
   * @throws GoneError if the conversation has ended or this worker has lost it
   */
  async function look(): Promise<void> {
    hasNews = false;
    const events = await listEvents(db, explorationId, seen, eventsPerPage);
    for (const { seq, event } of events) {
      seen = seq;
      if (event.type === 'said' && event.conversation === conversation) {
        const { turn, input, recording } = event;
        unsaid.push({ turn, input, ...(recording !== undefined && { recording }) });
        activeAt = Date.now();
      }
      if (event.type === 'dictated' && event.conversation === conversation) activeAt = Date.now();
      const voice = 'recording' in event && event.type !== 'transcribed' && event.recording;
      if (voice && event.conversation === conversation) void writeDown(voice);
      const isOver =
        event.type === 'conversation.started' ||
        (event.type === 'conversation.ended' && event.conversation === conversation);
      if (isOver) throw new GoneError(`Conversation ${explorationId} was ended`);
    }
    if (events.length === eventsPerPage) hasNews = true;
    if (events.length === 0) await refuseIfNotOurs();
  }

  async function refuseIfNotOurs(): Promise<void> {
    const [kept] = await db
      .select({ owner: explorations.leaseOwner, conversation: explorations.conversation })
      .from(explorations)
      .where(eq(explorations.id, explorationId));
    if (kept?.owner !== owner || kept.conversation !== conversation) {
      throw new GoneError(`Conversation ${explorationId} is gone`);
    }
  }

  /**
   * Transcribes a recording in parallel to the conversation, because a bot on a phone line can reply before the transcript is
   * ready.
   */
  async function writeDown(recording: string): Promise<void> {
    const transcript = await transcribeVoice(storage, folder, recording, {
      phone,
      locale,
      party: row.organizationId,
    });
    const event = { type: 'transcribed', at: Date.now(), conversation, recording } as const;
    // If the conversation has ended in the meantime, the transcript is dropped.
    await write({ ...event, ...transcript }).catch(() => undefined);
  }

  async function speak(talk: ManualConversation, { input, recording }: (typeof unsaid)[number]) {
    if (recording === undefined) return talk.say(input);
    const voice = await readVoice(storage, folder, recording);
    return 'class' in voice ? { failure: voice, exhibits: [] } : talk.play(voice);
  }

  async function heard(
    talk: ManualConversation,
    { sent, reply, failure, exhibits }: Awaited<ReturnType<ManualConversation['say']>>,
    turn?: number,
  ): Promise<boolean> {
    if (hangUp.signal.aborted) return false;
    const { evidence, lostEvidence } = await kept(exhibits, talk.masked(keep));
    countLostEvidence(lostEvidence);
    const place = turn === undefined ? {} : { turn };
    const change = {
      ...(turn !== undefined && { turnsAnswered: turn }),
      ...(evidence && { hasEvidence: true }),
    };
    const turns = turn === undefined ? 0 : 1;
    if (!failure) {
      const answer = {
        ...place,
        ...(sent !== undefined && { sent }),
        ...(reply && { reply }),
        ...(evidence && { evidence }),
        ...(lostEvidence && { lostEvidence }),
      };
      await write({ type: 'heard', at: Date.now(), conversation, ...answer }, change, turns);
      return true;
    }
    await end('bot', failure, turns);
    return false;
  }

  async function lead(talk: ManualConversation): Promise<void> {
    await look();
    if (talk.greets && unsaid[0]?.input.kind !== 'open') {
      if (!(await heard(talk, await talk.say({ kind: 'open' })))) return;
    }
    let listenAt = 0;
    while (!hangUp.signal.aborted) {
      if (hasNews) await look();
      const next = unsaid.shift();
      if (next) {
        if (!(await heard(talk, await speak(talk, next), next.turn))) return;
        activeAt = Date.now();
        continue;
      }
      if (Date.now() - activeAt >= idleMs) return end('idle');
      if (Date.now() - beganAt >= explorationLimits.conversationMs) return end('limit');
      // Leave room for the event that ends the conversation.
      if (lastSeq + 1 >= explorationLimits.eventsMax) return end('limit');
      if (talk.speaksUnasked && Date.now() >= listenAt) {
        const unasked = await talk.listen();
        const isSilent = !unasked.reply && !unasked.failure;
        if (!isSilent && !(await heard(talk, unasked))) return;
        // Each written event also wakes this loop, so a bot that never stops talking must not be polled more often for it.
        listenAt = Date.now() + lookEveryMs.unasked;
      }
      await waitForNews(talk.speaksUnasked ? lookEveryMs.unasked : lookEveryMs.otherwise);
    }
  }

  async function waitForNews(ms: number): Promise<void> {
    if (hasNews || hangUp.signal.aborted) return;
    const untilIdle = Math.max(0, activeAt + idleMs - Date.now());
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, untilIdle));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => {};
  }

  async function open(): Promise<void> {
    if (channel === undefined) return end('bot');
    const valued = await inEnvironment(workScope(db, row.organizationId), secret, row);
    if (valued.failure) return end('bot', valued.failure);
    const scope = workScope(db, row.organizationId);
    const suite = row.suiteId === null ? undefined : await findSuite(scope, row.suiteId);
    const opened = await openManualConversation({
      ...(suite && { loadRecording: loadRecordingsOf(scope, suite.projectId) }),
      configuration: { ...configuration, channel, ...valued },
      egress: await egressOf(workScope(db, row.organizationId)),
      signal: hangUp.signal,
      ...(browser && { browser }),
      phone,
      party: row.organizationId,
      pace: paceOf?.(workScope(db, row.organizationId)),
    });
    if ('class' in opened) return hangUp.signal.aborted ? undefined : end('bot', opened);
    try {
      const inputs = [...opened.inputs];
      await write({ type: 'conversation.opened', at: Date.now(), conversation, inputs });
      await lead(opened);
    } finally {
      await opened.close();
    }
  }

  if (signal.aborted) stop();
  try {
    await open();
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', stop);
  }
}
