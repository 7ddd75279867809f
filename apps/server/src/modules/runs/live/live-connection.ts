/** Serves one live socket: authentication, subscriptions and closing. */
import {
  type LiveClientMessage,
  type LiveServerMessage,
  type LiveTopic,
  liveClientMessageSchema,
  liveTopicsMax,
  roleAllows,
} from '@parley/contract';
import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { Database } from '../../../platform/database/db.ts';
import type { Actor, Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { enterOrganization } from '../../../platform/http/access.ts';
import type { Authenticate } from '../../../platform/http/session.ts';
import type { News } from '../../../platform/live/news.ts';
import type { Log } from '../../../platform/observability/log.ts';
import type { RunPages } from '../log/run-pages.ts';
import { followOrganization } from './follow-organization.ts';
import { followRun } from './follow-run.ts';
import type { OrganizationChanges } from './organization-changes.ts';

/** Close codes of a socket. 4401 asks for a new token, 1008 reports a violation of the limits. */
export const closeCodes = { unauthorized: 4401, policy: 1008, restart: 1012 } as const;

const authenticateTimeoutMs = 5000;

/** Maximum time in milliseconds until the end of a session or a membership takes effect on the socket. */
const recheckEveryMs = 5000;

const pingEveryMs = 30_000;

/** Maximum number of messages from a client per 10 s; a page sends a handful. */
const messagesMax = 100;
const messagesWindowMs = 10_000;

/** Number of unread bytes beyond which the server waits for the client before it sends more. */
const bufferedBytesMax = 1_000_000;

const takeUpTimeoutMs = 30_000;

/**
 * Maximum number of unread bytes: a page for each of the subscriptions that a socket can have. Only a client that keeps
 * subscribing without reading exceeds this.
 */
const waitingBytesMax = liveTopicsMax * 500_000;

/** Options for following something that another module owns. */
export interface FollowOptions {
  scope: Scope;
  news: News;
  id: string;
  /** Number of the last event that the client has. */
  after: number;
  /** Resolves when the client is ready to receive more. */
  send(message: LiveServerMessage): Promise<void>;
  onFailure(error: unknown): void;
}

/**
 * Topics besides runs and organizations. Each function returns one that ends the subscription, or undefined if the topic does
 * not exist.
 */
export interface LiveFollowers {
  exploration(options: FollowOptions): Promise<(() => void) | undefined>;
}

export interface LiveDependencies {
  db: Database;
  news: News;
  pages: RunPages;
  changes: OrganizationChanges;
  log: Log;
  authenticate: Authenticate;
  /** Admits a socket; false if the user has too many already. */
  admit(actor: Actor, socket: WebSocket): boolean;
  followers: LiveFollowers;
}

interface Subscription {
  organizationId: string;
  end(): void;
}

interface Caller {
  actor: Actor;
  token: string;
}

export function serveLiveConnection(socket: WebSocket, dependencies: LiveDependencies): void {
  const { db, news, pages, changes, log, authenticate, admit, followers } = dependencies;
  const subscriptions = new Map<string, Subscription>();
  let caller: Caller | undefined;
  let messages = 0;
  let hasAnsweredPing = true;
  // Messages are handled one after another, so that the caller is known before subscriptions are handled.
  let last: Promise<void> = Promise.resolve();

  const timers = [
    setTimeout(() => caller ?? socket.close(closeCodes.unauthorized), authenticateTimeoutMs),
    setInterval(() => {
      messages = 0;
    }, messagesWindowMs),
    setInterval(() => recheck().catch(fail), recheckEveryMs),
    setInterval(() => {
      if (!hasAnsweredPing) return socket.terminate();
      hasAnsweredPing = false;
      socket.ping();
    }, pingEveryMs),
  ];

  socket.on('pong', () => {
    hasAnsweredPing = true;
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const timer of timers) clearInterval(timer);
    for (const { end } of subscriptions.values()) end();
    subscriptions.clear();
  });
  socket.on('message', (bytes) => {
    messages += 1;
    const message = messages > messagesMax ? undefined : readMessage(String(bytes));
    if (message === undefined) return socket.close(closeCodes.policy);
    last = last.then(() => answer(message)).catch(fail);
  });

  async function answer(message: LiveClientMessage): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    if (message.type === 'authenticate') return enter(message.token);
    if (caller === undefined) return socket.close(closeCodes.unauthorized);
    if (message.type === 'unsubscribe') return unsubscribe(nameOf(message));
    return subscribeAll(caller.actor, message);
  }

  async function enter(token: string): Promise<void> {
    const signedIn = await authenticate(token);
    // If the socket was closed in the meantime, admitting it would occupy a place forever.
    if (socket.readyState !== socket.OPEN) return;
    if (signedIn === null) return socket.close(closeCodes.unauthorized);
    const { actor } = signedIn;
    // A new token for the same user keeps the socket; another user needs another socket.
    if (caller !== undefined && caller.actor.userId !== actor.userId)
      return socket.close(closeCodes.unauthorized);
    if (caller === undefined && !admit(actor, socket)) return socket.close(closeCodes.policy);
    caller = { actor, token };
    await send({ type: 'ready' });
  }

  async function subscribeAll(
    actor: Actor,
    { organizationId, topics }: Extract<LiveClientMessage, { type: 'subscribe' }>,
  ): Promise<void> {
    const wanted = new Map(topics.map((topic) => [nameOf(topic), topic]));
    const names = new Set([...subscriptions.keys(), ...wanted.keys()]);
    if (names.size > liveTopicsMax) return socket.close(closeCodes.policy);
    const scope = await scopeFor(actor, organizationId);
    await Promise.all([...wanted.values()].map((topic) => subscribe(scope, topic)));
  }

  async function subscribe(scope: Scope | undefined, topic: LiveTopic): Promise<void> {
    const name = nameOf(topic);
    unsubscribe(name);
    const end = scope && (await follow(scope, topic));
    if (!scope || !end) return refuse(name);
    subscriptions.set(name, { organizationId: scope.organizationId, end });
    if (socket.readyState !== socket.OPEN) unsubscribe(name);
  }

  /** Starts a subscription and returns a function that ends it; undefined if the topic does not exist for the caller. */
  async function follow(scope: Scope, topic: LiveTopic): Promise<(() => void) | undefined> {
    const { organizationId } = scope;
    if (topic.kind === 'organization') {
      if (topic.id !== organizationId) return undefined;
      const { unheardMs } = topic;
      const onMembersChanged = () => recheck().catch(fail);
      const following = { scope, news, changes, pages, unheardMs, send, onFailure: fail };
      return followOrganization({ ...following, onMembersChanged });
    }
    const { id, after } = topic;
    if (topic.kind === 'exploration') {
      if (!roleAllows(scope.role, 'explorations.read')) return undefined;
      return followers.exploration({ scope, news, id, after, send, onFailure: fail });
    }
    const place = { organizationId, runId: id, after };
    if ((await pages.summary(place)) === undefined) return undefined;
    return followRun({ ...place, news, pages, send: sendBytes, onFailure: fail });
  }

  function unsubscribe(topic: string): void {
    subscriptions.get(topic)?.end();
    subscriptions.delete(topic);
  }

  async function scopeFor(actor: Actor, organizationId: string): Promise<Scope | undefined> {
    try {
      return await enterOrganization({ db, actor }, organizationId, 'runs.read');
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  function refuse(topic: string): Promise<void> {
    return send({ type: 'refused', topic, message: 'Not found.' });
  }

  /** Closes the socket if its session has ended, and ends subscriptions to organizations that the user can no longer access. */
  async function recheck(): Promise<void> {
    if (caller === undefined) return;
    const { token } = caller;
    const signedIn = await authenticate(token);
    if (signedIn === null && caller.token === token) return socket.close(closeCodes.unauthorized);
    if (signedIn === null) return;
    const followed = new Set([...subscriptions.values()].map((one) => one.organizationId));
    for (const organizationId of followed) {
      if (await scopeFor(signedIn.actor, organizationId)) continue;
      for (const [name, subscription] of subscriptions) {
        if (subscription.organizationId !== organizationId) continue;
        unsubscribe(name);
        await refuse(name);
      }
    }
  }

  function send(message: LiveServerMessage): Promise<void> {
    return sendBytes(Buffer.from(JSON.stringify(message)));
  }

  async function sendBytes(message: Buffer): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    const isTaken = new Promise<void>((resolve) => {
      socket.send(message, { binary: false }, () => resolve());
    });
    if (socket.bufferedAmount < bufferedBytesMax) return;
    // The client reads nothing, so it would not read a close code either.
    if (socket.bufferedAmount > waitingBytesMax) return socket.terminate();
    const timer = setTimeout(() => socket.terminate(), takeUpTimeoutMs);
    await isTaken.finally(() => clearTimeout(timer));
  }

  /** Closes the socket after an error. The client reconnects and resumes at its position. */
  function fail(error: unknown): void {
    log.warn({ err: error }, 'A live socket failed');
    socket.close(closeCodes.restart);
  }
}

/** The name of a subscription, as used in a refusal. */
function nameOf({ kind, id }: Pick<LiveTopic, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

function readMessage(text: string): LiveClientMessage | undefined {
  try {
    const parsed = z.safeParse(liveClientMessageSchema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
