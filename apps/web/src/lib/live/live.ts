/**
 * The tab's live socket: one connection for all subscriptions, opened with the first one and closed after the last one. It
 * authenticates with its first message. After a lost connection it resubscribes from the position that each subscriber has
 * last seen, so no event is missed.
 */
import {
  type ExplorationSummary,
  type LiveClientMessage,
  type LiveServerMessage,
  type LiveTopic,
  liveServerMessageSchema,
  liveTopicsMax,
  type OrganizationPart,
  type RunSummary,
  type SequencedEvent,
  type SequencedExplorationEvent,
} from '@parley/contract';
import { tabName } from '../tab-name.ts';
import { retryDelayMs } from './retry-delay.ts';

type LiveState = 'idle' | 'connecting' | 'ready' | 'waiting';

interface RunWatch {
  organizationId: string;
  runId: string;
  /** The last known position, requested at each (re)connection. */
  after(): number;
  onEvents(run: RunSummary, events: SequencedEvent[]): void;
}

interface ExplorationWatch {
  organizationId: string;
  explorationId: string;
  /** The last known position, requested at each (re)connection. */
  after(): number;
  onEvents(exploration: ExplorationSummary, events: SequencedExplorationEvent[]): void;
}

interface OrganizationWatch {
  organizationId: string;
  /**
   * Set for a late subscriber. It still receives all changes since the page opened, even if other subscribers have already
   * received them.
   */
  hasHeardNothing?: true;
  onRun?(run: RunSummary): void;
  /**
   * Called if others, or another tab, changed this part, or may have done so while the page was loading or the connection was
   * lost.
   */
  onChanged?(part: OrganizationPart): void;
}

export interface LiveClient {
  state(): LiveState;
  onState(listener: () => void): () => void;
  /** Starts watching. Each of these functions returns one that stops it. */
  watchRun(watch: RunWatch): () => void;
  watchExploration(watch: ExplorationWatch): () => void;
  watchOrganization(watch: OrganizationWatch): () => void;
  /** Called when another user signs in. All subscriptions continue on a connection of that user. */
  reset(): void;
}

export interface LiveConfiguration {
  url: string;
  /** The bearer token; null if nobody is signed in. */
  getToken(): Promise<string | null>;
  /** Longest wait for the server's greeting. */
  readyTimeoutMs?: number;
  /** Time in milliseconds that a connection stays open without subscribers, because pages change faster than sockets open. */
  lingerMs?: number;
  retryDelayMs?: (failures: number) => number;
}

export function createLiveClient(configuration: LiveConfiguration): LiveClient {
  const { readyTimeoutMs = 10_000, lingerMs = 5000 } = configuration;
  const delayMs = configuration.retryDelayMs ?? retryDelayMs;
  const runWatches = new Set<RunWatch>();
  const explorationWatches = new Set<ExplorationWatch>();
  const organizationWatches = new Set<OrganizationWatch>();
  const stateListeners = new Set<() => void>();
  /** Time when the latest message about each organization arrived. */
  const heardAt = new Map<string, Moment>();
  let state: LiveState = 'idle';
  let socket: WebSocket | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function enter(next: LiveState) {
    if (state === next) return;
    state = next;
    for (const listener of stateListeners) listener();
  }

  const isWatched = () =>
    [runWatches, explorationWatches, organizationWatches].some(({ size }) => size > 0);

  function schedule(action: () => void, ms: number) {
    clearTimeout(timer);
    timer = setTimeout(action, ms);
  }

  function connect() {
    clearTimeout(timer);
    enter('connecting');
    const opened = new WebSocket(configuration.url);
    socket = opened;
    schedule(() => opened.close(), readyTimeoutMs);
    opened.onopen = () => authenticate(opened);
    opened.onmessage = ({ data }) => receive(String(data));
    opened.onclose = () => {
      if (socket === opened) reconnectLater();
    };
  }

  async function authenticate(opened: WebSocket) {
    const token = await configuration.getToken().catch(() => null);
    if (token === null) opened.close();
    else send({ type: 'authenticate', token });
  }

  function reconnectLater() {
    socket = undefined;
    clearTimeout(timer);
    if (!isWatched()) return enter('idle');
    enter('waiting');
    schedule(connect, delayMs(failures));
    failures += 1;
  }

  function receive(data: string) {
    const message = readMessage(data);
    if (message?.type === 'ready') return resume();
    for (const { organizationId } of organizationWatches) heardAt.set(organizationId, now());
    if (message?.type === 'run-events') {
      for (const watch of runWatches) {
        if (watch.runId === message.runId) watch.onEvents(message.run, message.events);
      }
    }
    if (message?.type === 'exploration-events') {
      for (const watch of explorationWatches) {
        if (watch.explorationId !== message.explorationId) continue;
        watch.onEvents(message.exploration, message.events);
      }
    }
    if (message?.type === 'run-changed') {
      for (const watch of organizationWatches) watch.onRun?.(message.run);
    }
    if (message?.type === 'organization-changed' && message.tab !== tabName) {
      tellChanged(message.part, message.organizationId);
    }
    // Whoever may not follow an organization is no member of it, perhaps since a moment ago.
    if (message?.type === 'refused' && message.topic.startsWith('organization:'))
      tellChanged('organization', message.topic.slice('organization:'.length));
  }

  function tellChanged(part: OrganizationPart, organizationId: string) {
    for (const watch of organizationWatches) {
      if (watch.organizationId === organizationId) watch.onChanged?.(part);
    }
  }

  function resume() {
    clearTimeout(timer);
    failures = 0;
    enter('ready');
    for (const [organizationId, topics] of watched()) subscribe(organizationId, topics);
    if (!isWatched()) closeSoon();
  }

  /** All subscribed topics, by organization. */
  function watched(): Map<string, LiveTopic[]> {
    const byOrganization = new Map<string, LiveTopic[]>();
    const add = (organizationId: string, topic: LiveTopic) => {
      const topics = byOrganization.get(organizationId);
      if (topics) topics.push(topic);
      else byOrganization.set(organizationId, [topic]);
    };
    for (const watch of runWatches) add(watch.organizationId, runTopic(watch));
    for (const watch of explorationWatches) add(watch.organizationId, explorationTopic(watch));
    const organizationIds = [...organizationWatches].map((watch) => watch.organizationId);
    for (const id of new Set(organizationIds)) add(id, organizationTopic(id));
    return byOrganization;
  }

  function send(message: LiveClientMessage) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function subscribe(organizationId: string, topics: LiveTopic[]) {
    send({ type: 'subscribe', organizationId, topics: topics.slice(0, liveTopicsMax) });
  }

  /**
   * Topic of an organization, with the time since its last message; at most the age of the page, because nothing that the
   * page has loaded is older.
   */
  function organizationTopic(id: string): LiveTopic {
    return { kind: 'organization', id, unheardMs: msSince(heardAt.get(id) ?? pageBegan) };
  }

  const isOrganizationWatched = (id: string) =>
    [...organizationWatches].some(({ organizationId }) => organizationId === id);

  function closeSoon() {
    if (isWatched() || state !== 'ready') return;
    schedule(() => socket?.close(), lingerMs);
  }

  function keepOpen() {
    if (state === 'idle') connect();
    else if (state === 'ready') clearTimeout(timer);
  }

  return {
    state: () => state,
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    watchRun(watch) {
      runWatches.add(watch);
      keepOpen();
      if (state === 'ready') subscribe(watch.organizationId, [runTopic(watch)]);
      return () => {
        runWatches.delete(watch);
        const isStillWatched = [...runWatches].some(({ runId }) => runId === watch.runId);
        if (!isStillWatched) send({ type: 'unsubscribe', kind: 'run', id: watch.runId });
        closeSoon();
      };
    },
    watchExploration(watch) {
      explorationWatches.add(watch);
      keepOpen();
      if (state === 'ready') subscribe(watch.organizationId, [explorationTopic(watch)]);
      return () => {
        explorationWatches.delete(watch);
        const { explorationId } = watch;
        const isStillWatched = [...explorationWatches].some(
          (other) => other.explorationId === explorationId,
        );
        if (!isStillWatched) send({ type: 'unsubscribe', kind: 'exploration', id: explorationId });
        closeSoon();
      };
    },
    watchOrganization(watch) {
      const { organizationId, hasHeardNothing = false } = watch;
      const isNew = hasHeardNothing || !isOrganizationWatched(organizationId);
      if (hasHeardNothing) heardAt.delete(organizationId);
      organizationWatches.add(watch);
      keepOpen();
      if (state === 'ready' && isNew) {
        subscribe(organizationId, [organizationTopic(organizationId)]);
      }
      return () => {
        organizationWatches.delete(watch);
        if (!isOrganizationWatched(organizationId)) {
          send({ type: 'unsubscribe', kind: 'organization', id: organizationId });
        }
        closeSoon();
      };
    },
    reset() {
      heardAt.clear();
      socket?.close();
    },
  };
}

/** Time on two clocks: the monotonic one may stop while the computer sleeps, and the wall clock may be set back. */
interface Moment {
  steady: number;
  wall: number;
}

const pageBegan: Moment = { steady: 0, wall: performance.timeOrigin };

const now = (): Moment => ({ steady: performance.now(), wall: Date.now() });

/** Time since then in milliseconds, rather too long than too short, because missed changes are then announced. */
function msSince({ steady, wall }: Moment): number {
  const { steady: steadyNow, wall: wallNow } = now();
  return Math.max(0, steadyNow - steady, wallNow - wall);
}

const runTopic = ({ runId, after }: RunWatch): LiveTopic => ({
  kind: 'run',
  id: runId,
  after: after(),
});

const explorationTopic = ({ explorationId, after }: ExplorationWatch): LiveTopic => ({
  kind: 'exploration',
  id: explorationId,
  after: after(),
});

/** Parses a message. Undefined for types that this version does not know, because a newer server may send more. */
function readMessage(data: string): LiveServerMessage | undefined {
  try {
    return liveServerMessageSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
