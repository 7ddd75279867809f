/**
 * The tab's live socket: one connection for all subscriptions, opened for the first and closed after the last. Its first
 * message authenticates. After a lost connection, it resubscribes from the last position of each subscriber, so no event is
 * missed.
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
  /** Returns the last known position. Called at each (re)connection. */
  after(): number;
  onEvents(run: RunSummary, events: SequencedEvent[]): void;
}

interface ExplorationWatch {
  organizationId: string;
  explorationId: string;
  /** Returns the last known position. Called at each (re)connection. */
  after(): number;
  onEvents(exploration: ExplorationSummary, events: SequencedExplorationEvent[]): void;
}

interface OrganizationWatch {
  organizationId: string;
  /**
   * Set by a late subscriber to get all changes since the page opened, although other subscribers have received them already.
   */
  hasHeardNothing?: true;
  onRun?(run: RunSummary): void;
  /**
   * Called if another person or another tab changed this part, or may have changed it while the page was loading or
   * disconnected.
   */
  onChanged?(part: OrganizationPart): void;
}

export interface LiveClient {
  state(): LiveState;
  onState(listener: () => void): () => void;
  /** Start watching. Each of these functions returns a function that stops it. */
  watchRun(watch: RunWatch): () => void;
  watchExploration(watch: ExplorationWatch): () => void;
  watchOrganization(watch: OrganizationWatch): () => void;
  /** Called when another user signs in. All subscriptions continue on a new connection for that user. */
  reset(): void;
}

export interface LiveConfiguration {
  url: string;
  /** The bearer token; null if nobody is signed in. */
  getToken(): Promise<string | null>;
  /** Maximum wait for the server's greeting, in milliseconds. */
  readyTimeoutMs?: number;
  /** Milliseconds that a connection stays open without subscribers, because changing pages is faster than opening a socket. */
  lingerMs?: number;
  retryDelayMs?: (failures: number) => number;
  /**
   * Returns when the oldest data was read that an earlier page stored and this one may show, in milliseconds since 1970;
   * undefined if there is none.
   */
  oldestStored?: (organizationId: string) => number | undefined;
}

export function createLiveClient(configuration: LiveConfiguration): LiveClient {
  const { readyTimeoutMs = 10_000, lingerMs = 5000 } = configuration;
  const delayMs = configuration.retryDelayMs ?? retryDelayMs;
  const runWatches = new Set<RunWatch>();
  const explorationWatches = new Set<ExplorationWatch>();
  const organizationWatches = new Set<OrganizationWatch>();
  const stateListeners = new Set<() => void>();
  /** Arrival time of the latest message about each organization. */
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
    // A refused organization topic means that the user is no member (any more).
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
   * Topic of an organization, with the time since its last message. Without one, that is the age of the oldest data that the
   * page may show.
   */
  function organizationTopic(id: string): LiveTopic {
    const heard = heardAt.get(id);
    const stored = heard ? undefined : configuration.oldestStored?.(id);
    const storedMs = stored === undefined ? 0 : Date.now() - stored;
    const unheardMs = Math.max(msSince(heard ?? pageBegan), storedMs);
    return { kind: 'organization', id, unheardMs };
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

/** A time on two clocks. The monotonic clock can stop while the computer sleeps, and the wall clock can be set back. */
interface Moment {
  steady: number;
  wall: number;
}

const pageBegan: Moment = { steady: 0, wall: performance.timeOrigin };

const now = (): Moment => ({ steady: performance.now(), wall: Date.now() });

/** Milliseconds since a moment. The longer of the two is safer, because the server then announces all missed changes. */
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

/** Parses a message. Undefined for unknown types, because a newer server can send more. */
function readMessage(data: string): LiveServerMessage | undefined {
  try {
    return liveServerMessageSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
