/** A client that follows runs live as a page does, reconnects when it is disconnected, and resumes where it left off. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveClientMessage, type LiveServerMessage, livePath } from '@parley/contract';
import WebSocket from 'ws';

/** `silence`: the network swallows all data; `reset`: the connection is closed visibly. */
export type Drop = 'silence' | 'reset';

/** State that all followers share. */
export interface Progress {
  organizationId: string;
  runs: string[];
  /** Highest event number of each run that any follower has seen. */
  newest: Map<string, number>;
}

export interface Follower {
  /** Last event number of each run. */
  seen: Map<string, number>;
  delivered: number;
  doubled: number;
  gaps: number;
  drops: number;
  /** Milliseconds from each reconnection until the follower had the events that the others had by then. */
  caughtUpMs: number[];
  follow(runId: string): void;
  /** Drops the connection and resolves when it is lost. The follower reconnects automatically. */
  drop(kind: Drop, silenceMs: number): Promise<void>;
  close(): void;
}

/** Delay before reconnecting in milliseconds, as in the pages: short at first, and randomized. */
const backOffMs = { from: 200, to: 5000 };

export function createFollower(url: string, token: string, progress: Progress): Follower {
  let socket: WebSocket | undefined;
  let isReady = false;
  let isClosed = false;
  let failures = 0;
  let catchUp: { startedAt: number; targets: Map<string, number> } | undefined;

  const follower: Follower = {
    seen: new Map(),
    delivered: 0,
    doubled: 0,
    gaps: 0,
    drops: 0,
    caughtUpMs: [],
    follow: (runId) => isReady && subscribe([runId]),
    async drop(kind, silenceMs) {
      // Only an established connection can be dropped.
      while (!isReady && !isClosed) await sleep(50);
      follower.drops += 1;
      const dropped = socket;
      // Events that this connection has not delivered are left to the next one.
      catchUp = undefined;
      if (kind === 'silence') {
        dropped?.pause();
        await sleep(silenceMs);
      }
      dropped?.terminate();
    },
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };

  function send(message: LiveClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function subscribe(runIds: string[]): void {
    const { organizationId } = progress;
    const topics = runIds.map(
      (id) => ({ kind: 'run', id, after: follower.seen.get(id) ?? 0 }) as const,
    );
    if (topics.length > 0) send({ type: 'subscribe', organizationId, topics });
  }

  function hear(message: LiveServerMessage): void {
    if (message.type === 'ready') {
      isReady = true;
      failures = 0;
      catchUp = { startedAt: performance.now(), targets: new Map(progress.newest) };
      subscribe(progress.runs);
      noteCaughtUp();
    }
    if (message.type !== 'run-events') return;
    for (const { seq } of message.events) take(message.runId, seq);
    noteCaughtUp();
  }

  function take(runId: string, seq: number): void {
    const last = follower.seen.get(runId) ?? 0;
    follower.delivered += 1;
    if (seq <= last) follower.doubled += 1;
    if (seq > last + 1) follower.gaps += 1;
    follower.seen.set(runId, Math.max(last, seq));
    progress.newest.set(runId, Math.max(progress.newest.get(runId) ?? 0, seq));
  }

  function noteCaughtUp(): void {
    if (catchUp === undefined) return;
    for (const [runId, target] of catchUp.targets)
      if ((follower.seen.get(runId) ?? 0) < target) return;
    follower.caughtUpMs.push(performance.now() - catchUp.startedAt);
    catchUp = undefined;
  }

  function connect(): void {
    if (isClosed) return;
    const next = new WebSocket(url.replace('http', 'ws') + livePath);
    socket = next;
    next.on('open', () => send({ type: 'authenticate', token }));
    next.on('message', (data) => hear(JSON.parse(String(data))));
    next.on('error', () => undefined);
    next.on('close', () => {
      isReady = false;
      catchUp = undefined;
      failures += 1;
      const pauseMs = Math.min(backOffMs.to, backOffMs.from * 2 ** Math.min(failures, 6));
      setTimeout(connect, pauseMs * (0.5 + Math.random() / 2));
    });
  }

  connect();
  return follower;
}
